// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_writer.h"

#include "shared/article/article_id.h"
#include "shared/index/index_state.h"
#include "shared/opensearch/document.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace trawl::opensearch {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBulkBytes =
    4u << 20; // OpenSearch recommends 5 to 15 MB, for nodes with more memory than those tested
constexpr std::size_t kBulkLines = 1'000;
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

bool has(const Answer& answer, std::string_view exception) { return json_text(answer.body).contains(exception); }

/// Whether this is the error of a node that is rejoining the cluster and does not know its indices yet.
bool is_index_unknown(const Answer& answer) { return answer.status == 404 && has(answer, "index_not_found_exception"); }

/// Whether the same may be accepted later: the cluster is busy, a node has lost contact with the others (it answers
/// 500), or writes are blocked until the disks have room again.
bool is_passing(const Answer& answer) {
  return answer.status == 429 || answer.status >= 500 || (answer.status == 403 && has(answer, "_block_exception"));
}

} // namespace

Result<std::optional<StoreState>> find_state(Client& client, std::string_view store, const CallLimit& limit) {
  TRAWL_TRY(auto states, read_states(client, limit));
  const auto found = std::ranges::find(states, store, &StoreState::store);
  if (found == states.end()) return std::optional<StoreState>();
  return std::optional<StoreState>(std::move(*found));
}

ClusterWriter::ClusterWriter(Client client, StoreState state, Patience patience)
    : client_(std::move(client)), state_(std::move(state)), patience_(std::move(patience)) {}

Result<ClusterWriter> ClusterWriter::open(Client client, std::string store, const IndexShape& shape,
                                          std::uint64_t last_sequence, Patience patience) {
  TRAWL_CHECK(patiently(patience, [&] { return check_version(client, within(kCallTime)); }));
  TRAWL_TRY(auto known, patiently(patience, [&] { return find_state(client, store, within(kCallTime)); }));
  if (known && known->sequence <= last_sequence) {
    ClusterWriter writer(std::move(client), std::move(*known), patience);
    TRAWL_TRY(const Answer there, writer.ask("HEAD", "/" + writer.state_.index, ""));
    // It accepts no article with a field that it does not have.
    if (there.status == 200 && writer.state_.schema != index::kSchemaVersion)
      return fail(ErrorCode::IndexDamaged, "another version of Trawl made the cluster's index", writer.state_.index,
                  "run `trawl index rebuild`, during which this index answers");
    if (there.status == 200) return writer;
    client = std::move(writer.client_);
  }
  TRAWL_TRY(auto writer, create(std::move(client), std::move(store), shape, std::move(patience)));
  TRAWL_CHECK(writer.publish(0));
  return writer;
}

Result<ClusterWriter> ClusterWriter::create(Client client, std::string store, const IndexShape& shape,
                                            Patience patience) {
  TRAWL_CHECK(patiently(patience, [&] { return check_version(client, within(kCallTime)); }));
  TRAWL_CHECK(patiently(patience, [&] { return make_state_index(client, within(kCallTime)); }));
  TRAWL_TRY(auto known, patiently(patience, [&] { return find_state(client, store, within(kCallTime)); }));
  StoreState state = known ? std::move(*known) : StoreState{};
  state.store = std::move(store);
  const std::string replaced = std::exchange(state.index, {});
  ++state.generation;
  state.sequence = 0;
  state.schema = index::kSchemaVersion;
  state.index = name_of_index(client, state);
  ClusterWriter writer(std::move(client), std::move(state), std::move(patience));
  writer.replaced_ = replaced;
  // An index with this name is left over from an interrupted rebuild.
  const std::string path = "/" + writer.state_.index;
  TRAWL_TRY(const Answer left_over, writer.ask("DELETE", path, ""));
  if (left_over.status >= 300 && left_over.status != 404) return std::unexpected(cluster_error(left_over, path));
  TRAWL_CHECK(writer.must("PUT", path, index_body(shape)));
  return writer;
}

Result<void> ClusterWriter::put(const Article& article, std::uint64_t sequence) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  return queue(article.id, action_line("index", article.id, sequence) + json_text(document_of(article)) + "\n");
}

Result<void> ClusterWriter::remove(std::string_view id, std::uint64_t sequence) {
  if (!is_article_id(id)) return {};
  const Json line = {{"index", {{"_index", state_index(client_)}, {"_id", "removed-" + std::string(id)}}}};
  TRAWL_CHECK(queue(id, json_text(line) + "\n" + json_text(Json{{"kind", "removed"}}) + "\n"));
  return queue(id, action_line("delete", id, sequence));
}

void ClusterWriter::set_sources(std::vector<index::SourceNote> sources) { state_.sources = std::move(sources); }

