// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/store_follower.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <pthread.h>

#include "indexer/store/article_store.h"
#include "shared/article/article_record.h"
#include "shared/base/system_error.h"
#include "shared/store/store_position.h"

namespace trawl::crawl {
namespace {

constexpr std::size_t kChangesAtOnce = 256;

using SteadyClock = std::chrono::steady_clock;

} // namespace

struct StoreFollower::Impl {
  Impl(store::Database opened, std::unique_ptr<FollowedIndex> followed)
      : database(std::move(opened)), index(std::move(followed)) {}

  store::Database database;
  std::unique_ptr<FollowedIndex> index;

  std::mutex mutex;
  std::condition_variable wake;
  bool has_news = true; // guarded by mutex, like all below
  FollowerState state;
  std::vector<index::SourceNote> sources;
  Applied applied_by_end; ///< of `finish`
  std::optional<Error> error;
  std::jthread thread;

  Result<void> apply(const store::ArticleChange& change) {
    if (change.record.empty()) return index->remove(change.id, change.sequence);
    TRAWL_TRY(const auto article, from_record(change.record));
    return index->put(article, change.sequence);
  }

  /// How many changes came after `applied`, once the owner has called `finish` and wants to know.
  Result<std::optional<std::size_t>> left_at_end(std::uint64_t applied) {
    {
      const std::lock_guard lock(mutex);
      if (!state.finish_since || !applied_by_end) return std::nullopt;
    }
    return store::changes_after(database, applied);
  }

  Result<void> follow() {
    TRAWL_CHECK(index->begin(database, [this](auto at_most) { return pause(at_most); }));
    store::ArticleStore articles(database);
    auto applied = index->sequence();
    auto committed = applied;
    auto last_commit = SteadyClock::now();
    std::optional<std::size_t> left; ///< when `finish` was called
    std::size_t done = 0;            ///< since then
    for (;;) {
      if (!left) {
        TRAWL_TRY(left, left_at_end(applied));
        if (left) applied_by_end(0, *left);
      }
      TRAWL_TRY(const auto changes, articles.changes(applied, kChangesAtOnce, index->wanted()));
      for (const auto& change : changes) {
        TRAWL_CHECK(apply(change));
        applied = change.sequence;
        if (left) applied_by_end(std::min(++done, *left), *left);
      }
      // A commit writes blocks in every part of the index. While more changes are waiting, only size counts: by time, a
      // loaded machine would make many small ones.
      const bool is_behind = changes.size() == kChangesAtOnce;
      const bool is_late = !is_behind && SteadyClock::now() - last_commit >= index->commit_after();
      if (index->is_full()) TRAWL_CHECK(index->make_room(applied));
      if (applied != committed && is_late) {
        TRAWL_CHECK(index->commit(applied));
        committed = applied;
        last_commit = SteadyClock::now();
      }
      if (must_leave()) return {};
      if (is_behind) continue;
      if (changes.empty()) TRAWL_CHECK(index->catch_up(applied));
      if (changes.empty() && is_drained()) return index->finish(sources, applied);
      if (changes.empty()) wait(applied != committed);
    }
  }

  FollowerState pause(std::chrono::milliseconds at_most) {
    std::unique_lock lock(mutex);
    const bool was_to_finish = state.finish_since.has_value();
    wake.wait_for(lock, at_most, [&] { return state.is_leaving || state.finish_since.has_value() != was_to_finish; });
    return state;
  }

  bool must_leave() {
    const std::lock_guard lock(mutex);
    return state.is_leaving;
  }

  bool is_drained() {
    const std::lock_guard lock(mutex);
    return state.finish_since && !std::exchange(has_news, false);
  }

  void wait(bool has_uncommitted) {
    std::unique_lock lock(mutex);
    const auto is_awaited = [&] { return has_news || state.is_leaving || state.finish_since; };
    if (has_uncommitted) {
      wake.wait_for(lock, index->commit_after(), is_awaited);
    } else {
      wake.wait(lock, is_awaited);
    }
    has_news = false;
  }

  void run(const char* name) {
    ::pthread_setname_np(::pthread_self(), name);
    auto result = catching_exceptions([&] { return follow(); });
    const std::lock_guard lock(mutex);
    if (!result) error = result.error();
  }
};

StoreFollower::StoreFollower(store::Database database, std::unique_ptr<FollowedIndex> index, const char* name)
    : impl_(std::make_unique<Impl>(std::move(database), std::move(index))) {
  impl_->thread = std::jthread([impl = impl_.get(), name] { impl->run(name); });
}

StoreFollower::StoreFollower(StoreFollower&&) noexcept = default;
StoreFollower& StoreFollower::operator=(StoreFollower&&) noexcept = default;

StoreFollower::~StoreFollower() {
  if (!impl_) return;
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->state.is_leaving = true;
  }
  impl_->wake.notify_all();
}

void StoreFollower::notify() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->has_news = true;
  }
  impl_->wake.notify_all();
}

std::optional<Error> StoreFollower::error() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->error;
}

Result<void> StoreFollower::finish(std::vector<index::SourceNote> sources, Applied applied) {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->sources = std::move(sources);
    impl_->applied_by_end = std::move(applied);
    impl_->state.finish_since = SteadyClock::now();
  }
  impl_->wake.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
  if (const auto failed = error()) return std::unexpected(*failed);
  return {};
}

} // namespace trawl::crawl
