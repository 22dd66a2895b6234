// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/title_phrases.h"

#include <algorithm>
#include <map>
#include <set>

#include "shared/base/utf8.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

constexpr std::size_t kLeastWords = 2;
constexpr std::size_t kMostWords = 5;
constexpr std::size_t kLeastTitles = 2;

using Words = std::vector<std::string>;

/// The words of a title, and which of them directly follow the one before.
struct Title {
  Words words;
  std::vector<bool> follows;

  std::string text(std::size_t begin, std::size_t size) const {
    std::string out;
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (i > begin && !follows[i]) out += ' ';
      out += words[i];
    }
    return out;
  }
};

Title read_title(std::string_view title) {
  Title out;
  std::size_t end = 0;
  text::for_each_token(title, [&](const text::Token& token) {
    if (token.kind != text::TokenKind::Word) return;
    out.words.push_back(token.folded);
    out.follows.push_back(token.begin == end);
    end = token.end;
  });
  return out;
}

/// What a word counts of kMostWords, twice.
std::size_t halves(std::string_view word) { return is_cjk_character(word) ? 1 : 2; }

bool begins_as_typed(std::span<const std::string> here, std::span<const std::string> typed,
                     std::string_view beginning) {
  return here.size() > typed.size() && std::ranges::equal(here.first(typed.size()), typed) &&
         here[typed.size()].starts_with(beginning) && (!typed.empty() || !text::is_stop_word(here.front()));
}

/// Sorted by their words, so a phrase comes directly before those that begin with it.
using Phrases = std::map<Words, TitlePhrase>;

/// Whether a longer phrase, found in as many titles, begins with this one.
bool is_part(const Phrases& all, Phrases::const_iterator phrase) {
  const Words& words = phrase->first;
  for (auto next = std::next(phrase); next != all.end(); ++next) {
    const bool longer =
        next->first.size() > words.size() && std::equal(words.begin(), words.end(), next->first.begin());
    if (!longer) return false;
    if (next->second.titles == phrase->second.titles) return true;
  }
  return false;
}

/// Whether the phrase is one of `found` with one more character.
bool adds_a_character(const std::vector<TitlePhrase>& found, const Words& phrase) {
  return is_cjk_character(phrase.back()) && std::ranges::any_of(found, [&](const TitlePhrase& one) {
           return one.words.size() + 1 == phrase.size() &&
                  std::equal(one.words.begin(), one.words.end(), phrase.begin());
         });
}

} // namespace

bool is_cjk_character(std::string_view word) {
  std::size_t end = 0;
  return !word.empty() && text::classify(utf8::next(word, end)) == text::CharClass::Cjk && end == word.size();
}

std::vector<TitlePhrase> shared_phrases(std::span<const std::string> titles, std::span<const std::string> words,
                                        std::string_view beginning) {
  Phrases all;
  for (const std::string& written : titles) {
    const Title title = read_title(written);
    std::set<Words> in_title;
    for (std::size_t at = 0; at < title.words.size(); ++at) {
      const auto here = std::span(title.words).subspan(at);
      if (!begins_as_typed(here, words, beginning)) continue;
      // A character that was typed is complete.
      const std::size_t typed = words.size() + (is_cjk_character(beginning) ? 2 : 1);
      const std::size_t least = std::max(kLeastWords, typed);
      std::size_t length = 0;
      for (std::size_t size = 1; size <= here.size(); ++size) {
        if ((length += halves(here[size - 1])) > 2 * kMostWords) break;
        if (size < least || text::is_stop_word(here[size - 1])) continue;
        Words phrase(here.begin(), here.begin() + static_cast<std::ptrdiff_t>(size));
        if (!in_title.insert(phrase).second) continue;
        TitlePhrase& found = all[phrase];
        if (++found.titles == 1) found.text = title.text(at, size);
        found.words = std::move(phrase);
      }
    }
  }
  std::vector<TitlePhrase> out;
  for (auto phrase = all.begin(); phrase != all.end(); ++phrase) {
    const auto& [of_phrase, found] = *phrase;
    if (found.titles >= kLeastTitles && !is_part(all, phrase) && !adds_a_character(out, of_phrase))
      out.push_back(found);
  }
  std::ranges::sort(out, [](const TitlePhrase& a, const TitlePhrase& b) {
    if (a.titles != b.titles) return a.titles > b.titles;
    return a.words.size() != b.words.size() ? a.words.size() > b.words.size() : a.words < b.words;
  });
  return out;
}

} // namespace trawl::search
