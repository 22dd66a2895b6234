// SPDX-License-Identifier: GPL-3.0-or-later
/// What a commit says about itself: a few keys of the database's metadata, as text, so they are as old as its
/// documents.
#pragma once

#include "shared/base/date_time.h"
#include "shared/schema/fields.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <xapian.h>

namespace trawl::index {

/// The first number is raised whenever an older program could not read the index, or would find less in it. It would
/// when a field gets a column (schema/fields.json), too; by two when one loses its own.
inline constexpr int kSchemaVersion = 30 + static_cast<int>(schema::kFilterFields.size());

/// A writer commits after so many articles at the latest: Xapian's inverter misses the processor's cache beyond that.
inline constexpr std::uint64_t kMostPending = 1'000;

struct CommitState {
  std::uint64_t revision = 0;
  Moment committed{};
  std::uint64_t store_sequence = 0; ///< how far the changes of the article store are applied
  std::string store;                ///< name of the crawl.db that it was made from; empty: not known
  std::string sources;              ///< JSON (source_notes.h)

  bool operator==(const CommitState&) const = default;
};

/// Both throw as Xapian does.
void write_state(const CommitState& state, Xapian::WritableDatabase& database);
/// nullopt if what is there does not fit, also if another version of the schema wrote it.
std::optional<CommitState> read_state(const Xapian::Database& database);

/// Differs between the commits of an index, and between indexes. `uuid`: Xapian's, of the database.
std::uint64_t identity_of(const CommitState& state, std::string_view uuid);

/// The ids of the articles that were removed, each 16 letters, in one value of the metadata.
inline const std::string kRemovedKey = "trawl.removed";

} // namespace trawl::index
