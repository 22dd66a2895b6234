// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/session.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/schema/fields.h"
#include "shared/search/plan/near_words.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMaxRemembered = 20'000, kMaxNear = 100;
constexpr const char* kKeepPoint = "1m"; ///< from page to page
/// How long a state counts as current: an API request needs it more than once.
constexpr std::chrono::milliseconds kFresh{200};

// Global statistics, so that a score does not depend on the shard.
constexpr const char *kScored = "dfs_query_then_fetch", *kCounted = "query_then_fetch";

std::string search_path(const std::string& index, const char* type) {
  // Rejects answers from only some of the shards.
  return (index.empty() ? std::string() : "/" + index) +
         "/_search?allow_partial_search_results=false&request_cache=false&include_named_queries_score=true"
         "&search_type=" +
         type;
}

/// The lines of one search in a multi-search request.
std::string search_line(const std::string& body, const char* type) {
  const Json header = {{"allow_partial_search_results", false}, {"request_cache", false}, {"search_type", type}};
  return json_text(header) + "\n" + body + "\n";
}

/// The answer to one search of a multi-search request.
Result<Json> one_answer(Json answer) {
  if (!answer.is_object()) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer");
  const auto status = static_cast<long>(number_at(answer, "/status"));
  if (status >= 300 || answer.contains("error")) return std::unexpected(cluster_error({status, std::move(answer)}, {}));
  return answer;
}

std::string values_key(std::string_view field, const Json& within) {
  return std::string(field) + ' ' + json_text(within);
}

std::string near_key(const std::string& word, const search::NearWordsWanted& wanted) {
  return word + ' ' + std::to_string(wanted.edits) + ' ' + std::to_string(wanted.prefix) + ' ' +
         std::to_string(wanted.least);
}

} // namespace

Session::Session(Client& client, Memory& memory, CallLimit limit, std::vector<StoreState> states)
    : client_(client), memory_(memory), limit_(limit), states_(std::move(states)) {
  for (const StoreState& state : states_) {
    for (const index::SourceNote& note : state.sources) labels_.emplace(note.id, note.label);
  }
}

Result<Session> Session::begin(Client& client, Memory& memory, const CallLimit& limit) {
  if (!memory.is_known_version) TRAWL_CHECK(check_version(client, limit));
  memory.is_known_version = true;
  const auto now = std::chrono::steady_clock::now();
  if (now - memory.read_at > kFresh) {
    TRAWL_TRY(memory.states, read_states(client, limit));
    memory.read_at = now;
  }
  std::vector<StoreState> states = memory.states;
  if (states.empty()) {
    return fail(ErrorCode::NoIndex, "the cluster has no index named " + client.index(), {},
                "run `trawl crawl --engine opensearch`");
  }
  Session session(client, memory, limit, std::move(states));
  if (memory.state != session.state()) {
    memory.state = session.state();
    memory.counts.clear();
    memory.values.clear();
    memory.near.clear();
  }
  return session;
}

Result<Json> Session::search(const Json& body) const {
  if (known_answer_ && json_text(body) == expected_) return *std::exchange(known_answer_, std::nullopt);
  return client_.get("POST", search_path(client_.index(), kScored), body, limit_);
}

