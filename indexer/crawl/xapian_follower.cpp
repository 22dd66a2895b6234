// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/xapian_follower.h"

#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"
#include "shared/index/xapian/xapian_writer.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kChangesPerBatch = 256;

/// A commit is the later the dearer: it writes each B-tree where it changes.
constexpr std::size_t kXapianCommitBytes = std::size_t{16} << 20;
constexpr std::chrono::seconds kXapianCommitAfter{20};

/// More changes than this, if they are also half of the articles, are not applied to a live database.
constexpr std::uint64_t kManyChanges = 2'000;

class FollowedXapian : public FollowedIndex {
 public:
  explicit FollowedXapian(index::XapianWriter writer) : writer_(std::move(writer)) {}

  std::uint64_t sequence() const override { return writer_.sequence(); }
  Result<void> put(const Article& article, std::uint64_t) override { return writer_.put(article); }
  Result<void> remove(std::string_view id, std::uint64_t) override { return writer_.remove(id); }
  Result<void> commit(std::uint64_t sequence) override { return writer_.commit(sequence); }
  bool is_full() const override { return writer_.pending_bytes() >= kXapianCommitBytes; }
  std::chrono::milliseconds commit_after() const override { return kXapianCommitAfter; }
  Result<void> catch_up(std::uint64_t sequence) override {
    return writer_.is_live() ? Result<void>{} : writer_.publish(sequence);
  }
  Result<void> finish(const std::vector<index::SourceNote>&, std::uint64_t sequence) override {
    if (writer_.is_loose()) return writer_.publish(sequence);
    return writer_.sequence() == sequence ? Result<void>{} : writer_.commit(sequence);
  }

 private:
  index::XapianWriter writer_;
};

/// Whether it is better to make the database again.
Result<bool> is_useless(const index::XapianState& state, store::ArticleStore& articles) {
  TRAWL_TRY(const std::uint64_t last, articles.last_sequence());
  TRAWL_TRY(const std::int64_t count, articles.count());
  const auto stored = static_cast<std::uint64_t>(count);
  if (state.sequence > last) return true;
  if (state.sequence == last) return state.documents != stored;
  const std::uint64_t behind = last - state.sequence;
  return behind > kManyChanges && behind > stored / 2;
}

/// The live database; nullopt if it has to be made again.
Result<std::optional<index::XapianWriter>> open_useful(const DataDirectory& directory, store::Database& database,
                                                       const std::string& id) {
  const auto state = index::read_xapian_state(directory);
  if (!state && state.error().code != ErrorCode::IndexDamaged) return std::unexpected(state.error());
  if (!state || !*state) return std::nullopt;
  store::ArticleStore articles(database);
  TRAWL_TRY(const bool must_renew, is_useless(**state, articles));
  if (must_renew) return std::nullopt;
  auto live = index::XapianWriter::open_live(directory, id);
  if (!live && live.error().code == ErrorCode::IndexDamaged) return std::nullopt;
  return live;
}

Result<index::XapianWriter> open_or_create(const DataDirectory& directory, store::Database& database) {
  TRAWL_TRY(const std::string id, store::store_id(database));
  TRAWL_TRY(auto live, open_useful(directory, database, id));
  return live ? std::move(*live) : index::XapianWriter::create(directory, id);
}

} // namespace

Result<std::unique_ptr<Follower>> follow_with_xapian(const DataDirectory& directory) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  TRAWL_TRY(auto writer, open_or_create(directory, database));
  return std::make_unique<StoreFollower>(std::move(database), std::make_unique<FollowedXapian>(std::move(writer)),
                                         "write Xapian");
}

Result<void> write_xapian(const DataDirectory& directory, store::Database& database,
                          const std::function<bool()>& stopped, const Report& report) {
  store::ArticleStore articles(database);
  TRAWL_TRY(const std::string id, store::store_id(database));
  TRAWL_TRY(auto writer, index::XapianWriter::create(directory, id));
  std::uint64_t sequence = 0;
  std::size_t done = 0;
  for (;;) {
    TRAWL_TRY(const auto changes, articles.changes(sequence, kChangesPerBatch));
    if (changes.empty()) return writer.publish(sequence);
    for (const store::ArticleChange& change : changes) {
      sequence = change.sequence;
      if (change.record.empty()) continue; // it never was in this database
      if (report) TRAWL_CHECK(report(done++));
      if (stopped()) return fail(ErrorCode::Interrupted, "stopped; run the same command again to finish");
      TRAWL_TRY(const auto article, from_record(change.record));
      TRAWL_CHECK(writer.put(article));
    }
    if (writer.pending_bytes() >= kXapianCommitBytes) TRAWL_CHECK(writer.commit(sequence));
  }
}

Result<void> compact_xapian(const DataDirectory& directory, store::Database& database,
                            const std::function<bool()>& stopped, const Report& report) {
  TRAWL_TRY(const std::string id, store::store_id(database));
  TRAWL_TRY(auto live, open_useful(directory, database, id));
  return live ? live->publish(live->sequence()) : write_xapian(directory, database, stopped, report);
}

} // namespace trawl::crawl
