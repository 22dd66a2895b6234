// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/section.h"

#include "shared/base/ascii.h"
#include "shared/content/stored_content.h"
#include "shared/url/percent_encoding.h"

#include <utility>
#include <vector>

namespace trawl::search {
namespace {

/// Headings are longer by mistake only.
constexpr std::size_t kMostBytes = 1'000;
/// A browser looks for this many words of a heading.
constexpr std::size_t kLinkWords = 8;

/// The words with single blanks between them; the first `most`.
std::string words_of(std::string_view text, std::size_t most = SIZE_MAX) {
  std::string out;
  for (std::size_t at = 0; most > 0; --most) {
    while (at < text.size() && ascii::is_blank(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !ascii::is_blank(text[at])) ++at;
    if (begin == at) break;
    out.append(out.empty() ? "" : " ").append(text.substr(begin, at - begin));
  }
  return out;
}

std::string link_to(const std::string& url, const std::string& fragment, const std::string& heading) {
  if (url.empty()) return {};
  if (!fragment.empty()) return url + "#" + url::percent_encode(fragment);
  std::string words;
  for (const char c : url::percent_encode(words_of(heading, kLinkWords)))
    words.append(c == '-' ? "%2D" : std::string(1, c));
  return url + "#:~:text=" + words;
}

} // namespace

std::optional<Section> section_at(const Article& article, std::string_view structure, std::size_t at,
                                  const std::function<std::string(std::size_t begin, std::size_t end)>& read) {
  std::vector<content::HeadingPlace> open; // each within the one before
  for (content::HeadingPlace& heading : content::headings_of(structure)) {
    if (heading.begin > at) break;
    while (!open.empty() && open.back().level >= heading.level) open.pop_back();
    open.push_back(std::move(heading));
  }
  Section out;
  for (const content::HeadingPlace& heading : open) {
    if (heading.end - heading.begin > kMostBytes) continue;
    std::string text = words_of(read(heading.begin, heading.end));
    if (text.empty() || text == article.title) continue;
    out.link = link_to(article.url, heading.fragment, text);
    out.path.push_back(std::move(text));
  }
  if (out.path.empty()) return std::nullopt;
  return out;
}

} // namespace trawl::search
