// SPDX-License-Identifier: GPL-3.0-or-later
/// How long a request may take.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace trawl::search {

/// When a request has to be finished.
struct Deadline {
  std::chrono::steady_clock::time_point at;
  const std::atomic<bool>* is_abandoned = nullptr; ///< nobody waits for the answer any more; null: somebody always does
  /// What the steps of matching that may stay incomplete get of it, so that a query stays under a quarter of a second
  /// whatever else it contains.
  std::chrono::nanoseconds soft_limit = std::chrono::milliseconds(150);

  bool passed() const {
    return std::chrono::steady_clock::now() >= at ||
           (is_abandoned != nullptr && is_abandoned->load(std::memory_order_relaxed));
  }
};

/// When the steps of matching that may stay incomplete have to end. A step that is cut says so and makes the answer
/// inexact. A request without a deadline is never cut.
inline Deadline soft_deadline(Deadline hard) {
  if (hard.at == std::chrono::steady_clock::time_point::max()) return hard;
  return {std::min(hard.at, std::chrono::steady_clock::now() + hard.soft_limit), hard.is_abandoned};
}

/// A deadline that is checked often but looks at the clock rarely. Once spent, it stays spent; results gathered until
/// then are incomplete: they are discarded, or the answer says so.
class Budget {
 public:
  explicit Budget(Deadline deadline) : deadline_(deadline) {}

  /// Whether time is up; called for every posting or document, looks at the clock every 256 calls.
  bool spent() {
    constexpr unsigned kEvery = 256;
    if (++steps_ % kEvery == 0 && deadline_.passed()) is_spent_ = true;
    return is_spent_;
  }
  /// The same, but looks at the clock each time: for steps of a microsecond or more.
  bool spent_now() { return is_spent_ = is_spent_ || deadline_.passed(); }
  /// The answer of the last check.
  bool was_spent() const { return is_spent_; }
  Deadline deadline() const { return deadline_; }

 private:
  Deadline deadline_;
  unsigned steps_ = 0;
  bool is_spent_ = false;
};

} // namespace trawl::search
