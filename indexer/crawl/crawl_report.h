// SPDX-License-Identifier: GPL-3.0-or-later
/// What a crawl did, in numbers, per source: plain values for the progress display, the summary and the exit code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::crawl {

struct SourceReport {
  std::string id, label;
  std::size_t found = 0; ///< articles named by its entrances
  std::size_t added = 0;
  std::size_t changed = 0;
  std::size_t unchanged = 0; ///< asked again, as we have it
  std::size_t folded = 0;    ///< copies of other articles
  std::size_t skipped = 0;   ///< pages that are no articles, or ask not to be indexed
  std::size_t failed = 0;
  std::size_t postponed = 0; ///< pages left for another crawl, as their host is closed
  bool asked = false;        ///< one of its entrances
  bool answered = false;     ///< and it held something, or was as before
  std::string error;         ///< of its entrance
};

struct CrawlReport {
  std::vector<SourceReport> sources;
  std::size_t pages = 0; ///< asked for
  std::size_t requests = 0;
  std::size_t bytes = 0;   ///< on the wire
  std::size_t waiting = 0; ///< still to do, while the crawl runs
  bool interrupted = false;
};

} // namespace trawl::crawl
