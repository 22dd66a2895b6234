// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/publish_rate.h"

#include <algorithm>

namespace trawl::crawl {
namespace {

using std::chrono::days;

constexpr std::size_t kMinIntervals = 4;
constexpr std::size_t kMaxIntervals = 20; // older intervals say little about the present
constexpr days kMinSilence{14};           // people take holidays

days since(const PublishRate& rate, Moment now) { return std::chrono::duration_cast<days>(now - rate.last); }

} // namespace

std::optional<PublishRate> publish_rate_of(const std::vector<Moment>& newest_first) {
  std::vector<days> intervals;
  for (std::size_t i = 1; i < newest_first.size() && intervals.size() < kMaxIntervals; ++i) {
    const auto interval = std::chrono::floor<days>(newest_first[i - 1]) - std::chrono::floor<days>(newest_first[i]);
    if (interval > days{0}) intervals.push_back(interval);
  }
  if (intervals.size() < kMinIntervals) return std::nullopt;
  std::ranges::sort(intervals);
  return PublishRate{intervals[intervals.size() / 2], intervals.back(), newest_first.front()};
}

bool is_silent(const PublishRate& rate, Moment now) {
  return since(rate, now) > std::max({rate.longest, 3 * rate.median, kMinSilence});
}

std::string describe_silence(const PublishRate& rate, Moment now) {
  const auto median = rate.median.count();
  const auto every = median == 1 ? "a day" : "every " + std::to_string(median) + " days";
  return "usually an article " + every + ", none for " + std::to_string(since(rate, now).count());
}

} // namespace trawl::crawl
