// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/index_update.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <pthread.h>

#include "indexer/crawl/rebuild.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"
#include "shared/base/system_error.h"
#include "shared/index/lag.h"
#include "shared/store/store_position.h"

namespace trawl::crawl {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kChangesAtOnce = 256;
constexpr std::chrono::milliseconds kLongestPause{15'000};

using SteadyClock = std::chrono::steady_clock;

class IndexHere : public UpdatedIndex {
 public:
  IndexHere(index::IndexWriter writer, const CommitOptions& options) : writer_(std::move(writer)), options_(options) {}

  std::uint64_t sequence() const override { return writer_.store_sequence(); }
  Result<void> put(const Article& article, std::uint64_t) override { return writer_.put(article); }
  store::Articles wanted() const override { return store::Articles::All; }
  Result<void> remove(std::string_view id, std::uint64_t) override { return writer_.remove(id); }
  Result<void> commit(std::uint64_t sequence) override { return writer_.commit(sequence); }
  Result<void> make_room(std::uint64_t sequence) override { return writer_.set_aside(sequence); }
  bool is_full() const override {
    return writer_.pending_bytes() >= options_.commit_bytes || writer_.pending_articles() >= options_.commit_articles;
  }
  std::chrono::milliseconds commit_after() const override { return options_.commit_after; }
  Result<void> finish(const std::vector<index::SourceNote>& sources, std::uint64_t sequence) override {
    if (!sources.empty()) TRAWL_CHECK(writer_.set_sources(sources));
    TRAWL_CHECK(writer_.commit(sequence));
    return writer_.learn_meaning();
  }

 private:
  index::IndexWriter writer_;
  CommitOptions options_;
};

/// What is wrong with an index that cannot be caught up; empty if nothing is. `last`: the store's last change.
std::string_view trouble_of(const Result<index::IndexWriter>& opened, std::string_view store, std::uint64_t last) {
  if (!opened) return opened.error().code == ErrorCode::IndexDamaged ? "was damaged or of another version" : "";
  if (!opened->store().empty() && opened->store() != store) return "was made from another crawl.db";
  return opened->store_sequence() > last ? "was ahead of crawl.db, as after a power failure" : "";
}

/// Makes the index anew, whatever it is like.
Result<void> make_anew(const DataDirectory& directory, store::Database& database,
                       const std::vector<index::SourceNote>& notes, const Applied& made) {
  TRAWL_TRY(const auto all, store::ArticleStore(database).count());
  const auto report = [&](std::size_t done) {
    if (made) made(done, static_cast<std::size_t>(all));
    return Result<void>();
  };
  TRAWL_CHECK(write_index(directory, database, notes, [] { return false; }, report));
  return {};
}

Result<void> stopped() {
  return fail(ErrorCode::Interrupted, "stopped; searches find what they found before. Run the same command again");
}

} // namespace

struct IndexUpdate::Impl {
  Impl(store::Database opened, std::unique_ptr<UpdatedIndex> updated, Patience waits)
      : database(std::move(opened)), index(std::move(updated)), patience(std::move(waits)) {}

  store::Database database;
  std::unique_ptr<UpdatedIndex> index;
  Patience patience;

