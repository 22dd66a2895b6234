// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/highlight.h"

#include "shared/base/html_escape.h"
#include "shared/base/utf8.h"

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

std::vector<search::Mark> marks_in_code_points(std::string_view text, const std::vector<search::Mark>& marks) {
  std::vector<search::Mark> out;
  std::size_t from = 0, counted = 0;
  for (const search::Mark& mark : marks) {
    if (!fits(mark, from, text)) continue;
    const std::size_t begin = counted + utf8::length(text.substr(from, mark.begin - from));
    counted = begin + utf8::length(text.substr(mark.begin, mark.end - mark.begin));
    from = mark.end;
    out.push_back({begin, counted});
  }
  return out;
}

std::string_view linkable(std::string_view url) {
  return url.starts_with("https://") || url.starts_with("http://") ? url : std::string_view{};
}

} // namespace trawl::api
