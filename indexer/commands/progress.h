// SPDX-License-Identifier: GPL-3.0-or-later
/// How a crawl is shown while it runs: one line that is written over on a terminal, a line now and then elsewhere.
#pragma once

#include "indexer/crawl/crawl_report.h"

#include <chrono>
#include <string>

namespace trawl::commands {

class Progress {
 public:
  /// Writes to standard error. `quiet`: nothing.
  explicit Progress(bool quiet);

  void show(const crawl::CrawlReport& report);

  /// Takes the running line away and prints a line per source that had something to say, and the sums.
  void end(const crawl::CrawlReport& report);

 private:
  using SteadyClock = std::chrono::steady_clock;
  bool quiet_, is_terminal_;
  SteadyClock::time_point begin_, last_;
};

/// "pytorch   12 found, 3 new, 1 changed, 0 failed"; the error of its entrance after it.
std::string summary_line(const crawl::SourceReport& source);

} // namespace trawl::commands
