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
constexpr std::size_t kBulkLines = 1'000;
constexpr std::size_t kMostRefused = 10'000; // remembered; with more, something is wrong with the index
constexpr auto kCallTime = 60s;
constexpr auto kLongestPause = 15'000ms;

std::string name_of_index(const Client& client, const StoreState& state) {
  char number[8];
  std::snprintf(number, sizeof number, "%06u", static_cast<unsigned>(state.generation % 1'000'000));
  return client.index() + "-" + state.store + "-" + number;
}

/// The kind of the notes on articles that this store removed.
std::string removed_by(const std::string& store) { return "removed by " + store; }

std::string action_line(const char* action, std::string_view id, std::uint64_t sequence) {
  const Json line = {{action, {{"_id", id}, {"version", sequence}, {"version_type", "external"}}}};
  return json_text(line) + "\n";
}

/// A node that has lost contact with the others also answers 500.
bool is_temporary_failure(long status) { return status == 429 || status >= 500; }

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

/// Whether the cluster blocks writes because its disks are full or an operator said so. That ends when there is space
/// again.
bool is_blocked(const Answer& answer) {
  return answer.status == 403 && json_text(answer.body).contains("_block_exception");
}

/// Whether this is the error of a node that is rejoining the cluster and does not know its indices yet.
bool is_index_unknown(const Answer& answer) {
  return answer.status == 404 && json_text(answer.body).contains("index_not_found_exception");
}

} // namespace

Result<std::optional<StoreState>> find_state(Client& client, std::string_view store, const CallLimit& limit) {
  TRAWL_TRY(auto states, read_states(client, limit));
  const auto found = std::ranges::find(states, store, &StoreState::store);
  if (found == states.end()) return std::optional<StoreState>();
  return std::optional<StoreState>(std::move(*found));
}

ClusterWriter::ClusterWriter(Client client, StoreState state, IndexShape shape, Patience patience)
    : client_(std::move(client)), state_(std::move(state)), shape_(shape), patience_(std::move(patience)) {}

Result<ClusterWriter> ClusterWriter::open(Client client, std::string store, const IndexShape& shape,
                                          std::uint64_t last_sequence, Patience patience) {
  TRAWL_CHECK(patiently(patience, [&] { return check_version(client, within(kCallTime)); }));
  TRAWL_TRY(auto known, patiently(patience, [&] { return find_state(client, store, within(kCallTime)); }));
  if (known && known->sequence <= last_sequence) {
    TRAWL_TRY(const Answer there,
              patiently(patience, [&] { return client.ask("HEAD", "/" + known->index, "", within(kCallTime)); }));
    if (there.status == 200) {
      // It accepts no article with a field that it does not have.
      if (known->schema != index::kSchemaVersion)
        return fail(ErrorCode::IndexDamaged, "another version of Trawl made the cluster's index", known->index,
                    "run `trawl index rebuild`, during which this index answers");
      return ClusterWriter(std::move(client), std::move(*known), shape, std::move(patience));
    }
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
  StoreState state;
  if (known) state = std::move(*known);
  state.store = std::move(store);
  ClusterWriter writer(std::move(client), std::move(state), shape, std::move(patience));
  writer.replaced_ = writer.state_.index;
  ++writer.state_.generation;
  writer.state_.sequence = 0;
  writer.state_.schema = index::kSchemaVersion;
  writer.state_.refused.clear();
  writer.state_.index = name_of_index(writer.client_, writer.state_);
  TRAWL_CHECK(writer.make_index());
  return writer;
}

Result<void> ClusterWriter::make_index() {
  // An index with this name is left over from an interrupted rebuild.
  TRAWL_TRY(const Answer removed, try_on("DELETE", "/" + state_.index, ""));
  if (removed.status >= 300 && removed.status != 404) return std::unexpected(cluster_error(removed, state_.index));
  TRAWL_TRY(const Answer made, try_on("PUT", "/" + state_.index, json_text(index_body(shape_))));
  if (made.status >= 300) return std::unexpected(cluster_error(made, state_.index));
  return {};
}

Result<void> ClusterWriter::put(const Article& article, std::uint64_t sequence) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  return queue(article.id, action_line("index", article.id, sequence) + json_text(document_of(article)) + "\n",
               sequence);
}

