// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_writer.h"

#include "shared/article/article_id.h"
#include "shared/index/index_state.h"
#include "shared/opensearch/document.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

namespace trawl::opensearch {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBulkBytes =
    4u << 20; // OpenSearch recommends 5 to 15 MB, for nodes with more memory than those tested
constexpr std::size_t kBulkActions = 1'000;
/// Of the index's form: that of the local index, whose terms it has, and its own.
constexpr int kVersion = index::kSchemaVersion + 1'000;
constexpr std::size_t kMostRefused = 10'000; // with more, something is wrong with the index
constexpr auto kCallTime = 60s;
constexpr auto kLongestPause = 15'000ms;

std::string name_of_index(const Client& client, const StoreState& state) {
  char number[8];
  std::snprintf(number, sizeof number, "%06u", static_cast<unsigned>(state.generation % 1'000'000));
  return client.index() + "-" + state.store + "-" + number;
}

std::string action_line(const char* action, std::string_view id, std::uint64_t sequence) {
  const Json line = {{action, {{"_id", id}, {"version", sequence}, {"version_type", "external"}}}};
  return json_text(line) + "\n";
}

std::chrono::milliseconds longer(std::chrono::milliseconds pause) {
  return std::min<std::chrono::milliseconds>(pause == 0ms ? kFirstPause : pause * 2, kLongestPause);
}

/// The result of a call, which is repeated while the cluster is unavailable.
template <typename Call>
auto patiently(const ClusterWriter::Patience& patience, Call call) {
  for (auto pause = longer(0ms);; pause = longer(pause)) {
    auto result = call();
    if (result || result.error().code != ErrorCode::Network || !patience(pause, result.error())) return result;
  }
}

/// Fails if the same may be accepted later: the cluster is busy, a node has lost contact with the others (it answers
/// 500) or rejoins them and does not know its indices yet, or writes are blocked until the disks have room again.
Result<void> check_passing(const Answer& answer, std::string_view where) {
  Error trouble = cluster_error(answer, where);
  const bool is_passing = answer.status == 429 || answer.status >= 500 ||
                          (answer.status == 403 && trouble.what.contains("_block_exception")) ||
                          (answer.status == 404 && trouble.what.contains("index_not_found_exception"));
  if (!is_passing) return {};
  trouble.code = ErrorCode::Network;
  return std::unexpected(std::move(trouble));
}

} // namespace

ClusterWriter::ClusterWriter(Client client, StoreState state, Patience patience)
    : client_(std::move(client)), state_(std::move(state)), patience_(std::move(patience)) {}

Result<ClusterWriter> ClusterWriter::open(Client client, std::string store, const IndexShape& shape,
                                          std::uint64_t last_sequence, Patience patience) {
  TRAWL_TRY(auto known, patiently(patience, [&] { return find_state(client, store, within(kCallTime)); }));
  if (known && known->sequence <= last_sequence) {
    ClusterWriter writer(std::move(client), std::move(*known), patience);
    TRAWL_TRY(const long there, writer.ask("HEAD", "/" + writer.state_.index, {}, 404));
    // It accepts no article with a field that it does not have.
    if (there == 200 && writer.state_.schema != kVersion)
      return fail(ErrorCode::IndexDamaged, "another version of Trawl made the cluster's index", writer.state_.index,
                  "run `trawl index rebuild`, during which this index answers");
    if (there == 200) return writer;
    client = std::move(writer.client_);
  }
  TRAWL_TRY(auto writer, create(std::move(client), std::move(store), shape, std::move(patience)));
  TRAWL_CHECK(writer.publish(0));
  return writer;
}

Result<ClusterWriter> ClusterWriter::create(Client client, std::string store, const IndexShape& shape,
                                            Patience patience) {
  TRAWL_TRY(auto known, patiently(patience, [&] { return find_state(client, store, within(kCallTime)); }));
  ClusterWriter writer(std::move(client), known ? std::move(*known) : StoreState{}, std::move(patience));
  StoreState& state = writer.state_;
  writer.replaced_ = state.index;
  state.store = std::move(store);
  ++state.generation;
  state.sequence = 0;
  state.schema = kVersion;
  state.index = name_of_index(writer.client_, state);
  const Json of_states = {{"settings", {{"number_of_shards", 1}, {"auto_expand_replicas", "0-2"}}},
                          {"mappings", {{"dynamic", false}, {"properties", {{"kind", {{"type", "keyword"}}}}}}}};
  TRAWL_CHECK(writer.ask("PUT", "/" + state_index(writer.client_), of_states, 400)); // 400: it is there
  // An index with this name is left over from an interrupted rebuild.
  TRAWL_CHECK(writer.ask("DELETE", "/" + state.index + "?ignore_unavailable=true"));
  TRAWL_CHECK(writer.ask("PUT", "/" + state.index, index_body(shape)));
  return writer;
}

