// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/store_state.h"

#include "shared/base/sha256.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"

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

Result<StoreState> read_state(const Json& document) {
  try {
    const Json& source = document.at("_source");
    const Json& content = source.at(std::string(field::kState));
    StoreState state;
    state.store = source.at(std::string(field::kStore));
    state.index = document.at("_index");
    state.generation = content.at("generation");
    state.sequence = content.at("sequence");
    state.committed = Moment{std::chrono::seconds(content.at("committed").get<std::int64_t>())};
    state.schema = content.at("schema");
    TRAWL_TRY(state.sources, index::source_notes_from_json(content.at("sources").get<std::string>()));
    return state;
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorCode::StoreDamaged, "the state in OpenSearch is not what this version of Trawl writes", {},
                "use another opensearch-index");
  }
}

} // namespace

Json to_json(const StoreState& state) {
  return {{field::kStore, state.store},
          {field::kState,
           {{"generation", state.generation},
            {"sequence", state.sequence},
            {"committed", state.committed.time_since_epoch().count()},
            {"schema", state.schema},
            {"sources", index::to_json(state.sources)}}}};
}

std::string alias_of_states(const Client& client) { return client.index() + "-state"; }

Json is_article() { return {{"exists", {{"field", field::kId}}}}; }

Json alias_actions(const Client& client, const std::string& index) {
  const auto add = [&](const std::string& alias, Json filter) {
    return Json{{"add", {{"index", index}, {"alias", alias}, {"filter", std::move(filter)}}}};
  };
  return Json::array({add(client.index(), is_article()), add(alias_of_states(client), not_query(is_article()))});
}

Result<std::optional<StoreState>> find_state(Client& client, std::string_view store, CallLimit limit) {
  auto states = read_states(client, limit);
  if (states) {
    const auto found = std::ranges::find(*states, store, &StoreState::store);
    return found == states->end() ? std::nullopt : std::optional(std::move(*found));
  }
  if (states.error().code != ErrorCode::NotFound) return std::unexpected(std::move(states.error()));
  // A node that joins the others does not know their indices yet. This is answered by the one that manages the cluster.
  const std::string alias = "/" + client.index() + "-*/_alias/" + alias_of_states(client);
  const auto known = client.get("GET", alias, Json(), limit);
  if (known) return fail(ErrorCode::Network, "a node of OpenSearch does not know the cluster's indices yet", alias);
  if (known.error().code != ErrorCode::NotFound) return std::unexpected(known.error());
  return std::nullopt;
}

Result<std::vector<StoreState>> read_states(Client& client, CallLimit limit) {
  const Json body = {{"query", {{"exists", {{"field", field::kStore}}}}}, {"size", kMaxStores}};
  const std::string path =
      "/" + alias_of_states(client) + "/_search?allow_partial_search_results=false&pre_filter_shard_size=10000";
  TRAWL_TRY(const Json answer, client.get("POST", path, body, limit));
  std::vector<StoreState> states;
  for (const Json& document : buckets_of(answer, "/hits/hits")) {
    TRAWL_TRY(auto state, read_state(document));
    states.push_back(std::move(state));
  }
  return states;
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
