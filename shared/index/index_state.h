// SPDX-License-Identifier: GPL-3.0-or-later
/// What a commit says about itself: kept in the metadata of the newest shard, so it is as old as its documents.
#pragma once

#include "shared/base/date_time.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// The first number is raised whenever an older program could not read the index, or would find less in it. It would
/// when a field gets a column (schema/fields.json), too; by two when one loses its own.
inline constexpr int kSchemaVersion = 18 + static_cast<int>(kFields);

/// A writer commits after so many articles at the latest: Xapian's inverter misses the processor's cache beyond that.
inline constexpr std::uint64_t kMostPending = 1'000;

/// Of a field, counted by four bytes each: more are not believed.
inline constexpr std::uint32_t kMostValues = 50'000'000;

/// A shard at a commit: the name that its database was given when it was made, and which of its commits it has at
/// least.
struct ShardMark {
  std::string uuid;
  std::uint64_t revision = 0;

  bool operator==(const ShardMark&) const = default;
};

ShardMark mark_of(const Xapian::Database& shard);

struct CommitState {
  std::uint64_t revision = 0;
  Moment committed{};
  std::uint64_t store_sequence = 0; ///< how far the changes of the article store are applied
  ValueCounts values{};             ///< of each field: how many ordinals are in use
  std::string store;                ///< name of the crawl.db that it was made from; empty: not known
  std::string withdrawn;            ///< folder of the shard of withdrawn articles; empty: there are none
  /// By folder: the older shards and the one of withdrawn articles. Others must not take their place.
  std::map<std::string, ShardMark> shards;
  std::string sources; ///< JSON (source_notes.h)

  bool operator==(const CommitState&) const = default;
};

/// Whether these are the shards of the commit: `names` as the stub has them, the newest last.
bool has_shards(const CommitState& state, const std::vector<std::string>& names);

/// Whether the database in a folder is the one that the commit knows, at that commit or later.
bool is_shard_of(const CommitState& state, const std::string& folder, const Xapian::Database& shard);

/// Whether all values of a shard's rows are in use.
bool fits(const RowColumns& rows, const CommitState& state);

std::string to_bytes(const CommitState& state);

/// nullopt if the bytes do not fit, also if another version of the schema wrote them.
std::optional<CommitState> commit_state_from(std::string_view bytes);

/// Differs between the commits of an index, and between indexes. `uuid`: Xapian's, of the newest shard.
std::uint64_t identity_of(const CommitState& state, std::string_view uuid);

} // namespace trawl::index