Result<void> ClusterWriter::queue(std::string_view id, std::string text) {
  if (bytes_ + text.size() > kBulkBytes || lines_.size() >= kBulkLines) TRAWL_CHECK(send());
  bytes_ += text.size();
  lines_.push_back({std::string(id), std::move(text)});
  return {};
}

/// The lines are kept until they have arrived, so the caller may try again after an error.
Result<void> ClusterWriter::send() {
  for (auto pause = 0ms; !lines_.empty();) {
    const std::size_t before = lines_.size();
    const auto sent = send_once();
    if (!sent && sent.error().code != ErrorCode::Network) return sent;
    pause = lines_.size() < before ? 0ms : longer(pause);
    if (!sent && !patience_(std::max(pause, kFirstPause), sent.error())) return sent;
  }
  bytes_ = 0;
  return {};
}

/// Keeps the lines that must be sent again; Network with the reason if there are any.
Result<void> ClusterWriter::send_once() {
  std::string body;
  for (const Line& line : lines_) body += line.text;
  const std::string path = "/" + state_.index + "/_bulk";
  TRAWL_TRY(const Answer answer, client_.ask("POST", path, body, within(kCallTime)));
  if (answer.status >= 300) {
    Error trouble = cluster_error(answer, path);
    if (is_passing(answer) || is_index_unknown(answer)) trouble.code = ErrorCode::Network;
    return std::unexpected(std::move(trouble));
  }
  const Json items = answer.body.is_object() ? answer.body.value("items", Json::array()) : Json::array();
  if (items.size() != lines_.size()) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer", path);
  Error trouble{ErrorCode::Network, "", state_.index, {}};
  std::size_t i = 0;
  std::erase_if(lines_, [&](const Line& line) { return is_done(line, items[i++], trouble); });
  if (lines_.empty()) return {};
  return std::unexpected(std::move(trouble));
}

bool ClusterWriter::is_done(const Line& line, const Json& item, Error& trouble) {
  const Json result = item.is_object() && !item.empty() ? item.front() : Json();
  if (!result.is_object()) return false;
  const Answer one{result.value("status", 0L), {{"error", result.value("error", Json())}}};
  if (is_passing(one) || is_index_unknown(one)) {
    trouble.what = cluster_error(one, {}).what;
    return false;
  }
  // 404: it was going to be removed anyway; 409: it has this version, or a newer one
  if (one.status >= 300 && one.status != 404 && one.status != 409)
    refused_.push_back({line.id, cluster_error(one, {}).what});
  return true;
}

Result<Answer> ClusterWriter::ask(std::string_view method, const std::string& path, const std::string& body) {
  return patiently(patience_, [&]() -> Result<Answer> {
    TRAWL_TRY(Answer answer, client_.ask(method, path, body, within(kCallTime)));
    if (!is_passing(answer) && (method != "POST" || !is_index_unknown(answer))) return answer;
    Error trouble = cluster_error(answer, path);
    trouble.code = ErrorCode::Network;
    return std::unexpected(std::move(trouble));
  });
}

Result<void> ClusterWriter::must(std::string_view method, const std::string& path, const Json& body) {
  TRAWL_TRY(const Answer answer, ask(method, path, body.is_null() ? std::string() : json_text(body)));
  if (answer.status >= 300) return std::unexpected(cluster_error(answer, path));
  return {};
}

Result<void> ClusterWriter::commit(std::uint64_t sequence) {
  TRAWL_CHECK(send());
  TRAWL_CHECK(must("POST", "/" + state_.index + "/_refresh", Json()));
  if (refused_.size() > kMostRefused) {
    return fail(ErrorCode::IndexDamaged,
                "OpenSearch refused " + std::to_string(refused_.size()) + " articles: " + refused_.back().reason,
                state_.index, "run `trawl index rebuild`");
  }
  StoreState next = state_;
  next.sequence = sequence;
  ++next.revision;
  next.committed = now();
  TRAWL_CHECK(patiently(patience_, [&] { return write_state(client_, next, within(kCallTime)); }));
  state_ = std::move(next);
  return {};
}

Result<void> ClusterWriter::publish(std::uint64_t sequence) {
  TRAWL_CHECK(send());
  TRAWL_CHECK(must("POST", "/" + state_.index + "/_refresh", Json()));
  Json actions = {{{"add", {{"index", state_.index}, {"alias", client_.index()}}}}};
  if (!replaced_.empty() && replaced_ != state_.index) {
    TRAWL_TRY(const Answer there, ask("HEAD", "/" + replaced_, ""));
    if (there.status == 200) actions.push_back({{"remove_index", {{"index", replaced_}}}});
  }
  TRAWL_CHECK(must("POST", "/_aliases", Json{{"actions", std::move(actions)}}));
  replaced_.clear();
  return commit(sequence);
}

} // namespace trawl::opensearch
