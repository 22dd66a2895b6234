// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows the progress of a crawl on standard error: one line that is rewritten on a terminal, else a line every ten
/// seconds.
#pragma once

#include "indexer/commands/report.h"
#include "indexer/crawl/frontier/report.h"

#include <chrono>
#include <string>

namespace trawl::commands {

/// Whether standard error is a terminal on which a line can be rewritten.
bool can_rewrite_lines();

class Progress {
 public:
  /// `quiet`: shows nothing.
  explicit Progress(bool quiet);

  void show(const crawl::CrawlReport& report);

  /// Removes the progress line.
  void erase() const;

  /// Removes the progress line and prints a line for each source with news or an error, and the totals.
  void end(const crawl::CrawlReport& report);

 private:
  using SteadyClock = std::chrono::steady_clock;
  bool quiet_, is_terminal_;
  SteadyClock::time_point begin_, last_, awaited_since_;
  std::string awaited_; ///< host
};

/// What `crawl` reports to programs.
Report report_of(const crawl::CrawlReport& report);

/// "pytorch   12 found, 3 new, 1 changed, 0 failed"; followed by its error.
std::string summary_line(const crawl::SourceReport& source);

} // namespace trawl::commands
