// SPDX-License-Identifier: GPL-3.0-or-later
/// What a commit says about itself: kept in the metadata of the newest shard, so it is as old as its documents.
#pragma once

#include "shared/base/date_time.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::index {

/// Raised whenever an older program could not read the index, or would find less in it: also when a field gets a column
/// (schema/fields.json).
inline constexpr int kSchemaVersion = 16;

/// Of a field, counted by four bytes each: more are not believed.
inline constexpr std::uint32_t kMostValues = 50'000'000;

struct CommitState {
  std::uint64_t revision = 0;
  Moment committed{};
  std::uint64_t store_sequence = 0; ///< how far the changes of the article store are applied
  ValueCounts values{};             ///< of each field: how many ordinals are in use
  std::string store;                ///< name of the crawl.db that it was made from; empty: not known
  std::string withdrawn;            ///< folder of the shard of withdrawn articles; empty: there are none
  std::string sources;              ///< JSON (source_notes.h)

  bool operator==(const CommitState&) const = default;
};

/// Whether all values of a shard's rows are in use.
bool fits(const RowColumns& rows, const CommitState& state);

std::string to_bytes(const CommitState& state);

/// nullopt if the bytes do not fit, also if another version of the schema wrote them.
std::optional<CommitState> commit_state_from(std::string_view bytes);

/// Differs between the commits of an index, and between indexes. `uuid`: Xapian's, of the newest shard.
std::uint64_t identity_of(const CommitState& state, std::string_view uuid);

} // namespace trawl::index
