// SPDX-License-Identifier: GPL-3.0-or-later
/// What the cluster stores about each crawl.db that writes to it: which index has its articles, up to which change, and
/// its sources. Each crawl.db has its own index, so several crawlers can write to one cluster without talking to each
/// other, and each index can be rebuilt without the others; searches read all of them through an alias.
#pragma once

#include "shared/base/date_time.h"
#include "shared/index/source_notes.h"
#include "shared/opensearch/client.h"
#include "shared/search/response.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

struct StoreState {
  std::string store;            ///< names a crawl.db
  std::string index;            ///< the index that has its articles
  std::uint64_t generation = 0; ///< how often the index was rebuilt
  std::uint64_t revision = 0;   ///< grows with every commit
  std::uint64_t sequence = 0;   ///< of the store: the index has all changes up to this one
  Moment committed{};
  std::vector<index::SourceNote> sources;
  int schema = 0; ///< index::kSchemaVersion of the program that created the index
};

/// Checks that the cluster is OpenSearch, in a version that Trawl supports.
Result<void> check_version(Client& client, const CallLimit& limit);

/// The name of the index that contains the states.
std::string state_index(const Client& client);

/// Creates that index if it does not exist.
Result<void> make_state_index(Client& client, const CallLimit& limit);

/// All states; empty if the index does not exist yet. Fails if a shard of any index is unavailable, because then no
/// answer would be complete.
Result<std::vector<StoreState>> read_states(Client& client, const CallLimit& limit);

Result<void> write_state(Client& client, const StoreState& state, const CallLimit& limit);

/// Combines all states: differs whenever the results of searches may have changed.
search::IndexState combined_state(const std::vector<StoreState>& states);

} // namespace trawl::opensearch
