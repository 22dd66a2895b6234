// SPDX-License-Identifier: GPL-3.0-or-later
/// What readers learn about the sources: labels, how their last crawl went, and how often they were requested. Kept in
/// the index's metadata, because the daemon opens nothing but the index.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// One source. Counts of its articles come from the documents.
struct SourceNote {
  std::string id, label, homepage;
  std::optional<Moment> last_success;
  std::string health; ///< ok, failing, silent, never, paused
  std::string last_error;
  std::map<std::string, std::uint64_t> fetches = {}; ///< requests by outcome: ok, not_modified, redirect, …
  std::uint64_t fetched_bytes = 0;                   ///< received, before decompression
  std::uint64_t gone = 0;                            ///< articles withdrawn by their publisher
  std::chrono::seconds pace{0};                      ///< between two requests for its seed; 0: not known

  bool operator==(const SourceNote&) const = default;
};

std::string to_json(const std::vector<SourceNote>& notes);

/// Reads what `to_json` wrote; empty text has no notes. IndexDamaged.
Result<std::vector<SourceNote>> source_notes_from_json(std::string_view json);

} // namespace trawl::index
