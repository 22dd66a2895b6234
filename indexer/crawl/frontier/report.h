// SPDX-License-Identifier: GPL-3.0-or-later
/// The numbers of a crawl, per source: plain values for the progress display, the summary and the exit code.
#pragma once

#include "shared/base/date_time.h"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::crawl {

struct SourceReport {
  std::string id, label;
  std::size_t found = 0; ///< article URLs discovered in its seeds and by following links
  std::size_t added = 0;
  std::size_t changed = 0;
  std::size_t unchanged = 0; ///< fetched or extracted again, and the same as before
  std::size_t folded = 0;    ///< duplicates of other articles
  std::size_t skipped = 0;   ///< pages that are not articles, or ask not to be indexed
  std::size_t failed = 0;
  std::size_t gone = 0;      ///< articles found to be withdrawn
  std::size_t moved = 0;     ///< articles found at another address
  std::size_t missing = 0;   ///< pages that were not there, and may come back
  std::size_t postponed = 0; ///< pages left for a later crawl because their host is closed
  bool asked = false;        ///< at least one of its seeds was requested
  bool answered = false;     ///< one of them gave a usable answer, or is still fresh
  std::string error;         ///< of its seeds, as a sentence
  std::string failure;       ///< of the first page that failed, as a sentence
  Moment waits_until{};      ///< its host wants, or is given, a pause until then; epoch: it does not wait
};

/// The numbers by the names that programs read.
inline constexpr std::array<std::pair<const char*, std::size_t SourceReport::*>, 11> kSourceCounts{{
    {"found", &SourceReport::found},
    {"added", &SourceReport::added},
    {"changed", &SourceReport::changed},
    {"unchanged", &SourceReport::unchanged},
    {"folded", &SourceReport::folded},
    {"skipped", &SourceReport::skipped},
    {"failed", &SourceReport::failed},
    {"gone", &SourceReport::gone},
    {"moved", &SourceReport::moved},
    {"missing", &SourceReport::missing},
    {"postponed", &SourceReport::postponed},
}};

/// Whether the source answered but gave nothing: it lists no articles, or none of the listed ones could be fetched.
bool gave_nothing(const SourceReport& source);

/// What is wrong with the source, as a sentence; empty if nothing is.
std::string trouble_of(const SourceReport& source);

struct CrawlReport {
  std::vector<SourceReport> sources;
  std::size_t pages = 0; ///< requested
  std::size_t requests = 0;
  std::size_t bytes = 0;   ///< received, before decompression
  std::size_t waiting = 0; ///< tasks still to do while the crawl runs
  std::string awaited;     ///< the host of the request that has been without an answer for longest, else of most tasks
  bool interrupted = false;
  bool has_reached_host = false;               ///< any at all
  std::set<std::string> unresolved_hosts = {}; ///< whose names could not be resolved

  /// The report of a source, added if it is missing. Valid until the next call with a new source.
  SourceReport& of(std::string_view source);

  /// The numbers of all sources together.
  SourceReport sum() const;
};

} // namespace trawl::crawl
