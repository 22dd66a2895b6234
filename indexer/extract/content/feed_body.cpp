// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/feed_body.h"

#include <cstddef>
#include <unordered_set>

#include "shared/text/reading_time.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kExcerptWords = 60;   ///< a shorter feed text is an excerpt, and no judge of the page
constexpr std::size_t kMostCompared = 5000; ///< words; more tell nothing new

std::unordered_set<std::string_view> words_of(std::string_view text) {
  std::unordered_set<std::string_view> words;
  std::size_t count = 0;
  for (auto unit = text::next_unit(text, 0); unit && count < kMostCompared; unit = text::next_unit(text, unit->end)) {
    words.insert(text.substr(unit->begin, unit->end - unit->begin));
    ++count;
  }
  return words;
}

/// The share of the feed's different words that the page has too.
double overlap(std::string_view page_text, std::string_view feed_text) {
  const auto page = words_of(page_text), feed = words_of(feed_text);
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
  // Two texts of one language share a third of their different words even if they have nothing to do with each other.
  return page * 2 < feed || overlap(page_text, feed_text) < 0.4;
}

} // namespace trawl::extract
