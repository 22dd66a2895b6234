// SPDX-License-Identifier: GPL-3.0-or-later
/// What the cluster stores about each crawl.db that writes to it: up to which change it has the articles, and the
/// sources. Each crawl.db has its own index, so several crawlers can write to one cluster without talking to each
/// other, and each index can be rebuilt without the others. The state is a document of that index: it comes, is
/// restored and goes with the articles that it is about. Of all indices, one alias has the articles, and one the rest:
/// the states, and an empty document under the id of each article that was removed.
#pragma once

#include "shared/base/date_time.h"
#include "shared/index/source_notes.h"
#include "shared/opensearch/client.h"
#include "shared/search/response.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

struct StoreState {
  std::string store;            ///< names a crawl.db
  std::string index;            ///< the index that has its articles
  std::uint64_t generation = 0; ///< how often the index was rebuilt
  std::uint64_t sequence = 0;   ///< of the store: the index has all changes up to this one
  Moment committed{};
  std::vector<index::SourceNote> sources;
  int schema = 0; ///< the version of its form
};

/// The id of its document.
inline constexpr std::string_view kStateId = "state";

Json to_json(const StoreState& state);

/// The alias that has all documents but the articles; that of the articles is client.index().
std::string alias_of_states(const Client& client);

/// The actions that give an index both aliases.
Json alias_actions(const Client& client, const std::string& index);

/// Articles, among all documents.
Json is_article();

/// The store's state, if it has written to this cluster. Network if only the node that was asked does not know of it.
Result<std::optional<StoreState>> find_state(Client& client, std::string_view store, CallLimit limit);

/// All states; NotFound if the node that was asked knows none. Fails if a shard of any index is unavailable, because
/// then no answer would be complete.
Result<std::vector<StoreState>> read_states(Client& client, CallLimit limit);

/// Combines all states: differs whenever the results of searches may have changed.
search::IndexState combined_state(const std::vector<StoreState>& states);

} // namespace trawl::opensearch
