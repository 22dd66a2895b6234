// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/importer.h"

#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/store/name_store.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kShareOfStore = 4; ///< a batch's JSON is a fourth of the store, which takes about twice its JSON
constexpr int kShareOfTime = 10;         ///< a long import has few batches, and a kill costs little of it

} // namespace

Importer::Importer(store::Database& database, const Knowledge& knowledge, std::string source, Clock clock,
                   std::function<void()> committed, const ImportBatch& batch, bool is_strict)
    : database_(&database), knowledge_(&knowledge), source_(std::move(source)), clock_(std::move(clock)),
      committed_(std::move(committed)), inputs_(database), source_store_(database), deduplicator_(database),
      batch_(batch), is_strict_(is_strict) {}

void Importer::reject(const std::string& where, std::string why) {
  ++summary_.rejected;
  if (summary_.rejections.size() < kMaxRejections) summary_.rejections.push_back({where, std::move(why)});
}

Result<void> Importer::add(std::string_view json, const std::string& where) {
  ++summary_.rows;
  auto row = read_row(json, source_, clock_());
  if (!row) {
    reject(where, row.error().what);
    return {};
  }
  summary_.untaken_values += row->untaken.size();
  for (const UntakenValue& value : row->untaken) {
    if (summary_.untaken.size() < kMaxUntaken) summary_.untaken.push_back({where, value.member + ": " + value.why});
  }
  if (is_strict_ && !row->untaken.empty()) {
    reject(where, row->untaken.front().member + ": " + row->untaken.front().why);
    return {};
  }
  TRAWL_TRY(const auto known, is_known(*row));
  if (known) {
    ++summary_.duplicates;
    return {};
  }
  const auto extraction = extract_row(*row, *knowledge_);
  if (extraction.kind != ExtractionKind::Article) {
    reject(where, extraction.why);
    return {};
  }
  TRAWL_CHECK(begin_batch());
  for (const auto& [source, label] : labels_of_export_row(row->members))
    TRAWL_CHECK(source_store_.save_label(source, label));
  return store_row(*row, extraction);
}

Result<void> Importer::begin_batch() {
  if (transaction_) return {};
  TRAWL_TRY(auto transaction, store::Transaction::begin(*database_));
  transaction_.emplace(std::move(transaction));
  batch_began_ = clock_();
  if (!began_) began_ = batch_began_;
  batch_bytes_ = 0;
  TRAWL_TRY(const auto stored, database_->number("SELECT page_count * page_size FROM pragma_page_count, "
                                                 "pragma_page_size"));
  full_bytes_ = std::clamp(static_cast<std::size_t>(stored) / kShareOfStore, batch_.least_bytes, batch_.most_bytes);
  return {};
}

/// Whether the same row is stored already, so that importing a file twice is quick.
Result<bool> Importer::is_known(const store::Input& input) {
  TRAWL_TRY(const auto stored, inputs_.find(input.url, input.kind));
  return stored && stored->body == input.body && stored->source == input.source;
}

Result<void> Importer::store_row(ImportedRow& row, const Extraction& extraction) {
  const auto indexed = row.first_seen;
  TRAWL_TRY(const std::string body, inputs_.pack_row(row.body));
  TRAWL_CHECK(inputs_.save(row, body));
  auto outcome = row.first_seen == indexed ? deduplicator_.put(row, extraction)
                                           : deduplicator_.put(row, extract_row(row, *knowledge_));
  if (!outcome) return std::unexpected(outcome.error());
  switch (*outcome) {
  case identity::PutOutcome::Added:
    ++summary_.added;
    break;
  case identity::PutOutcome::Replaced:
    ++summary_.replaced;
    break;
  case identity::PutOutcome::Unchanged:
  case identity::PutOutcome::Folded:
    ++summary_.duplicates;
    break;
  }
  batch_bytes_ += row.body.size();
  const auto time = std::max<std::chrono::seconds>(batch_.time, (batch_began_ - *began_) / kShareOfTime);
  return batch_bytes_ >= full_bytes_ || clock_() - batch_began_ >= time ? finish() : Result<void>{};
}

Result<void> Importer::finish() {
  if (!transaction_) return {};
  TRAWL_CHECK(store::NameStore(*database_).end_run(clock_()));
  TRAWL_CHECK(transaction_->commit());
  transaction_.reset();
  committed_();
  return {};
}

} // namespace trawl::crawl
