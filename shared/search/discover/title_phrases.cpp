// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/title_phrases.h"

#include <algorithm>
#include <map>
#include <set>

#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

namespace trawl::search {
namespace {

constexpr std::size_t kLeastWords = 2;
constexpr std::size_t kMostWords = 5;
constexpr std::size_t kLeastTitles = 2;

using Words = std::vector<std::string>;

Words words_of_title(std::string_view title) {
  Words words;
  text::for_each_token(title, [&](const text::Token& token) {
    if (token.kind == text::TokenKind::Word) words.push_back(token.folded);
  });
  return words;
}

bool begins_as_typed(std::span<const std::string> here, std::span<const std::string> typed,
                     std::string_view beginning) {
  return here.size() > typed.size() && std::ranges::equal(here.first(typed.size()), typed) &&
         here[typed.size()].starts_with(beginning) && !text::is_stop_word(here.front());
}

/// Whether a longer phrase, found in as many titles, begins with this one.
bool is_part(const std::map<Words, std::size_t>& counts, std::map<Words, std::size_t>::const_iterator phrase) {
  const auto& [words, titles] = *phrase;
  for (auto next = std::next(phrase); next != counts.end(); ++next) {
    const bool longer =
        next->first.size() > words.size() && std::equal(words.begin(), words.end(), next->first.begin());
    if (!longer) return false;
    if (next->second == titles) return true;
  }
  return false;
}

} // namespace

std::vector<TitlePhrase> shared_phrases(std::span<const std::string> titles, std::span<const std::string> words,
                                        std::string_view beginning) {
  std::map<Words, std::size_t> counts; // sorted, so a phrase comes directly before those that begin with it
  for (const std::string& title : titles) {
    const Words all = words_of_title(title);
    std::set<Words> in_title;
    for (std::size_t at = 0; at < all.size(); ++at) {
      const auto here = std::span(all).subspan(at);
      if (!begins_as_typed(here, words, beginning)) continue;
      const std::size_t least = std::max(kLeastWords, words.size() + 1);
      for (std::size_t size = least; size <= std::min(here.size(), kMostWords); ++size) {
        if (!text::is_stop_word(here[size - 1]))
          in_title.emplace(here.begin(), here.begin() + static_cast<std::ptrdiff_t>(size));
      }
    }
    for (const Words& phrase : in_title) ++counts[phrase];
  }
  std::vector<TitlePhrase> out;
  for (auto phrase = counts.begin(); phrase != counts.end(); ++phrase) {
    if (phrase->second >= kLeastTitles && !is_part(counts, phrase)) out.push_back({phrase->first, phrase->second});
  }
  std::ranges::sort(out, [](const TitlePhrase& a, const TitlePhrase& b) {
    if (a.titles != b.titles) return a.titles > b.titles;
    return a.words.size() != b.words.size() ? a.words.size() > b.words.size() : a.words < b.words;
  });
  return out;
}

} // namespace trawl::search
