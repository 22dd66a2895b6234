// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows on standard error how far long work is: one line that is rewritten on a terminal, else a line every ten
/// seconds. A separate thread prints it, so that long steps without a count show that they are running, too.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace trawl::commands {

/// "rebuilding: 1200 of 10000 articles, 250/s, 35 s left". Without a total (0): "importing: 1200 rows, 250/s", and if
/// the share of them is known (above 0) "importing: 1200 rows, 12 %, 250/s, 35 s left"; without a count: "checking the
/// store: 12 s".
std::string progress_text(const std::string& work, const std::string& unit, std::size_t done, std::size_t total,
                          double seconds, double share = 0);

class WorkProgress {
 public:
  /// `quiet`: shows nothing. `unit`: "articles".
  WorkProgress(bool quiet, std::string unit);
  /// Removes the line.
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

  /// Begins a part of the work; `total`: 0 if it is not known.
  void begin(std::string work, std::size_t total = 0);
  /// Shows this line from now on, which says all.
  void show(std::string line);
  /// How much of this part is done.
  void set_done(std::size_t done) { done_ = done; }
  /// The same of a part without a total, of which this share is done (0 to 1), if that is known.
  void set_done(std::size_t done, std::optional<double> share) {
    done_ = done;
    share_ = share.value_or(0);
  }

 private:
  using SteadyClock = std::chrono::steady_clock;
  void print_until_stopped(const std::stop_token& token);

  bool is_terminal_;
  std::string unit_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<double> share_ = 0;
  std::mutex mutex_; ///< protects the members below
  std::condition_variable_any wake_;
  std::string work_, line_;
  std::size_t total_ = 0;
  SteadyClock::time_point begin_;
  std::jthread printer_;
};

} // namespace trawl::commands
