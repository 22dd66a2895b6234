// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/highlight.h"

#include "shared/base/html_escape.h"

namespace trawl::api {
namespace {

bool fits(const search::Mark& mark, std::size_t from, std::string_view text) {
  return mark.begin >= from && mark.begin < mark.end && mark.end <= text.size();
}

} // namespace

std::string marked_html(std::string_view text, const std::vector<search::Mark>& marks) {
  std::string out;
  out.reserve(text.size() + 16 * marks.size());
  std::size_t from = 0;
  for (const search::Mark& mark : marks) {
    if (!fits(mark, from, text)) continue;
    append_html_escaped(out, text.substr(from, mark.begin - from));
    out += "<mark>";
    append_html_escaped(out, text.substr(mark.begin, mark.end - mark.begin));
    out += "</mark>";
    from = mark.end;
  }
  append_html_escaped(out, text.substr(from));
  return out;
}

std::string_view linkable(std::string_view url) {
  return url.starts_with("https://") || url.starts_with("http://") ? url : std::string_view{};
}

} // namespace trawl::api
