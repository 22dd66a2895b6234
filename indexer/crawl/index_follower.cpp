// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/index_follower.h"

#include <utility>

#include "indexer/crawl/index_recovery.h"
#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/store/store_position.h"

namespace trawl::crawl {
namespace {

class FollowedIndexHere : public FollowedIndex {
 public:
  FollowedIndexHere(index::IndexWriter writer, const FollowerOptions& options)
      : writer_(std::move(writer)), options_(options) {}

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
  FollowerOptions options_;
};

} // namespace

Result<IndexFollower> IndexFollower::start(const DataDirectory& directory, std::vector<index::SourceNote> sources,
                                           const FollowerOptions& options, const Applied& rebuilt) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  TRAWL_TRY(const auto last, store::ArticleStore(database).last_sequence());
  auto opened = index::IndexWriter::open_live(directory);
  const bool is_damaged = !opened && opened.error().code == ErrorCode::IndexDamaged && last > 0;
  if (is_damaged) {
    TRAWL_CHECK(rewrite_index(directory, database, sources, rebuilt));
    opened = index::IndexWriter::open_live(directory);
  }
  TRAWL_TRY(auto writer, std::move(opened));
  TRAWL_TRY(auto store, store::store_id(database));
  const bool is_foreign = !writer.store().empty() && writer.store() != store;
  const bool is_ahead = !is_foreign && writer.store_sequence() > last;
  if (is_ahead || is_foreign) {
    {
      const auto closed = std::move(writer);
    }
    TRAWL_CHECK(recover_index(directory, database, sources, rebuilt));
    TRAWL_TRY(auto renewed, index::IndexWriter::open_live(directory));
    writer = std::move(renewed);
  }
  if (!sources.empty()) TRAWL_CHECK(writer.set_sources(sources));
  writer.set_store(std::move(store));
  IndexFollower follower(std::move(database), std::make_unique<FollowedIndexHere>(std::move(writer), options));
  if (is_damaged) follower.recovered_from_ = "was damaged or of another version";
  if (is_foreign) follower.recovered_from_ = "was made from another crawl.db";
  if (is_ahead) follower.recovered_from_ = "was ahead of crawl.db, as after a power failure";
  return follower;
}

} // namespace trawl::crawl