Result<Json> Session::search_in_point(Json body, std::string& point) const {
  if (point.empty()) {
    // By default, a shard that is away would be missing on all pages to come, none of which would say so.
    const std::string path =
        "/" + client_.index() + "/_search/point_in_time?allow_partial_pit_creation=false&keep_alive=" + kKeepPoint;
    if (const auto opened = client_.get("POST", path, Json(), limit_)) point = opened->value("pit_id", "");
  }
  if (!point.empty()) {
    body["pit"] = {{"id", point}, {"keep_alive", kKeepPoint}};
    auto answer = client_.get("POST", search_path("", kScored), body, limit_);
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

void Session::prefetch(const Json& body) const {
  expected_ = json_text(body);
  known_answer_.reset();
}

Result<Json> Session::count_with_expected(const Json& body) const {
  if (expected_.empty() || known_answer_) {
    return client_.get("POST", search_path(client_.index(), kCounted), body, limit_);
  }
  const std::string both = search_line(json_text(body), kCounted) + search_line(expected_, kScored);
  TRAWL_TRY(Answer answer, client_.ask("POST", "/" + client_.index() + "/_msearch", both, limit_));
  if (answer.status >= 300) return std::unexpected(cluster_error(answer, client_.index()));
  const Json answers = buckets_of(answer.body, "/responses");
  if (answers.size() != 2) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer");
  if (auto expected = one_answer(answers[1]))
    known_answer_ = std::move(*expected); // else `search` sends it again and reports the error
  return one_answer(answers[0]);
}

Result<std::vector<std::size_t>> Session::counts(const std::vector<Json>& queries) const {
  if (memory_.counts.size() > kMaxRemembered) memory_.counts.clear();
  std::vector<std::string> keys;
  Json filters = Json::array();
  std::vector<std::string> asked;
  for (const Json& query : queries) {
    keys.push_back(json_text(query));
    const bool is_known = memory_.counts.contains(keys.back()) || std::ranges::find(asked, keys.back()) != asked.end();
    if (is_known) continue;
    asked.push_back(keys.back());
    filters.push_back(query);
  }
  if (!asked.empty()) {
    Json body = {{"size", 0}, {"track_total_hits", false}};
    body["aggs"]["counts"]["filters"] = {{"filters", std::move(filters)}};
    TRAWL_TRY(const Json answer, count_with_expected(body));
    const Json& buckets = buckets_of(answer, "/aggregations/counts/buckets");
    if (buckets.size() != asked.size()) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer");
    for (std::size_t i = 0; i < asked.size(); ++i) memory_.counts[asked[i]] = number_at(buckets[i], "/doc_count");
  }
  std::vector<std::size_t> out;
  for (const std::string& key : keys) out.push_back(memory_.counts.at(key));
  return out;
}

std::optional<std::size_t> Session::known_count(const Json& query) const {
  const auto known = memory_.counts.find(json_text(query));
  return known == memory_.counts.end() ? std::nullopt : std::optional(known->second);
}

const std::vector<KnownValue>* Session::known_values(std::string_view field, const Json& within) const {
  const auto known = memory_.values.find(values_key(field, within));
  return known == memory_.values.end() ? nullptr : &known->second;
}

Result<const std::vector<KnownValue>*> Session::values(std::string_view field, const Json& within) const {
  if (const auto* known = known_values(field, within)) return known;
  if (memory_.values.size() > kMaxRemembered) memory_.values.clear();
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", within}};
  body["aggs"]["values"] = values_aggregation(field);
  TRAWL_TRY(const Json answer, search(body));
  auto read = read_values(buckets_of(answer, "/aggregations/values/buckets"));
  return &memory_.values.emplace(values_key(field, within), std::move(read)).first->second;
}

const std::vector<search::TermCount>* Session::known_near(const std::string& word,
                                                          const search::NearWordsWanted& wanted) const {
  const auto known = memory_.near.find(near_key(word, wanted));
  return known == memory_.near.end() ? nullptr : &known->second;
}

Result<void> Session::near(const std::string& word, const search::NearWordsWanted& wanted) const {
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", nothing()}};
  body["suggest"]["near"] = {{"text", word},
                             {"term",
                              {{"field", std::string(field::kWords)},
                               {"analyzer", "keyword"},
                               {"suggest_mode", "always"},
                               {"max_edits", wanted.edits},
                               {"prefix_length", wanted.prefix},
                               {"min_word_length", 1},
                               {"size", kMaxNear},
                               {"shard_size", kMaxNear},
                               {"sort", "frequency"}}}};
  TRAWL_TRY(const Json answer, search(body));
  std::vector<search::TermCount> words;
  for (const Json& option : buckets_of(answer, "/suggest/near/0/options")) {
    const std::string text = option.value("text", "");
    const std::size_t articles = number_at(option, "/freq");
    if (search::has_near_words(text) && articles >= wanted.least) words.push_back({text, articles});
  }
  if (memory_.near.size() > kMaxRemembered) memory_.near.clear();
  memory_.near.emplace(near_key(word, wanted), std::move(words));
  return {};
}

std::string Session::label(std::string_view source) const {
  const auto found = labels_.find(source);
  return found == labels_.end() || found->second.empty() ? std::string(source) : found->second;
}

Json values_aggregation(std::string_view field) {
  std::string name(field);
  const schema::Field* const described = schema::find_filter(field);
  if (described != nullptr && described->ignores_case) name += kShownSuffix;
  return {{"terms", {{"field", name}, {"size", kMaxValues}, {"shard_size", kMaxValues}}}};
}

const Json& buckets_of(const Json& answer, const std::string& pointer) {
  static const Json kNone = Json::array();
  const Json::json_pointer place(pointer);
  if (!answer.contains(place)) return kNone;
  const Json& buckets = answer.at(place);
  return buckets.is_array() ? buckets : kNone;
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

std::size_t number_at(const Json& answer, const std::string& pointer) {
  const Json::json_pointer place(pointer);
  if (!answer.contains(place)) return 0;
  const Json& number = answer.at(place);
  return number.is_number_integer() && number.get<std::int64_t>() > 0 ? number.get<std::size_t>() : 0;
}

} // namespace trawl::opensearch
