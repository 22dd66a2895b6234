// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/work_progress.h"

#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <tuple>
#include <utility>

#include <unistd.h>

namespace trawl::commands {
namespace {

/// Whether standard error is a terminal on which a line can be rewritten.
bool can_rewrite_lines() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::size_t>(std::lround(seconds));
  if (whole < 120) return std::to_string(whole) + " s";
  if (whole < 7'200) return std::to_string(whole / 60) + " min";
  return std::to_string(whole / 3'600) + " h " + std::to_string(whole % 3'600 / 60) + " min";
}

} // namespace

std::string progress_text(const std::string& work, const std::string& unit, std::size_t done, std::size_t total,
                          double seconds, double share) {
  if (total > 0) share = static_cast<double>(done) / static_cast<double>(total);
  std::string out = work + ": ";
  if (done == 0) return out + duration_text(seconds);
  out += std::to_string(done) + (total > 0 ? " of " + std::to_string(total) : "") + " " + unit;
  if (total == 0 && share > 0) out += ", " + std::to_string(std::lround(100 * share)) + " %";
  const double rate = static_cast<double>(done) / (seconds > 0.001 ? seconds : 0.001);
  out += ", " + std::to_string(std::lround(rate)) + "/s";
  if (share > 0 && share < 1 && seconds >= 1) out += ", " + duration_text(seconds * (1 - share) / share) + " left";
  return out;
}

WorkProgress::WorkProgress(bool quiet, std::string unit)
    : is_terminal_(can_rewrite_lines()), unit_(std::move(unit)), begin_(SteadyClock::now()) {
  if (!quiet)
    printer_ = std::jthread([this](const std::stop_token& token) {
      // Without memory the progress is not shown, but the work continues.
      std::ignore = catching_exceptions([&]() -> Result<void> { return print_until_stopped(token), Result<void>(); });
    });
}

WorkProgress::~WorkProgress() {
  if (!printer_.joinable()) return;
  printer_.request_stop();
  printer_.join();
  if (is_terminal_) erase_line();
}

void WorkProgress::begin(std::string work, std::size_t total) {
  const std::lock_guard lock(mutex_);
  work_ = std::move(work);
  total_ = total;
  done_ = 0;
  share_ = 0;
  begin_ = SteadyClock::now();
}

void WorkProgress::show(std::string line) {
  const std::lock_guard lock(mutex_);
  line_ = std::move(line);
}

void WorkProgress::print_until_stopped(const std::stop_token& token) {
  const auto pause = is_terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000);
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, token, pause, [&] { return token.stop_requested(); })) {
    const double seconds = std::chrono::duration<double>(SteadyClock::now() - begin_).count();
    const std::string text = !line_.empty() ? line_ : progress_text(work_, unit_, done_, total_, seconds, share_);
    if (is_terminal_) erase_line();
    std::cerr << text << (is_terminal_ ? "" : "\n") << std::flush;
  }
}

} // namespace trawl::commands