Result<void> ClusterWriter::remove(std::string_view id, std::uint64_t sequence) {
  if (!is_article_id(id)) return {};
  const Json note = {{"kind", removed_by(state_.store)}};
  const Json line = {{"index", {{"_index", state_index(client_)}, {"_id", "removed-" + std::string(id)}}}};
  TRAWL_CHECK(queue(std::string(id), json_text(line) + "\n" + json_text(note) + "\n", sequence));
  return queue(std::string(id), action_line("delete", id, sequence), sequence);
}

void ClusterWriter::set_sources(std::vector<index::SourceNote> sources) { state_.sources = std::move(sources); }

Result<void> ClusterWriter::queue(std::string id, std::string text, std::uint64_t sequence) {
  if (bytes_ + text.size() > kBulkBytes || lines_.size() >= kBulkLines) TRAWL_CHECK(send());
  bytes_ += text.size();
  lines_.push_back({std::move(id), std::move(text), sequence});
  return {};
}

Result<void> ClusterWriter::send() {
  // The lines are kept until they have arrived, so the caller may try again after an error.
  TRAWL_CHECK(send_bulk(lines_));
  lines_.clear();
  bytes_ = 0;
  return {};
}

Result<void> ClusterWriter::send_bulk(std::vector<Line> lines) {
  while (!lines.empty()) {
    std::string body;
    for (const Line& line : lines) body += line.text;
    const auto waited = pause_;
    TRAWL_TRY(const Answer answer, try_on("POST", "/" + state_.index + "/_bulk", body));
    if (answer.status == 413 && lines.size() > 1) {
      const auto middle = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
      TRAWL_CHECK(send_bulk({lines.begin(), middle}));
      lines.erase(lines.begin(), middle);
      continue;
    }
    if (answer.status == 413) {
      refused_.push_back(
          {lines.front().id, "it is larger than the cluster's http.max_content_length", lines.front().sequence});
      return {};
    }
    if (answer.status >= 300) return std::unexpected(cluster_error(answer, state_.index));
    const std::size_t before = lines.size();
    Error trouble{ErrorCode::Network, "OpenSearch is not accepting articles at the moment", state_.index, {}};
    lines = unfinished(answer.body, std::move(lines), trouble);
    pause_ = lines.size() < before ? 0ms : waited; // keeps growing while the cluster accepts nothing
    if (lines.empty()) break;
    if (!wait_before_next_try(trouble)) return std::unexpected(trouble);
  }
  return {};
}

/// The lines of a bulk request that must be sent again; `trouble` is set to the reason.
std::vector<ClusterWriter::Line> ClusterWriter::unfinished(const Json& answer, std::vector<Line> lines,
                                                           Error& trouble) {
  const Json items = answer.is_object() ? answer.value("items", Json::array()) : Json::array();
  if (items.size() != lines.size()) return lines;
  std::vector<Line> again;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!items[i].is_object() || items[i].empty() || !items[i].front().is_object()) return lines;
    const Json& item = items[i].front();
    const long status = item.value("status", 0L);
    const Answer one{status, {{"error", item.value("error", Json())}}};
    const bool is_gone = status == 404 && !is_index_unknown(one); // it was going to be removed anyway
    if (status < 300 || is_gone || status == 409) continue;       // 409: it has this version, or a newer one
    if (is_temporary_failure(status) || is_blocked(one) || is_index_unknown(one)) {
      trouble.what = cluster_error(one, {}).what;
      again.push_back(std::move(lines[i]));
    } else {
      refused_.push_back({lines[i].id, cluster_error(one, {}).what, lines[i].sequence});
    }
  }
  return again;
}

