// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/cluster_update.h"

#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/opensearch/cluster_writer.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trawl::crawl {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kNamedRefusals = 20;

class IndexInCluster : public UpdatedIndex {
 public:
  IndexInCluster(opensearch::Client client, std::vector<index::SourceNote> sources, ClusterUpdateOptions options)
      : client_(std::move(client)), sources_(std::move(sources)), options_(std::move(options)) {}

  Result<void> begin(store::Database& database, const Pause& pause) override {
    pause_ = pause;
    TRAWL_TRY(const std::string id, store::store_id(database));
    TRAWL_TRY(const auto last, store::ArticleStore(database).last_sequence());
    const auto patience = [this](auto time, const Error& trouble) { return wait_for_cluster(time, trouble); };
    TRAWL_TRY(auto writer, opensearch::ClusterWriter::open(std::move(client_), id, options_.shape, last, patience));
    writer_.emplace(std::move(writer));
    writer_->set_sources(std::move(sources_));
    return {};
  }

  std::uint64_t sequence() const override { return writer_->sequence(); }
  Result<void> put(const Article& article, std::uint64_t sequence) override { return writer_->put(article, sequence); }
  Result<void> remove(std::string_view id, std::uint64_t sequence) override { return writer_->remove(id, sequence); }
  Result<void> commit(std::uint64_t sequence) override { return writer_->commit(sequence); }
  bool is_full() const override { return false; }
  std::chrono::milliseconds commit_after() const override { return options_.commit_after; }

  Result<void> finish(const std::vector<index::SourceNote>& sources, std::uint64_t sequence) override {
    if (!sources.empty()) writer_->set_sources(sources);
    TRAWL_CHECK(writer_->commit(sequence));
    const auto& refused = writer_->refused();
    for (std::size_t i = 0; i < refused.size() && i < kNamedRefusals; ++i) {
      if (options_.warn) options_.warn("article " + refused[i].id + " was refused: " + refused[i].reason);
    }
    if (refused.empty()) return {};
    return fail(ErrorCode::Partial, "OpenSearch refused " + std::to_string(refused.size()) + " articles", {},
                "they stay in crawl.db; `trawl index rebuild` sends them again");
  }

 private:
  /// Waits after a call that failed; false if it is not to be repeated, because the crawl has ended.
  bool wait_for_cluster(std::chrono::milliseconds time, const Error& trouble) {
    if (!std::exchange(is_warned_, true) && options_.warn) {
      options_.warn("OpenSearch is not accepting articles at the moment; they are stored in crawl.db and sent later (" +
                    trouble.what + ")");
    }
    if (time <= opensearch::kFirstPause) away_since_ = SteadyClock::now(); // it has taken something in between
    const UpdateState state = pause_(time);
    if (state.is_leaving) return false;
    return !state.finish_since || SteadyClock::now() < std::max(*state.finish_since, away_since_) + options_.patience;
  }

  opensearch::Client client_; ///< until the writer has it
  std::vector<index::SourceNote> sources_;
  ClusterUpdateOptions options_;
  Pause pause_;
  std::optional<opensearch::ClusterWriter> writer_;
  bool is_warned_ = false;
  SteadyClock::time_point away_since_ = {}; ///< the beginning of the present trouble with the cluster
};

} // namespace

Result<IndexUpdate> update_cluster(const DataDirectory& directory, opensearch::Client client,
                                   std::vector<index::SourceNote> sources, ClusterUpdateOptions options) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  return IndexUpdate(std::move(database),
                     std::make_unique<IndexInCluster>(std::move(client), std::move(sources), std::move(options)),
                     "send articles");
}

} // namespace trawl::crawl
