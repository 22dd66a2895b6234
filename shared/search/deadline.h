// SPDX-License-Identifier: GPL-3.0-or-later
/// How long a request may take.
#pragma once

#include <chrono>

namespace trawl::search {

/// When a request has to be finished.
struct Deadline {
  std::chrono::steady_clock::time_point at;
  bool passed() const { return std::chrono::steady_clock::now() >= at; }
};

/// A deadline that is checked often but looks at the clock rarely. Once over, it stays over; results gathered until
/// then are incomplete and must be discarded.
class Budget {
 public:
  explicit Budget(Deadline deadline) : deadline_(deadline) {}

  /// Whether time is up; called for every posting or document, looks at the clock every 256 calls.
  bool spent() {
    constexpr unsigned kEvery = 256;
    if (++steps_ % kEvery == 0 && deadline_.passed()) over_ = true;
    return over_;
  }
  /// The same, but looks at the clock each time: for steps of a microsecond or more.
  bool passed() { return over_ = over_ || deadline_.passed(); }
  /// The answer of the last check.
  bool over() const { return over_; }

 private:
  Deadline deadline_;
  unsigned steps_ = 0;
  bool over_ = false;
};

} // namespace trawl::search