Result<Answer> ClusterWriter::try_on(std::string_view method, const std::string& path, const std::string& body) {
  const bool needs_index = path.starts_with("/" + state_.index + "/");
  for (;;) {
    auto answer = client_.ask(method, path, body, within(kCallTime));
    const bool is_passing = answer ? is_temporary_failure(answer->status) || is_blocked(*answer) ||
                                         (needs_index && is_index_unknown(*answer))
                                   : answer.error().code == ErrorCode::Network;
    if (!is_passing) {
      pause_ = 0ms;
      return answer;
    }
    if (!wait_before_next_try(answer ? cluster_error(*answer, path) : answer.error())) return answer;
  }
}

/// False if the call must not be repeated.
bool ClusterWriter::wait_before_next_try(const Error& trouble) {
  pause_ = longer(pause_);
  return patience_(pause_, trouble);
}

Result<void> ClusterWriter::commit(std::uint64_t sequence) {
  TRAWL_CHECK(send());
  TRAWL_TRY(const Answer refreshed, try_on("POST", "/" + state_.index + "/_refresh", ""));
  if (refreshed.status >= 300) return std::unexpected(cluster_error(refreshed, state_.index));
  if (refused_.size() > kMostRefused) {
    return fail(ErrorCode::IndexDamaged,
                "OpenSearch refused " + std::to_string(refused_.size()) + " articles: " + refused_.back().reason,
                state_.index, "run `trawl index rebuild`");
  }
  StoreState next = state_;
  next.refused.clear();
  for (const RefusedArticle& article : refused_) next.refused.push_back(article.sequence);
  next.sequence = sequence;
  ++next.revision;
  next.committed = now();
  TRAWL_CHECK(patiently(patience_, [&] { return write_state(client_, next, within(kCallTime)); }));
  pause_ = 0ms;
  state_ = std::move(next);
  return {};
}

/// As on one machine, a rebuild forgets what was removed before it; else the notes on that would grow for ever. Not by
/// _delete_by_query, which is a module that a cluster may lack.
Result<void> ClusterWriter::forget_removals() {
  constexpr int kAtOnce = 1'000;
  const std::string index = "/" + state_index(client_);
  const Json notes = {
      {"query", {{"term", {{"kind", removed_by(state_.store)}}}}}, {"size", kAtOnce}, {"_source", false}};
  for (;;) {
    TRAWL_TRY(const Answer found, try_on("POST", index + "/_search", json_text(notes)));
    if (found.status >= 300) return std::unexpected(cluster_error(found, index));
    std::string lines;
    for (const Json& hit : found.body.value("/hits/hits"_json_pointer, Json::array()))
      lines += json_text(Json{{"delete", {{"_id", hit.value("_id", "")}}}}) + "\n";
    if (lines.empty()) return {};
    TRAWL_TRY(const Answer forgotten, try_on("POST", index + "/_bulk?refresh=true", lines));
    if (forgotten.status >= 300 || forgotten.body.value("errors", false))
      return std::unexpected(cluster_error(forgotten, index));
  }
}

Result<void> ClusterWriter::publish(std::uint64_t sequence) {
  TRAWL_CHECK(send());
  TRAWL_TRY(const Answer refreshed, try_on("POST", "/" + state_.index + "/_refresh", ""));
  if (refreshed.status >= 300) return std::unexpected(cluster_error(refreshed, state_.index));
  Json actions = {{{"add", {{"index", state_.index}, {"alias", client_.index()}}}}};
  if (!replaced_.empty() && replaced_ != state_.index) {
    TRAWL_TRY(const Answer there, try_on("HEAD", "/" + replaced_, ""));
    if (there.status == 200) actions.push_back({{"remove_index", {{"index", replaced_}}}});
  }
  TRAWL_TRY(const Answer switched, try_on("POST", "/_aliases", json_text(Json{{"actions", std::move(actions)}})));
  if (switched.status >= 300) return std::unexpected(cluster_error(switched, client_.index()));
  const bool is_rebuilt = !std::exchange(replaced_, {}).empty();
  TRAWL_CHECK(commit(sequence));
  return is_rebuilt ? forget_removals() : Result<void>();
}

} // namespace trawl::opensearch
