// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/rebuild.h"

#include "indexer/crawl/pages/deduplicator.h"
#include "indexer/store/crawl_store.h"
#include "indexer/store/input_store.h"
#include "shared/article/article_record.h"

#include <atomic>
#include <thread>

namespace trawl::crawl {
namespace {

constexpr std::size_t kBatch = 128;
constexpr std::size_t kCommitBytes = 32u << 20;

struct Work {
  store::Input input;
  std::vector<store::DiscoveredLink> mentions;
  Made made;
};

Result<std::vector<Work>> read_batch(store::InputStore& inputs, store::CrawlStore& crawl, std::int64_t after) {
  std::vector<Work> batch;
  TRAWL_CHECK(inputs.each(after, [&](store::Input input) {
    batch.push_back({std::move(input), {}, {}});
    return batch.size() < kBatch;
  }));
  for (auto& work : batch) {
    if (work.input.kind == store::InputKind::Row) continue;
    TRAWL_TRY(work.mentions, crawl.mentions(work.input.url));
  }
  return batch;
}

void make_all(std::vector<Work>& batch, const Knowledge& knowledge, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i = next++; i < batch.size(); i = next++) {
      batch[i].made = make_article(batch[i].input, batch[i].mentions, knowledge);
    }
  };
  std::vector<std::jthread> pool;
  for (unsigned i = 1; i < threads; ++i) pool.emplace_back(run);
  run();
}

Result<void> keep(Deduplicator& keeper, const Work& work, RemadeSummary& summary) {
  ++summary.inputs;
  if (work.made.kind != MadeKind::Article) {
    TRAWL_TRY(const auto was_article, keeper.drop(work.input.id));
    summary.dropped += was_article ? 1 : 0;
    return {};
  }
  TRAWL_TRY(const auto kept, keeper.put(work.input, work.made));
  summary.changed += kept == Kept::Unchanged ? 0 : 1;
  return {};
}

} // namespace

Result<RemadeSummary> remake_articles(store::Database& database, const Knowledge& knowledge, unsigned threads,
                                      const std::function<bool()>& stopped) {
  store::InputStore inputs(database);
  store::CrawlStore crawl(database);
  Deduplicator keeper(database);
  RemadeSummary summary;
  std::int64_t last = 0;
  for (;;) {
    if (stopped()) return fail(ErrorCode::Interrupted, "stopped; run `index rebuild` again to finish");
    TRAWL_TRY(auto batch, read_batch(inputs, crawl, last));
    if (batch.empty()) return summary;
    make_all(batch, knowledge, threads);
    TRAWL_TRY(auto transaction, store::Transaction::begin(database));
    for (const auto& work : batch) TRAWL_CHECK(keep(keeper, work, summary));
    TRAWL_CHECK(transaction.commit());
    last = batch.back().input.id;
  }
}

Result<std::size_t> write_generation(const DataDirectory& directory, store::Database& database,
                                     const std::vector<index::SourceNote>& notes,
                                     const std::function<bool()>& stopped) {
  store::ArticleStore articles(database);
  TRAWL_TRY(const auto sequence, articles.last_sequence());
  TRAWL_TRY(auto writer, index::IndexWriter::create_generation(directory));
  Result<void> result;
  const auto put = [&](std::string_view record) -> Result<void> {
    if (stopped()) return fail(ErrorCode::Interrupted, "stopped; the index is as it was");
    TRAWL_TRY(const auto article, from_record(record));
    TRAWL_CHECK(writer.put(article));
    return writer.pending_bytes() < kCommitBytes ? Result<void>{} : writer.commit(0);
  };
  TRAWL_CHECK(articles.each([&](std::string_view record) {
    result = put(record);
    return result.has_value();
  }));
  TRAWL_CHECK(result);
  TRAWL_TRY(const auto removed, articles.removed());
  for (const auto& id : removed) TRAWL_CHECK(writer.remove(id));
  if (!notes.empty()) TRAWL_CHECK(writer.set_sources(notes));
  const auto count = writer.document_count();
  TRAWL_CHECK(writer.publish(sequence));
  return count;
}

} // namespace trawl::crawl
