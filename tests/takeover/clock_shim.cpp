// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded before a program by tests of what happens over days: its calendar stands so many seconds ahead of the
// machine's, or behind it, as TRAWL_CALENDAR_SHIFT says. What measures durations runs as always.
#include <cstdlib>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

long shift() {
  static const long seconds = [] {
    const char* const text = std::getenv("TRAWL_CALENDAR_SHIFT");
    return text == nullptr ? 0 : std::strtol(text, nullptr, 10);
  }();
  return seconds;
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  const auto failed = static_cast<int>(::syscall(SYS_clock_gettime, clock, now));
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return failed;
}

int gettimeofday(timeval* __restrict now, void* __restrict) noexcept {
  timespec precise{};
  const int failed = clock_gettime(CLOCK_REALTIME, &precise);
  *now = {precise.tv_sec, precise.tv_nsec / 1000};
  return failed;
}

time_t time(time_t* now) noexcept {
  timespec precise{};
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now != nullptr) *now = precise.tv_sec;
  return precise.tv_sec;
}

} // extern "C"
