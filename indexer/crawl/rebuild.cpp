// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/rebuild.h"

#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"
#include "shared/store/store_position.h"

#include <functional>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kCommitBytes = 32u << 20, kCommitArticles = 1'000;

} // namespace

Result<std::size_t> write_index(const DataDirectory& directory, store::Database& database,
                                const std::vector<index::SourceNote>& notes, const std::function<bool()>& stopped,
                                const Report& report) {
  store::ArticleStore articles(database);
  TRAWL_TRY(const auto sequence, articles.last_sequence());
  TRAWL_TRY(auto writer, index::IndexWriter::create(directory));
  TRAWL_TRY(auto name, store::store_id(database));
  writer.set_store(std::move(name));
  Result<void> result;
  std::size_t done = 0;
  const auto put = [&](std::string_view record) -> Result<void> {
    if (report) TRAWL_CHECK(report(done++));
    if (stopped())
      return fail(ErrorCode::Interrupted, "stopped; the index is as it was. Run the same command again to finish");
    TRAWL_TRY(const auto article, from_record(record));
    TRAWL_CHECK(writer.put(article));
    const bool is_full = writer.pending_bytes() >= kCommitBytes || writer.pending_articles() >= kCommitArticles;
    return is_full ? writer.set_aside(0) : Result<void>{};
  };
  TRAWL_CHECK(articles.each(
      [&](std::string_view record) {
        result = put(record);
        return result.has_value();
      },
      store::Articles::All));
  TRAWL_CHECK(result);
  TRAWL_TRY(const auto removed, articles.removed());
  for (const auto& id : removed) TRAWL_CHECK(writer.remove(id));
  if (!notes.empty()) TRAWL_CHECK(writer.set_sources(notes));
  const auto count = writer.document_count();
  TRAWL_CHECK(writer.publish(sequence));
  TRAWL_CHECK(writer.learn_meaning());
  return count;
}

} // namespace trawl::crawl
