// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/publish_rate.h"

#include <algorithm>

namespace trawl::crawl {
namespace {

using std::chrono::days;

constexpr std::size_t kEnoughPauses = 4;
constexpr std::size_t kPauses = 20; // what a source did years ago is no habit any more
constexpr days kLeastSilence{14};   // people take holidays

days since(const PublishRate& habit, Moment now) { return std::chrono::duration_cast<days>(now - habit.last); }

} // namespace

std::optional<PublishRate> publish_rate_of(const std::vector<Moment>& newest_first) {
  std::vector<days> pauses;
  for (std::size_t i = 1; i < newest_first.size() && pauses.size() < kPauses; ++i) {
    const auto pause = std::chrono::floor<days>(newest_first[i - 1]) - std::chrono::floor<days>(newest_first[i]);
    if (pause > days{0}) pauses.push_back(pause);
  }
  if (pauses.size() < kEnoughPauses) return std::nullopt;
  std::ranges::sort(pauses);
  return PublishRate{pauses[pauses.size() / 2], pauses.back(), newest_first.front()};
}

bool is_silent(const PublishRate& habit, Moment now) {
  return since(habit, now) > std::max({habit.longest, 3 * habit.usual, kLeastSilence});
}

std::string describe_silence(const PublishRate& habit, Moment now) {
  const auto usual = habit.usual.count();
  const auto every = usual == 1 ? "a day" : "every " + std::to_string(usual) + " days";
  return "usually an article " + every + ", none for " + std::to_string(since(habit, now).count());
}

} // namespace trawl::crawl
