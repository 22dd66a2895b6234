// SPDX-License-Identifier: GPL-3.0-or-later
/// What the index tells readers about the sources: labels, and how their last crawl went. Kept as metadata of the
/// index, as the daemon opens nothing else.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// What the index tells readers about a source; counts come from the documents.
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

/// Empty text is no notes; IndexDamaged if it is not what `to_json` writes.
Result<std::vector<SourceNote>> source_notes_from_json(std::string_view json);

} // namespace trawl::index
