// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/rebuild.h"

#include "indexer/crawl/pipeline/known_sites.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/input_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"
#include "shared/article/article_record.h"
#include "shared/base/system_error.h"
#include "shared/store/store_position.h"

#include <atomic>
#include <functional>
#include <thread>

namespace trawl::crawl {
namespace {

constexpr std::size_t kArticlesPerBatch = 128;
constexpr std::size_t kCommitBytes = 32u << 20, kCommitArticles = 1'000;

struct Work {
  store::Input input;
  std::vector<store::DiscoveredLink> inlinks;
  KnownSite site;
  Extraction extraction;
};

Result<std::vector<Work>> read_batch(store::InputStore& inputs, store::UrlStore& urls, KnownSites& sites,
                                     std::int64_t after) {
  std::vector<Work> batch;
  TRAWL_CHECK(inputs.each(after, [&](store::Input input) {
    batch.push_back({std::move(input), {}, {}, {}});
    return batch.size() < kArticlesPerBatch;
  }));
  for (auto& work : batch) {
    if (work.input.kind == store::InputKind::Row) continue;
    TRAWL_TRY(work.inlinks, urls.inlinks(work.input.url));
    TRAWL_TRY(work.site, sites.find(work.input.url));
  }
  return batch;
}

Result<void> extract_all(std::vector<Work>& batch, const Knowledge& knowledge, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&](Result<void>& result) {
    result = catching_exceptions([&]() -> Result<void> {
      for (std::size_t i = next++; i < batch.size(); i = next++) {
        batch[i].extraction = extract_article(batch[i].input, batch[i].inlinks, knowledge, batch[i].site.get());
      }
      return {};
    });
  };
  std::vector<Result<void>> results(threads);
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i) pool.emplace_back(run, std::ref(results[i]));
    run(results.front());
  }
  for (const auto& result : results) TRAWL_CHECK(result);
  return {};
}

Result<void> store_one(identity::Deduplicator& deduplicator, const Work& work, ReextractionSummary& summary) {
  ++summary.inputs;
  if (work.extraction.kind != ExtractionKind::Article) {
    TRAWL_TRY(const auto was_article, deduplicator.drop(work.input.id));
    summary.dropped += was_article ? 1 : 0;
    return {};
  }
  TRAWL_TRY(const auto outcome, deduplicator.put(work.input, work.extraction));
  summary.changed += outcome == identity::PutOutcome::Unchanged ? 0 : 1;
  return {};
}

} // namespace

Result<ReextractionSummary> reextract_articles(store::Database& database, const Knowledge& knowledge, unsigned threads,
                                               const std::function<bool()>& stopped, const Report& report) {
  store::InputStore inputs(database);
  store::UrlStore urls(database);
  identity::Deduplicator deduplicator(database);
  KnownSites sites(database);
  {
    TRAWL_TRY(auto transaction, store::Transaction::begin(database));
    TRAWL_CHECK(sites.learn_all());
    TRAWL_CHECK(transaction.commit());
  }
  ReextractionSummary summary;
  std::int64_t last = 0;
  for (;;) {
    if (report) TRAWL_CHECK(report(summary.inputs));
    if (stopped()) return fail(ErrorCode::Interrupted, "stopped; run `trawl index rebuild` again to finish");
    TRAWL_TRY(auto batch, read_batch(inputs, urls, sites, last));
    TRAWL_TRY(auto transaction, store::Transaction::begin(database));
    if (batch.empty()) {
      TRAWL_CHECK(store::NameStore(database).settle());
      TRAWL_CHECK(sites.save_all());
      TRAWL_CHECK(transaction.commit());
      return summary;
    }
    TRAWL_CHECK(extract_all(batch, knowledge, threads));
    for (const auto& work : batch) TRAWL_CHECK(store_one(deduplicator, work, summary));
    TRAWL_CHECK(transaction.commit());
    last = batch.back().input.id;
  }
}

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