  std::mutex mutex;
  std::condition_variable wake;
  bool has_news = true; // guarded by mutex, like all below
  bool is_leaving = false, has_ended = false;
  std::optional<SteadyClock::time_point> finish_since; ///< when `finish` was called
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
      if (!finish_since || !applied_by_end) return std::nullopt;
    }
    return store::changes_after(database, applied);
  }

  /// While the index is away, what it has not committed is read from the store again, as by the next run.
  Result<void> update() {
    auto pause = patience.first_pause;
    for (auto away_since = SteadyClock::now();; pause = std::min(2 * pause, kLongestPause)) {
      const std::uint64_t before = index->sequence();
      auto followed = follow();
      if (followed || followed.error().code != ErrorCode::Network) return followed;
      if (index->sequence() != before) pause = patience.first_pause;
      if (pause == patience.first_pause) away_since = SteadyClock::now();
      if (patience.warn) std::exchange(patience.warn, nullptr)(followed.error());
      if (!endures(pause, away_since)) return must_leave() ? stopped() : followed;
    }
  }

  Result<void> follow() {
    TRAWL_CHECK(index->begin(database));
    store::ArticleStore articles(database);
    auto applied = index->sequence();
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
        if (index->is_full()) TRAWL_CHECK(index->make_room(applied));
      }
      // A commit writes blocks in every part of the index. While more changes are waiting, only size counts: by time, a
      // loaded machine would make many small ones.
      const bool is_behind = changes.size() == kChangesAtOnce;
      const bool is_late = !is_behind && SteadyClock::now() - last_commit >= index->commit_after();
      if (applied != index->sequence() && is_late) {
        TRAWL_CHECK(index->commit(applied));
        last_commit = SteadyClock::now();
      }
      if (must_leave()) return stopped();
      if (is_behind) continue;
      if (changes.empty() && is_drained()) return index->finish(sources, applied);
      if (changes.empty()) wait(applied != index->sequence());
    }
  }

  /// Waits for at most so long; whether to try again.
  bool endures(std::chrono::milliseconds pause, SteadyClock::time_point away_since) {
    std::unique_lock lock(mutex);
    const bool was_to_finish = finish_since.has_value();
    wake.wait_for(lock, pause, [&] { return is_leaving || finish_since.has_value() != was_to_finish; });
    if (is_leaving) return false;
    return !finish_since || SteadyClock::now() < std::max(*finish_since, away_since) + patience.at_end;
  }

  bool must_leave() {
    const std::lock_guard lock(mutex);
    return is_leaving;
  }

  bool is_drained() {
    const std::lock_guard lock(mutex);
    return finish_since && !std::exchange(has_news, false);
  }

  void wait(bool has_uncommitted) {
    std::unique_lock lock(mutex);
    const auto is_awaited = [&] { return has_news || is_leaving || finish_since; };
    if (has_uncommitted) {
      wake.wait_for(lock, index->commit_after(), is_awaited);
    } else {
      wake.wait(lock, is_awaited);
    }
    has_news = false;
  }

  void run(const char* name) {
    ::pthread_setname_np(::pthread_self(), name);
    auto result = catching_exceptions([&] { return update(); });
    const std::lock_guard lock(mutex);
    if (!result) error = result.error();
    has_ended = true;
    wake.notify_all();
  }
};

Result<IndexUpdate> IndexUpdate::start(const DataDirectory& directory, std::vector<index::SourceNote> sources,
                                       const CommitOptions& options, const Applied& made) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  TRAWL_TRY(const auto last, store::ArticleStore(database).last_sequence());
  TRAWL_TRY(auto store, store::store_id(database));
  auto writer = index::IndexWriter::open_live(directory);
  const std::string_view trouble = trouble_of(writer, store, last);
  if (!trouble.empty() && last == 0) {
    if (!writer) return std::unexpected(writer.error());
    return fail(ErrorCode::IndexDamaged, "the index was not made from this crawl.db, which is empty",
                directory.root.string(), index::kIfForeign);
  }
  if (!trouble.empty()) {
    writer = fail(ErrorCode::Internal, "closed"); // a database has one writer
    TRAWL_CHECK(make_anew(directory, database, sources, made));
    writer = index::IndexWriter::open_live(directory);
  }
  if (!writer) return std::unexpected(writer.error());
  if (!sources.empty()) TRAWL_CHECK(writer->set_sources(sources));
  writer->set_store(std::move(store));
  IndexUpdate update(std::move(database), std::make_unique<IndexHere>(std::move(*writer), options), "index articles");
  update.trouble_ = trouble;
  return update;
}

IndexUpdate::IndexUpdate(store::Database database, std::unique_ptr<UpdatedIndex> index, const char* name,
                         Patience patience)
    : impl_(std::make_unique<Impl>(std::move(database), std::move(index), std::move(patience))) {
  impl_->thread = std::jthread([impl = impl_.get(), name] { impl->run(name); });
}

IndexUpdate::IndexUpdate(IndexUpdate&&) noexcept = default;
IndexUpdate& IndexUpdate::operator=(IndexUpdate&&) noexcept = default;

IndexUpdate::~IndexUpdate() {
  if (!impl_) return;
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->is_leaving = true;
  }
  impl_->wake.notify_all();
}

void IndexUpdate::notify() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->has_news = true;
  }
  impl_->wake.notify_all();
}

std::optional<Error> IndexUpdate::error() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->error;
}

Result<void> IndexUpdate::finish(std::vector<index::SourceNote> sources, Applied applied,
                                 const std::function<bool()>& stopped) {
  {
    std::unique_lock lock(impl_->mutex);
    impl_->sources = std::move(sources);
    impl_->applied_by_end = std::move(applied);
    impl_->finish_since = SteadyClock::now();
    impl_->wake.notify_all();
    while (!impl_->wake.wait_for(lock, 100ms, [&] { return impl_->has_ended; })) impl_->is_leaving = stopped();
  }
  if (impl_->thread.joinable()) impl_->thread.join();
  if (const auto failed = error()) return std::unexpected(*failed);
  return {};
}

} // namespace trawl::crawl
