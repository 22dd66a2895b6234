// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/store_state.h"

#include "shared/base/sha256.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMaxStores = 1'000;

/// Differs between two stores, and between two commits of one that have the same sequence.
std::uint64_t identity_of(const StoreState& state) {
  return sha256_number(state.store + " " + state.index + " " + std::to_string(state.sequence) + " " +
                       std::to_string(state.committed.time_since_epoch().count()));
}

Result<StoreState> read_state(const Json& source) {
  try {
    StoreState state;
    state.store = source.at("store");
    state.index = source.at("index");
    state.generation = source.at("generation");
    state.sequence = source.at("sequence");
    state.committed = Moment{std::chrono::seconds(source.at("committed").get<std::int64_t>())};
    state.schema = source.at("schema");
    TRAWL_TRY(state.sources, index::source_notes_from_json(source.at("sources").get<std::string>()));
    return state;
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorCode::StoreDamaged, "the state in OpenSearch is not what this version of Trawl writes", {},
                "use another opensearch-index");
  }
}

} // namespace

std::string state_index(const Client& client) { return client.index() + "-state"; }

std::string state_path(const Client& client, std::string_view store) {
  return "/" + state_index(client) + "/_doc/store-" + std::string(store);
}

Result<std::optional<StoreState>> find_state(Client& client, std::string_view store, const CallLimit& limit) {
  const auto answer = client.get("GET", state_path(client, store), Json(), limit);
  if (!answer && answer.error().code == ErrorCode::NotFound) return std::nullopt;
  if (!answer) return std::unexpected(answer.error());
  return read_state(answer->value("_source", Json()));
}

Result<std::vector<StoreState>> read_states(Client& client, const CallLimit& limit) {
  // This also queries the indices of articles, although they contain no states, so that a missing shard fails the
  // request.
  const Json body = {{"query", {{"term", {{"kind", "store"}}}}}, {"size", kMaxStores}};
  const std::string path =
      "/" + state_index(client) + "," + client.index() +
      "/_search?allow_partial_search_results=false&ignore_unavailable=true&pre_filter_shard_size=10000";
  auto answer = client.get("POST", path, body, limit);
  if (!answer && answer.error().code == ErrorCode::NotFound) return std::vector<StoreState>{};
  if (!answer) return std::unexpected(answer.error());
  std::vector<StoreState> states;
  const auto hits = answer->value("/hits/hits"_json_pointer, Json::array());
  for (const Json& hit : hits) {
    TRAWL_TRY(auto state, read_state(hit.value("_source", Json())));
    states.push_back(std::move(state));
  }
  return states;
}

Json to_json(const StoreState& state) {
  return {{"kind", "store"},
          {"store", state.store},
          {"index", state.index},
          {"generation", state.generation},
          {"sequence", state.sequence},
          {"committed", state.committed.time_since_epoch().count()},
          {"schema", state.schema},
          {"sources", index::to_json(state.sources)}};
}

search::IndexState combined_state(const std::vector<StoreState>& states) {
  search::IndexState all;
  for (const StoreState& state : states) {
    all.generation += state.generation;
    all.revision += state.sequence;
    all.identity += identity_of(state); // a sum, because the cluster gives the states in any order
  }
  if (states.size() == 1) { // several crawl.dbs have no sequence in common
    all.store = states.front().store;
    all.sequence = states.front().sequence;
  }
  return all;
}

} // namespace trawl::opensearch
