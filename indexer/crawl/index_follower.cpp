// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/index_follower.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <pthread.h>

#include "indexer/crawl/index_recovery.h"
#include "indexer/crawl/rebuild.h"
#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"
#include "shared/base/system_error.h"

namespace trawl::crawl {
namespace {

constexpr std::size_t kChangesPerCommit = 256;

using SteadyClock = std::chrono::steady_clock;

} // namespace

struct IndexFollower::Impl {
  Impl(store::Database opened, index::IndexWriter made, FollowerOptions chosen)
      : database(std::move(opened)), writer(std::move(made)), options(chosen) {}

  store::Database database;
  index::IndexWriter writer;
  FollowerOptions options;
  std::string_view recovered_from;

  std::mutex mutex;
  std::condition_variable wake;
  bool has_news = true, is_leaving = false, is_complete = false; // guarded by mutex, like error and sources
  std::vector<index::SourceNote> sources;
  std::optional<Error> error;
  std::jthread thread;

  Result<void> apply(const store::ArticleChange& change) {
    if (change.record.empty()) return writer.remove(change.id);
    TRAWL_TRY(const auto article, from_record(change.record));
    return writer.put(article);
  }

  Result<void> follow() {
    store::ArticleStore articles(database);
    auto applied = writer.store_sequence();
    auto committed = applied;
    auto last_commit = SteadyClock::now();
    for (;;) {
      TRAWL_TRY(const auto changes, articles.changes(applied, kChangesPerCommit));
      for (const auto& change : changes) {
        TRAWL_CHECK(apply(change));
        applied = change.sequence;
      }
      const bool is_due =
          writer.pending_bytes() >= options.commit_bytes || SteadyClock::now() - last_commit >= options.commit_after;
      if (applied != committed && is_due) {
        TRAWL_CHECK(writer.commit(applied));
        committed = applied;
        last_commit = SteadyClock::now();
      }
      if (must_leave()) return {};
      if (changes.size() == kChangesPerCommit) continue;
      if (changes.empty() && is_drained()) return end(applied);
      if (changes.empty()) wait(applied != committed);
    }
  }

  bool must_leave() {
    const std::lock_guard lock(mutex);
    return is_leaving;
  }

  bool is_drained() {
    const std::lock_guard lock(mutex);
    return is_complete && !std::exchange(has_news, false);
  }

  void wait(bool has_uncommitted) {
    std::unique_lock lock(mutex);
    const auto is_awaited = [&] { return has_news || is_leaving || is_complete; };
    if (has_uncommitted) {
      wake.wait_for(lock, options.commit_after, is_awaited);
    } else {
      wake.wait(lock, is_awaited);
    }
    has_news = false;
  }

  Result<void> end(std::uint64_t applied) {
    if (!sources.empty()) TRAWL_CHECK(writer.set_sources(sources));
    return writer.commit(applied);
  }

  void run() {
    ::pthread_setname_np(::pthread_self(), "index articles");
    auto result = catching_exceptions([&] { return follow(); });
    const std::lock_guard lock(mutex);
    if (!result) error = result.error();
  }
};

Result<IndexFollower> IndexFollower::start(const DataDirectory& directory, std::vector<index::SourceNote> sources,
                                           const FollowerOptions& options) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  TRAWL_TRY(const auto last, store::ArticleStore(database).last_sequence());
  auto opened = index::IndexWriter::open_live(directory);
  const bool is_damaged = !opened && opened.error().code == ErrorCode::IndexDamaged && last > 0;
  if (is_damaged) {
    TRAWL_CHECK(write_generation(directory, database, sources, [] { return false; }));
    opened = index::IndexWriter::open_live(directory);
  }
  TRAWL_TRY(auto writer, std::move(opened));
  const bool is_ahead = writer.store_sequence() > last;
  if (is_ahead) {
    {
      const auto closed = std::move(writer);
    }
    TRAWL_CHECK(recover_index(directory, database, sources));
    TRAWL_TRY(auto renewed, index::IndexWriter::open_live(directory));
    writer = std::move(renewed);
  }
  if (!sources.empty()) TRAWL_CHECK(writer.set_sources(sources));
  IndexFollower follower(std::make_unique<Impl>(std::move(database), std::move(writer), options));
  if (is_damaged) follower.impl_->recovered_from = "was damaged or of another version";
  if (is_ahead) follower.impl_->recovered_from = "was ahead of crawl.db, as after a power failure";
  follower.impl_->thread = std::jthread([impl = follower.impl_.get()] { impl->run(); });
  return follower;
}

IndexFollower::IndexFollower(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
IndexFollower::IndexFollower(IndexFollower&&) noexcept = default;
IndexFollower& IndexFollower::operator=(IndexFollower&&) noexcept = default;

IndexFollower::~IndexFollower() {
  if (!impl_) return;
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->is_leaving = true;
  }
  impl_->wake.notify_all();
}

void IndexFollower::notify() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->has_news = true;
  }
  impl_->wake.notify_all();
}

std::string_view IndexFollower::recovered_from() const { return impl_->recovered_from; }

std::optional<Error> IndexFollower::error() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->error;
}

Result<void> IndexFollower::finish(std::vector<index::SourceNote> sources) {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->sources = std::move(sources);
    impl_->is_complete = true;
  }
  impl_->wake.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
  if (const auto failed = error()) return std::unexpected(*failed);
  return {};
}

} // namespace trawl::crawl
