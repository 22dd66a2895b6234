// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/cluster_follower.h"

#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "indexer/store/store_id.h"
#include "shared/article/article_record.h"
#include "shared/opensearch/cluster_writer.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <pthread.h>

namespace trawl::crawl {
namespace {

constexpr std::size_t kChangesPerRead = 256;
constexpr std::size_t kNamedRefusals = 20;

} // namespace

struct ClusterFollower::Impl {
  using SteadyClock = std::chrono::steady_clock;

  Impl(store::Database opened, opensearch::Client connected, std::vector<index::SourceNote> notes,
       ClusterFollowerOptions chosen)
      : database(std::move(opened)), client(std::move(connected)), options(std::move(chosen)),
        sources(std::move(notes)) {}

  store::Database database;
  std::optional<opensearch::Client> client; ///< until the writer has it
  ClusterFollowerOptions options;
  bool is_warned = false;
  SteadyClock::time_point away_since = {}; ///< the beginning of the present trouble with the cluster

  mutable std::mutex mutex;
  std::condition_variable wake;
  bool has_news = true, is_leaving = false;           // guarded by mutex, like all below
  std::optional<SteadyClock::time_point> complete_at; ///< when `finish` was called
  std::vector<index::SourceNote> sources;
  std::optional<Error> error;
  std::jthread thread;

  /// Waits after a call that failed; false if it is not to be repeated, because the crawl has ended.
  bool wait_for_cluster(std::chrono::milliseconds pause, const Error& trouble) {
    if (!std::exchange(is_warned, true) && options.warn) {
      options.warn("OpenSearch is not accepting articles at the moment; they are stored in crawl.db and sent later (" +
                   trouble.what + ")");
    }
    if (pause <= opensearch::kFirstPause) away_since = SteadyClock::now(); // it has taken something in between
    std::unique_lock lock(mutex);
    const auto was_complete = complete_at;
    wake.wait_for(lock, pause, [&] { return is_leaving || complete_at != was_complete; });
    return !is_leaving && (!complete_at || SteadyClock::now() < std::max(*complete_at, away_since) + options.patience);
  }

  Result<opensearch::ClusterWriter> open_writer(store::ArticleStore& articles) {
    TRAWL_TRY(const std::string id, store::store_id(database));
    TRAWL_TRY(const auto last, articles.last_sequence());
    return opensearch::ClusterWriter::open(
        std::move(*client), id, options.shape, last,
        [this](auto pause, const Error& trouble) { return wait_for_cluster(pause, trouble); });
  }

  Result<void> follow() {
    store::ArticleStore articles(database);
    TRAWL_TRY(auto writer, open_writer(articles));
    writer.set_sources(current_sources());
    TRAWL_CHECK(send_refused(articles, writer));
    auto applied = writer.sequence();
    auto committed = applied;
    auto last_commit = SteadyClock::now();
    for (;;) {
      TRAWL_TRY(const auto changes, articles.changes(applied, kChangesPerRead));
      for (const store::ArticleChange& change : changes) {
        TRAWL_CHECK(apply(change, writer));
        applied = change.sequence;
      }
      if (applied != committed && SteadyClock::now() - last_commit >= options.commit_after) {
        TRAWL_CHECK(writer.commit(applied));
        committed = applied;
        last_commit = SteadyClock::now();
      }
      if (must_leave()) return {};
      if (changes.size() == kChangesPerRead) continue;
      if (changes.empty() && is_drained()) return end(writer, applied);
      if (changes.empty()) wait(applied != committed);
    }
  }

  /// Sends the articles again that earlier runs could not write. The crawler's upgrade may have made them acceptable.
  static Result<void> send_refused(store::ArticleStore& articles, opensearch::ClusterWriter& writer) {
    for (const std::uint64_t sequence : writer.refused_before()) {
      TRAWL_TRY(const auto changes, articles.changes(sequence - 1, 1));
      if (!changes.empty() && changes.front().sequence == sequence) TRAWL_CHECK(apply(changes.front(), writer));
    }
    return {};
  }

  static Result<void> apply(const store::ArticleChange& change, opensearch::ClusterWriter& writer) {
    if (change.record.empty()) return writer.remove(change.id, change.sequence);
    TRAWL_TRY(const auto article, from_record(change.record));
    return writer.put(article, change.sequence);
  }

  Result<void> end(opensearch::ClusterWriter& writer, std::uint64_t applied) {
    if (auto notes = current_sources(); !notes.empty()) writer.set_sources(std::move(notes));
    TRAWL_CHECK(writer.commit(applied));
    const auto& refused = writer.refused();
    for (std::size_t i = 0; i < refused.size() && i < kNamedRefusals; ++i) {
      if (options.warn) options.warn("article " + refused[i].id + " was refused: " + refused[i].reason);
    }
    if (refused.empty()) return {};
    return fail(ErrorCode::Partial, "OpenSearch refused " + std::to_string(refused.size()) + " articles", {},
                "they stay in crawl.db and are sent again by the next crawl");
  }

  std::vector<index::SourceNote> current_sources() const {
    const std::lock_guard lock(mutex);
    return sources;
  }

  bool must_leave() {
    const std::lock_guard lock(mutex);
    return is_leaving;
  }

  bool is_drained() {
    const std::lock_guard lock(mutex);
    return complete_at && !std::exchange(has_news, false);
  }

  void wait(bool has_uncommitted) {
    std::unique_lock lock(mutex);
    const auto is_awaited = [&] { return has_news || is_leaving || complete_at; };
    if (has_uncommitted) {
      wake.wait_for(lock, options.commit_after, is_awaited);
    } else {
      wake.wait(lock, is_awaited);
    }
    has_news = false;
  }

  void run() {
    ::pthread_setname_np(::pthread_self(), "send articles");
    auto result = follow();
    const std::lock_guard lock(mutex);
    if (!result) error = result.error();
  }
};

Result<std::unique_ptr<Follower>> ClusterFollower::start(const DataDirectory& directory, opensearch::Client client,
                                                         std::vector<index::SourceNote> sources,
                                                         ClusterFollowerOptions options) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  auto impl = std::make_unique<Impl>(std::move(database), std::move(client), std::move(sources), std::move(options));
  impl->thread = std::jthread([running = impl.get()] { running->run(); });
  return std::unique_ptr<Follower>(new ClusterFollower(std::move(impl)));
}

ClusterFollower::ClusterFollower(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

ClusterFollower::~ClusterFollower() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->is_leaving = true;
  }
  impl_->wake.notify_all();
}

void ClusterFollower::notify() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->has_news = true;
  }
  impl_->wake.notify_all();
}

std::optional<Error> ClusterFollower::error() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->error;
}

Result<void> ClusterFollower::finish(std::vector<index::SourceNote> sources) {
  {
    const std::lock_guard lock(impl_->mutex);
    if (!sources.empty()) impl_->sources = std::move(sources);
    impl_->complete_at = Impl::SteadyClock::now();
  }
  impl_->wake.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
  if (const auto failed = error()) return std::unexpected(*failed);
  return {};
}

} // namespace trawl::crawl
