// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes one shard of several. Throws as Xapian does.
#pragma once

#include "shared/index/index_state.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

namespace trawl::index {

struct MergedShard {
  std::filesystem::path folder;
  std::set<std::uint32_t> hidden; ///< documents that were taken out of its database, but not out of its rows
};

/// Merges shards, oldest first, into a new folder, with Xapian's compaction, which copies blocks in order; documents
/// keep their numbers. `state`: of the merged index.
void merge_shards(const std::vector<MergedShard>& shards, const std::filesystem::path& to, const CommitState& state);

/// Takes documents out of a shard's database, if they are there. Its rows stay.
void remove_documents(const std::filesystem::path& shard, const std::set<std::uint32_t>& documents);

} // namespace trawl::index