Result<void> ClusterWriter::put(const Article& article, std::uint64_t sequence) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  return queue(action_line("index", article.id, sequence) + json_text(document_of(article)) + "\n");
}

Result<void> ClusterWriter::remove(std::string_view id, std::uint64_t sequence) {
  if (!is_article_id(id)) return {};
  const Json line = {{"index", {{"_index", state_index(client_)}, {"_id", "removed-" + std::string(id)}}}};
  TRAWL_CHECK(queue(json_text(line) + "\n" + json_text(Json{{"kind", "removed"}}) + "\n"));
  return queue(action_line("delete", id, sequence));
}

void ClusterWriter::set_sources(std::vector<index::SourceNote> sources) { state_.sources = std::move(sources); }

Result<void> ClusterWriter::queue(const std::string& lines) {
  if (batch_.size() + lines.size() > kBulkBytes || actions_ >= kBulkActions) TRAWL_CHECK(send());
  batch_ += lines;
  ++actions_;
  return {};
}

/// The batch is kept until it has arrived, so the caller may try again after an error.
Result<void> ClusterWriter::send() {
  if (batch_.empty()) return {};
  TRAWL_TRY(auto refused, patiently(patience_, [&] { return send_once(); }));
  std::ranges::move(refused, std::back_inserter(refused_));
  batch_.clear();
  actions_ = 0;
  return {};
}

Result<std::vector<RefusedArticle>> ClusterWriter::send_once() {
  const std::string path = "/" + state_.index + "/_bulk";
  TRAWL_TRY(const Answer answer, client_.ask("POST", path, batch_, within(kCallTime)));
  TRAWL_CHECK(check_passing(answer, path));
  if (answer.status >= 300) return std::unexpected(cluster_error(answer, path));
  const Json items = answer.body.is_object() ? answer.body.value("items", Json::array()) : Json::array();
  std::vector<RefusedArticle> refused;
  for (const Json& item : items) {
    const Json result = item.is_object() && !item.empty() ? item.front() : Json();
    const Answer one{result.is_object() ? result.value("status", 500L) : 500L,
                     {{"error", result.is_object() ? result.value("error", Json()) : Json()}}};
    TRAWL_CHECK(check_passing(one, path));
    // 404: it was going to be removed anyway; 409: it has this version, or a newer one
    if (one.status >= 300 && one.status != 404 && one.status != 409)
      refused.push_back({result.value("_id", ""), cluster_error(one, {}).what});
  }
  if (items.size() != actions_) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer", path);
  return refused;
}

Result<long> ClusterWriter::ask(std::string_view method, const std::string& path, const Json& body, long fine) {
  return patiently(patience_, [&]() -> Result<long> {
    const std::string text = body.is_null() ? std::string() : json_text(body);
    TRAWL_TRY(const Answer answer, client_.ask(method, path, text, within(kCallTime)));
    TRAWL_CHECK(check_passing(answer, path));
    if (answer.status < 300 || answer.status == fine) return answer.status;
    return std::unexpected(cluster_error(answer, path));
  });
}

Result<void> ClusterWriter::commit(std::uint64_t sequence) {
  TRAWL_CHECK(send());
  TRAWL_CHECK(ask("POST", "/" + state_.index + "/_refresh"));
  if (refused_.size() > kMostRefused) {
    return fail(ErrorCode::IndexDamaged,
                "OpenSearch refused " + std::to_string(refused_.size()) + " articles: " + refused_.back().reason,
                state_.index, "run `trawl index rebuild`");
  }
  StoreState next = state_;
  next.sequence = sequence;
  next.committed = now();
  TRAWL_CHECK(ask("PUT", state_path(client_, state_.store) + "?refresh=true", to_json(next)));
  state_ = std::move(next);
  return {};
}

Result<void> ClusterWriter::publish(std::uint64_t sequence) {
  TRAWL_CHECK(send());
  TRAWL_CHECK(ask("POST", "/" + state_.index + "/_refresh"));
  Json actions = {{{"add", {{"index", state_.index}, {"alias", client_.index()}}}}};
  if (!replaced_.empty() && replaced_ != state_.index) {
    TRAWL_TRY(const long there, ask("HEAD", "/" + replaced_, {}, 404));
    if (there == 200) actions.push_back({{"remove_index", {{"index", replaced_}}}});
  }
  TRAWL_CHECK(ask("POST", "/_aliases", {{"actions", std::move(actions)}}));
  replaced_.clear();
  return commit(sequence);
}

} // namespace trawl::opensearch
