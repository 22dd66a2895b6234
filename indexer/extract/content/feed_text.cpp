// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/feed_text.h"

#include <cstddef>
#include <unordered_set>

#include "shared/text/reading_time.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kExcerptWords = 60;   ///< a shorter feed text is an excerpt: too little to compare with
constexpr std::size_t kMostCompared = 5000; ///< words; more would not change the answer

std::unordered_set<std::string_view> distinct_words(std::string_view text) {
  std::unordered_set<std::string_view> words;
  std::size_t count = 0;
  for (auto unit = text::next_unit(text, 0); unit && count < kMostCompared; unit = text::next_unit(text, unit->end)) {
    words.insert(text.substr(unit->begin, unit->end - unit->begin));
    ++count;
  }
  return words;
}

/// The share of the feed's distinct words that the page also has.
double overlap(std::string_view page_text, std::string_view feed_text) {
  const auto page = distinct_words(page_text), feed = distinct_words(feed_text);
  std::size_t common = 0;
  for (const std::string_view word : feed) common += page.contains(word) ? 1 : 0;
  return static_cast<double>(common) / static_cast<double>(feed.size());
}

} // namespace

bool is_feed_text_better(std::string_view page_text, std::string_view feed_text) {
  const std::size_t feed = text::measure(feed_text).words;
  if (feed == 0) return false;
  const std::size_t page = text::measure(page_text).words;
  if (page == 0) return true;
  if (feed < kExcerptWords) return page * 3 < feed;
  // Unrelated texts in the same language share about a third of their distinct words.
  return page * 2 < feed || overlap(page_text, feed_text) < 0.4;
}

} // namespace trawl::extract
