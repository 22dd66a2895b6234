// SPDX-License-Identifier: GPL-3.0-or-later
/// What the cluster remembers of each crawl.db that writes to it: which index holds its articles, how far it has come,
/// and its sources. Each crawl.db has an index of its own, so that several crawlers write to one cluster without
/// talking to each other, and each can be rebuilt while the others stay; searches read all of them by an alias.
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
  std::string index;            ///< that has its articles
  std::uint64_t generation = 0; ///< how often the index was written anew
  std::uint64_t revision = 0;   ///< grows with every commit
  std::uint64_t sequence = 0;   ///< of the store: the index has all changes up to here
  Moment committed{};
  std::vector<index::SourceNote> sources;
};

/// That the cluster is OpenSearch, and of a version that Trawl knows.
Result<void> check_version(Client& client, const CallLimit& limit);

/// The name of the index that holds the states.
std::string state_index(const Client& client);

/// Makes that index if there is none.
Result<void> make_state_index(Client& client, const CallLimit& limit);

/// All states. None if there is no index yet. Fails if a part of any index is away, for then no answer is complete.
Result<std::vector<StoreState>> read_states(Client& client, const CallLimit& limit);

Result<void> write_state(Client& client, const StoreState& state, const CallLimit& limit);

/// Of all states together: grows whenever what searches find may have changed.
search::IndexState combined_state(const std::vector<StoreState>& states);

} // namespace trawl::opensearch
