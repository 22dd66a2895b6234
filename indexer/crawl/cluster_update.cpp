// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/cluster_update.h"

#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/opensearch/document.h"
#include "shared/opensearch/store_state.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>
#include <utility>

namespace trawl::crawl {
namespace {

using opensearch::Answer;
using opensearch::Json;
using opensearch::within;

/// OpenSearch recommends 5 to 15 MB, for nodes with more memory than those tested.
constexpr std::size_t kBulkBytes = 4u << 20;
/// Of the index's form: that of the local index, whose terms it has, and its own.
constexpr int kVersion = index::kSchemaVersion + 3'000;
constexpr std::size_t kNamedRefusals = 20;
constexpr std::chrono::seconds kCallTime{60};

/// Whether the same may be accepted later: the cluster is busy, a node has lost contact with the others (it answers
/// 500) or rejoins them and does not know its indices yet, or writes are blocked until the disks have room again.
bool may_pass(long status, std::string_view what) {
  return status == 429 || status >= 500 || (status == 403 && what.contains("_block_exception")) ||
         (status == 404 && what.contains("index_not_found_exception"));
}

class IndexInCluster : public UpdatedIndex {
 public:
  IndexInCluster(opensearch::Client client, std::vector<index::SourceNote> sources, ClusterUpdateOptions options)
      : client_(std::move(client)), sources_(std::move(sources)), options_(std::move(options)) {}

  Result<void> begin(store::Database& database) override {
    batch_.clear();
    if (is_open_) return {};
    TRAWL_TRY(const std::string store, store::store_id(database));
    TRAWL_TRY(const auto last, store::ArticleStore(database).last_sequence());
    TRAWL_TRY(auto known, find_state(client_, store, within(kCallTime)));
    const bool goes_on = known && !options_.is_anew && known->sequence <= last;
    state_ = known ? std::move(*known) : opensearch::StoreState();
    if (!sources_.empty()) state_.sources = sources_;
    if (goes_on) {
      if (state_.schema != kVersion) // it accepts no article with a field that it does not have
        return fail(ErrorCode::IndexDamaged, "another version of Trawl made the cluster's index", state_.index,
                    "run `trawl index rebuild`, during which this index answers");
    } else {
      state_.store = store;
      TRAWL_CHECK(create());
      if (!options_.is_anew) {
        TRAWL_CHECK(commit(0)); // what searches read has a state
        TRAWL_CHECK(publish());
      }
    }
    is_open_ = true;
    return {};
  }

  std::uint64_t sequence() const override { return is_open_ ? state_.sequence : 0; }
  bool is_full() const override { return batch_.size() >= kBulkBytes; }
  std::chrono::milliseconds commit_after() const override { return options_.commit_after; }

  Result<void> put(const Article& article, std::uint64_t sequence) override {
    add(article.id, opensearch::document_of(article), sequence);
    return {};
  }
  Result<void> remove(std::string_view id, std::uint64_t sequence) override {
    add(id, Json::object(), sequence);
    return {};
  }

  Result<void> commit(std::uint64_t sequence) override {
    if (!batch_.empty()) TRAWL_CHECK(send(batch_));
    batch_.clear();
    opensearch::StoreState next = state_;
    next.sequence = sequence;
    next.committed = now();
    const Json line = {{"index", {{"_id", opensearch::kStateId}}}};
    TRAWL_CHECK(send(json_text(line) + "\n" + json_text(to_json(next)) + "\n"));
    state_ = std::move(next);
    return {};
  }

  Result<void> finish(const std::vector<index::SourceNote>& sources, std::uint64_t sequence) override {
    if (!sources.empty()) state_.sources = sources;
    TRAWL_CHECK(commit(sequence));
    if (options_.is_anew) TRAWL_CHECK(publish());
    if (refused_.empty()) return {};
    return fail(ErrorCode::Partial, "OpenSearch refused " + std::to_string(refused_.size()) + " articles", {},
                "they stay in crawl.db; `trawl index rebuild` sends them again");
  }

