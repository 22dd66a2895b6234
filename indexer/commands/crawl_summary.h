// SPDX-License-Identifier: GPL-3.0-or-later
/// What a crawl says of itself: on the way, at its end, and to programs.
#pragma once

#include "indexer/commands/report.h"
#include "indexer/crawl/frontier/report.h"

#include <string>

namespace trawl::commands {

/// "84 pages, 7.8/s · 12 new · 3 changed · 0 failed · 40 waiting for pytorch.org"
std::string progress_line(const crawl::CrawlReport& report, double seconds);

/// A line for each source with news or an error, and the totals.
std::string summary(const crawl::CrawlReport& report, double seconds);

/// What `crawl` reports to programs.
Report report_of(const crawl::CrawlReport& report);

/// "pytorch   12 found, 3 new, 1 changed, 0 failed"; followed by its error.
std::string summary_line(const crawl::SourceReport& source);

} // namespace trawl::commands
