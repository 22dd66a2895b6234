// SPDX-License-Identifier: GPL-3.0-or-later
/// Processor time of the calling thread, for budgets: what is done must not depend on how busy the machine is.
#pragma once

#include <chrono>

#include <ctime>

namespace trawl {

inline std::chrono::nanoseconds thread_time() {
  timespec spent{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return std::chrono::seconds{spent.tv_sec} + std::chrono::nanoseconds{spent.tv_nsec};
}

} // namespace trawl