 private:
  /// An empty index; what an interrupted rebuild has left under its name is deleted.
  Result<void> create() {
    replaced_ = std::exchange(state_.index, "");
    char number[8];
    std::snprintf(number, sizeof number, "%06u", static_cast<unsigned>(++state_.generation % 1'000'000));
    state_.index = client_.index() + "-" + state_.store + "-" + number;
    state_.sequence = 0;
    state_.schema = kVersion;
    TRAWL_CHECK(ask("DELETE", "/" + state_.index + "?ignore_unavailable=true"));
    return ask("PUT", "/" + state_.index, opensearch::index_body(options_.shape));
  }

  /// Lets searches read this index instead of the store's old one, which is deleted, in one step.
  Result<void> publish() {
    Json actions = opensearch::alias_actions(client_, state_.index);
    if (!replaced_.empty()) actions.push_back({{"remove_index", {{"index", replaced_}}}});
    auto done = ask("POST", "/_aliases", {{"actions", std::move(actions)}});
    const bool is_gone = !done && done.error().code == ErrorCode::NotFound && !replaced_.empty();
    if (!is_gone) return done;
    replaced_.clear(); // by a call before whose answer was lost, or by hand
    return publish();
  }

  Result<void> ask(const char* method, const std::string& path, const Json& body = {}) {
    TRAWL_CHECK(client_.get(method, path, body, within(kCallTime)));
    return {};
  }

  void add(std::string_view id, const Json& document, std::uint64_t sequence) {
    const Json line = {{"index", {{"_id", id}, {"version", sequence}, {"version_type", "external"}}}};
    batch_.append(json_text(line)).append("\n").append(json_text(document)).append("\n");
  }

  /// Sends lines of a bulk request, and makes what they write visible to searches.
  Result<void> send(const std::string& lines) {
    const std::string path = "/" + state_.index + "/_bulk?refresh=true";
    TRAWL_TRY(const Answer answer, client_.ask("POST", path, lines, within(kCallTime)));
    if (answer.status >= 300) return away(cluster_error(answer, path));
    const Json& items = opensearch::buckets_of(answer.body, "/items");
    if (items.size() * 2 != static_cast<std::size_t>(std::ranges::count(lines, '\n')))
      return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer", path);
    for (const Json& item : items) TRAWL_CHECK(read_item(item, path));
    return {};
  }

  Result<void> read_item(const Json& item, const std::string& path) {
    const Json result = item.is_object() && !item.empty() ? item.front() : Json();
    if (!result.is_object()) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer", path);
    const Answer one{result.value("status", 500L), {{"error", result.value("error", Json())}}};
    if (one.status < 300 || one.status == 409) return {}; // 409: it has this version, or a newer one
    Error trouble = cluster_error(one, path);
    if (may_pass(one.status, trouble.what)) return away(std::move(trouble));
    const std::string id = result.value("_id", "");
    if (refused_.insert(id).second && refused_.size() <= kNamedRefusals && options_.warn)
      options_.warn("article " + id + " was refused: " + trouble.what);
    return {};
  }

  static std::unexpected<Error> away(Error trouble) {
    if (trouble.code == ErrorCode::NotFound) trouble.code = ErrorCode::Network; // a node that rejoins the others
    return std::unexpected(std::move(trouble));
  }

  opensearch::Client client_;
  std::vector<index::SourceNote> sources_;
  ClusterUpdateOptions options_;
  opensearch::StoreState state_;
  bool is_open_ = false;
  std::string replaced_;          ///< the index that `publish` deletes
  std::string batch_;             ///< lines of the next bulk request
  std::set<std::string> refused_; ///< ids
};

} // namespace

Result<IndexUpdate> update_cluster(const DataDirectory& directory, opensearch::Client client,
                                   std::vector<index::SourceNote> sources, ClusterUpdateOptions options) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  Patience patience{options.patience, options.first_pause, [warn = options.warn](const Error& trouble) {
                      if (warn)
                        warn("OpenSearch is not accepting articles at the moment; they are stored in crawl.db and sent "
                             "later (" +
                             trouble.what + ")");
                    }};
  return IndexUpdate(std::move(database),
                     std::make_unique<IndexInCluster>(std::move(client), std::move(sources), std::move(options)),
                     "send articles", std::move(patience));
}

} // namespace trawl::crawl
