// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/store_state.h"

#include "shared/base/sha256.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMaxStores = 1'000;
constexpr int kOldestVersion = 2;

/// Differs between two stores, and between two commits of one that have the same revision because it was begun anew.
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
    state.revision = source.at("revision");
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

Result<void> check_version(Client& client, const CallLimit& limit) {
  TRAWL_TRY(const Answer answer, client.ask("GET", "/", "", limit));
  if (answer.status == 403) return {}; // a login that may read our indices, but not the version
  if (answer.status >= 300) return std::unexpected(cluster_error(answer, "/"));
  const auto text_at = [&](const char* place) {
    const Json::json_pointer pointer(place);
    const bool is_text = answer.body.contains(pointer) && answer.body.at(pointer).is_string();
    return is_text ? answer.body.at(pointer).get<std::string>() : std::string();
  };
  const std::string number = text_at("/version/number"), product = text_at("/version/distribution");
  if (product == "opensearch" && std::atoi(number.c_str()) >= kOldestVersion) return {};
  const std::string found =
      number.empty() ? "something else" : (product.empty() ? "another product" : product) + " " + number;
  return fail(ErrorCode::Network, "Trawl needs OpenSearch 2 or newer, but found " + found, {}, "see opensearch-url");
}

std::string state_index(const Client& client) { return client.index() + "-state"; }

Result<void> make_state_index(Client& client, const CallLimit& limit) {
  const Json body = {{"settings", {{"number_of_shards", 1}, {"auto_expand_replicas", "0-2"}}},
                     {"mappings", {{"dynamic", false}, {"properties", {{"kind", {{"type", "keyword"}}}}}}}};
  TRAWL_TRY(const Answer made, client.ask("PUT", "/" + state_index(client), json_text(body), limit));
  const bool is_there = made.status == 400 && json_text(made.body).contains("resource_already_exists_exception");
  if (made.status < 300 || is_there) return {};
  return std::unexpected(cluster_error(made, state_index(client)));
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

Result<void> write_state(Client& client, const StoreState& state, const CallLimit& limit) {
  const Json body = {{"kind", "store"},
                     {"store", state.store},
                     {"index", state.index},
                     {"generation", state.generation},
                     {"revision", state.revision},
                     {"sequence", state.sequence},
                     {"committed", state.committed.time_since_epoch().count()},
                     {"schema", state.schema},
                     {"sources", index::to_json(state.sources)}};
  TRAWL_TRY(const Json done,
            client.get("PUT", "/" + state_index(client) + "/_doc/store-" + state.store + "?refresh=true", body, limit));
  (void)done;
  return {};
}

search::IndexState combined_state(const std::vector<StoreState>& states) {
  search::IndexState all;
  for (const StoreState& state : states) {
    all.generation += state.generation;
    all.revision += state.revision;
    all.identity += identity_of(state); // a sum, because the cluster gives the states in any order
  }
  if (states.size() == 1) { // several crawl.dbs have no sequence in common
    all.store = states.front().store;
    all.sequence = states.front().sequence;
  }
  return all;
}

} // namespace trawl::opensearch
