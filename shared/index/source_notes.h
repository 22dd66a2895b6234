// SPDX-License-Identifier: GPL-3.0-or-later
/// What readers learn about the sources: labels, and how their last crawl went. Kept in the index's metadata, because
/// the daemon opens nothing but the index.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

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

  bool operator==(const SourceNote&) const = default;
};

/// The metadata key of the notes.
inline constexpr std::string_view kSourceNotesKey = "trawl.sources";

std::string to_json(const std::vector<SourceNote>& notes);

/// Reads what `to_json` wrote; empty text has no notes. IndexDamaged.
Result<std::vector<SourceNote>> source_notes_from_json(std::string_view json);

} // namespace trawl::index
