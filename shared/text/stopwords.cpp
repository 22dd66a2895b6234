// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/stopwords.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace trawl::text {
namespace {

constexpr auto kStopWords = std::to_array<std::string_view>({
    "a",     "about", "all",   "also", "am",    "an",     "and",   "any",  "are",     "as",   "at",
    "be",    "been",  "being", "but",  "by",    "can",    "could", "did",  "do",      "does", "doing",
    "done",  "each",  "for",   "from", "had",   "has",    "have",  "he",   "her",     "here", "him",
    "his",   "how",   "i",     "if",   "in",    "into",   "is",    "it",   "its",     "just", "me",
    "more",  "most",  "much",  "must", "my",    "no",     "not",   "now",  "of",      "on",   "only",
    "or",    "other", "our",   "over", "she",   "should", "so",    "some", "such",    "than", "that",
    "the",   "their", "them",  "then", "there", "these",  "they",  "this", "through", "to",   "too",
    "under", "up",    "us",    "very", "via",   "was",    "we",    "were", "what",    "when", "where",
    "which", "while", "who",   "whom", "whose", "why",    "will",  "with", "would",   "you",  "your",
});
static_assert(std::ranges::is_sorted(kStopWords));

/// The stop words that begin with each letter: where the first of them is, and behind the last that of the next letter.
constexpr auto kFirstOfLetter = [] {
  std::array<std::uint8_t, 'z' - 'a' + 2> firsts{};
  for (std::size_t letter = 0; letter < firsts.size(); ++letter) {
    firsts[letter] = static_cast<std::uint8_t>(std::ranges::count_if(
        kStopWords, [&](std::string_view word) { return static_cast<std::size_t>(word.front() - 'a') < letter; }));
  }
  return firsts;
}();

constexpr auto kFillerWords = std::to_array<std::string_view>({
    "article",  "articles", "basics",    "beginner",   "beginners",   "best",         "better",      "between",
    "blog",     "blogs",    "compare",   "compared",   "comparison",  "difference",   "differences", "example",
    "examples", "explain",  "explained", "explaining", "explanation", "find",         "get",         "give",
    "good",     "guide",    "guides",    "help",       "intro",       "introduction", "know",        "latest",
    "list",     "looking",  "need",      "new",        "newest",      "notes",        "overview",    "please",
    "post",     "posts",    "primer",    "question",   "questions",   "show",         "simple",      "simply",
    "step",     "steps",    "tell",      "tips",       "tutorial",    "tutorials",    "use",         "used",
    "using",    "versus",   "vs",        "want",       "way",         "ways",         "work",        "working",
    "works",
});
static_assert(std::ranges::is_sorted(kFillerWords));

} // namespace

bool is_stop_word(std::string_view folded) {
  if (folded.empty() || folded.front() < 'a' || folded.front() > 'z') return false;
  const auto letter = static_cast<std::size_t>(folded.front() - 'a');
  const std::span of_letter = std::span(kStopWords).first(kFirstOfLetter[letter + 1]).subspan(kFirstOfLetter[letter]);
  return std::ranges::find(of_letter, folded) != of_letter.end();
}

std::span<const std::string_view> stop_words() { return kStopWords; }

bool is_filler_word(std::string_view folded) { return std::ranges::binary_search(kFillerWords, folded); }

} // namespace trawl::text
