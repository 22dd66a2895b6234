// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/index_recovery.h"

#include "indexer/crawl/rebuild.h"
#include "indexer/store/article_store.h"
#include "shared/article/article_record.h"
#include "shared/index/index_reader.h"
#include "shared/index/lag.h"

namespace trawl::crawl {
namespace {

/// Whether the two have at least half of their articles in common, seen from either side.
Result<bool> have_most_in_common(index::IndexReader& reader, store::ArticleStore& articles) {
  std::size_t stored = 0, common = 0;
  Result<void> read;
  TRAWL_CHECK(articles.each([&](std::string_view record) {
    const auto article = from_record(record);
    if (!article) {
      read = std::unexpected(article.error());
      return false;
    }
    ++stored;
    common += reader.find(article->id) != 0 ? 1 : 0;
    return true;
  }));
  TRAWL_CHECK(read);
  return common > 0 && 2 * common >= stored && 2 * common >= reader.columns().live_documents;
}

} // namespace

Result<void> rewrite_index(const DataDirectory& directory, store::Database& database,
                           const std::vector<index::SourceNote>& notes, const Applied& applied) {
  TRAWL_TRY(const auto all, store::ArticleStore(database).count());
  const auto report = [&](std::size_t done) {
    if (applied) applied(done, static_cast<std::size_t>(all));
    return Result<void>();
  };
  TRAWL_CHECK(write_index(directory, database, notes, [] { return false; }, report));
  return {};
}

Result<void> recover_index(const DataDirectory& directory, store::Database& database,
                           const std::vector<index::SourceNote>& notes, const Applied& applied) {
  store::ArticleStore articles(database);
  {
    TRAWL_TRY(const auto reader, index::IndexReader::open(directory));
    TRAWL_TRY(const bool is_ours, have_most_in_common(*reader, articles));
    if (!is_ours) {
      return fail(ErrorCode::IndexDamaged, "the index was not made from this crawl.db", directory.root.string(),
                  index::kIfForeign);
    }
  }
  return rewrite_index(directory, database, notes, applied);
}

} // namespace trawl::crawl
