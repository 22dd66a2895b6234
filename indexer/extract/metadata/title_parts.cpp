// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title_parts.h"

#include <algorithm>
#include <array>

#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

// Separators between a title and the site's name. Longer ones come first, so that none hides another.
constexpr std::array<std::string_view, 20> kSeparators = {" ::: ", " :: ", " || ", " | ", " - ", " – ", " — ",
                                                          " » ",   " « ",  " · ",  " • ", " › ", " ‹ ", " ~ ",
                                                          " / ",   " < ",  " > ",  " : ", "｜",  "ㅣ"};

constexpr std::size_t kMaxTitleBytes = 1'000; ///< each part of a title is compared with each heading

bool is_date_like(std::string_view part) {
  const auto digits = std::ranges::count_if(part, [](char c) { return c >= '0' && c <= '9'; });
  return digits >= 4 && words_in_key(wording_key(part)) <= 4 && part.size() <= 20;
}

/// Whether WordPress or phpBB writes the part into the title of every page.
bool is_template_part(std::string_view part) {
  constexpr std::array<std::string_view, 4> kParts = {"blog archive", "blog archiv", "view topic", "index page"};
  return std::ranges::find(kParts, wording_key(part)) != kParts.end();
}

} // namespace

std::vector<TitleSplit> title_splits(std::string_view title) {
  std::vector<TitleSplit> splits;
  if (title.size() > kMaxTitleBytes) return splits;
  for (std::size_t at = 0; at < title.size();) {
    const bool is_between_words = title[at] == ' ' && at + 1 < title.size() && ascii::is_alnum(title[at + 1]);
    if (is_between_words || (title[at] != ' ' && static_cast<unsigned char>(title[at]) < 0x80)) { // begins none
      ++at;
      continue;
    }
    const auto* const found =
        std::ranges::find_if(kSeparators, [&](std::string_view s) { return title.substr(at).starts_with(s); });
    if (found == kSeparators.end()) {
      ++at;
    } else {
      splits.push_back({at, at + found->size()});
      at += found->size() - 1;
    }
  }
  if (splits.empty()) { // "Title| Site", "标题_频道_网站"
    for (const char c : {'|', '_'}) {
      for (auto at = title.find(c); at != std::string_view::npos; at = title.find(c, at + 1))
        splits.push_back({at, at + 1});
      if (!splits.empty()) break;
    }
  }
  return splits;
}

std::optional<TitleSplit> colon_split(std::string_view title) {
  const auto colon = title.find(": ");
  if (colon == std::string_view::npos || colon == 0 || title.size() > kMaxTitleBytes) return std::nullopt;
  return TitleSplit{colon, colon + 2};
}

std::string title_without_site(std::string_view title, const SiteNames& site) {
  std::string_view rest = title;
  for (int round = 0; round < 4; ++round) {
    const std::vector<TitleSplit> splits = title_splits(rest);
    if (splits.empty()) break;
    const std::string_view last = rest.substr(splits.back().end);
    const std::string_view first = rest.substr(0, splits.front().begin);
    if (site.matches(last) || is_template_part(last) || (round > 0 && is_date_like(last))) {
      rest = rest.substr(0, splits.back().begin);
    } else if (site.matches(first) || is_template_part(first)) {
      rest = rest.substr(splits.front().end);
    } else {
      break;
    }
  }
  // "X - Site - Slogan": the part after the site's name is not part of the title either.
  for (const TitleSplit& split : title_splits(rest)) {
    const std::string_view behind = rest.substr(split.end);
    const std::vector<TitleSplit> next = title_splits(behind);
    if (next.empty() || !site.equals(behind.substr(0, next.front().begin))) continue;
    rest = rest.substr(0, split.begin);
    break;
  }
  // The part after a vertical bar never belongs to the title, whatever it names.
  const auto bar = rest.find(" | ");
  if (bar != std::string_view::npos && words_in_key(wording_key(rest.substr(0, bar))) >= 2) rest = rest.substr(0, bar);
  std::string out = squeeze(rest);
  return out.empty() ? std::string(title) : out;
}

} // namespace trawl::extract
