// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/session.h"

#include "shared/opensearch/index_body.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMaxRemembered = 1'000;
constexpr const char* kKeepPoint = "1m"; ///< from page to page
/// How long a state counts as current: an API request needs it more than once.
constexpr std::chrono::milliseconds kFresh{200};

/// Rejects answers from only some of the shards. Global statistics, so that a score does not depend on the shard.
constexpr const char* kSearch =
    "/_search?allow_partial_search_results=false&request_cache=false&search_type=dfs_query_then_fetch";

} // namespace

Result<Session> Session::begin(Client& client, Memory& memory, CallLimit limit) {
  const auto now = std::chrono::steady_clock::now();
  if (now - memory.read_at > kFresh) {
    auto states = read_states(client, limit);
    if (!states && states.error().code != ErrorCode::NotFound) return std::unexpected(std::move(states.error()));
    memory.states = states ? std::move(*states) : std::vector<StoreState>();
    memory.read_at = now;
  }
  if (memory.states.empty()) {
    return fail(ErrorCode::NoIndex, "the cluster has no index named " + client.index(), {},
                "run `trawl crawl --engine opensearch`");
  }
  if (search::IndexState state = combined_state(memory.states); memory.state != state) {
    memory.state = std::move(state);
    memory.values.clear();
  }
  return Session(client, memory, limit);
}

Result<Json> Session::search(const Json& body) const {
  return client_.get("POST", "/" + client_.index() + kSearch, body, limit_);
}

std::string Session::open_point() const {
  // By default, a shard that is away would be missing on all pages to come, none of which would say so.
  const std::string path =
      "/" + client_.index() + "/_search/point_in_time?allow_partial_pit_creation=false&keep_alive=" + kKeepPoint;
  const auto opened = client_.get("POST", path, Json(), limit_);
  return opened ? opened->value("pit_id", "") : std::string();
}

Result<Json> Session::search_in(Json body, std::string& point) const {
  if (!point.empty()) {
    body["pit"] = {{"id", point}, {"keep_alive", kKeepPoint}};
    auto answer = client_.get("POST", kSearch, body, limit_);
    if (answer) point = answer->value("pit_id", point);
    if (answer || answer.error().code != ErrorCode::NotFound) return answer;
    point.clear();
    body.erase("pit");
  }
  return search(body);
}

void Session::close_point(const std::string& point) const {
  [[maybe_unused]] const auto ignored = client_.get("DELETE", "/_search/point_in_time", {{"pit_id", {point}}}, limit_);
}

Result<const std::vector<KnownValue>*> Session::values(std::string_view field, const Json& within) const {
  std::string key = std::string(field) + ' ' + json_text(within);
  const auto known = memory_.values.find(key);
  if (known != memory_.values.end()) return &known->second;
  if (memory_.values.size() >= kMaxRemembered) memory_.values.clear();
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", within}};
  body["aggs"]["values"] = values_aggregation(field);
  TRAWL_TRY(const Json answer, search(body));
  auto read = read_values(buckets_of(answer, "/aggregations/values/buckets"));
  return &memory_.values.emplace(std::move(key), std::move(read)).first->second;
}

std::string Session::label(std::string_view source) const {
  for (const StoreState& state : states()) {
    const auto note = std::ranges::find(state.sources, source, &index::SourceNote::id);
    if (note != state.sources.end() && !note->label.empty()) return note->label;
  }
  return std::string(source);
}

Json values_aggregation(std::string_view field) {
  std::string name(field);
  const schema::Field* const described = schema::find_filter(field);
  if (described != nullptr && described->ignores_case) name += kShownSuffix;
  return {{"terms", {{"field", name}, {"size", kMaxValues}, {"shard_size", kMaxValues}}}};
}

std::vector<KnownValue> read_values(const Json& buckets) {
  std::vector<KnownValue> values;
  std::unordered_map<std::string, std::size_t> places;
  for (const Json& bucket : buckets) {
    if (!bucket.contains("key") || !bucket.at("key").is_string()) continue;
    const std::string text = bucket.at("key");
    const std::size_t mark = text.find(kShownMark);
    std::string key = text.substr(0, mark);
    const auto [place, is_new] = places.try_emplace(key, values.size());
    if (is_new) values.push_back({key, mark == std::string::npos ? key : text.substr(mark + 1), 0});
    values[place->second].count += number_at(bucket, "/doc_count");
  }
  std::ranges::stable_sort(values, [](const KnownValue& a, const KnownValue& b) {
    return a.count != b.count ? a.count > b.count : a.shown < b.shown;
  });
  return values;
}

} // namespace trawl::opensearch
