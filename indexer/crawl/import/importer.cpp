// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/import/importer.h"

#include "indexer/crawl/import/import_row.h"
#include "indexer/store/compress.h"

#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kBatchRows = 1'000;

} // namespace

Importer::Importer(store::Database& database, const Knowledge& knowledge, std::string source, Clock clock,
                   std::function<void()> committed)
    : database_(&database), knowledge_(&knowledge), source_(std::move(source)), clock_(std::move(clock)),
      committed_(std::move(committed)), inputs_(database), keeper_(database) {}

void Importer::reject(const std::string& where, std::string why) {
  ++summary_.rejected;
  if (summary_.rejections.size() < kMaxRejections) summary_.rejections.push_back({where, std::move(why)});
}

Result<void> Importer::add(std::string_view json, const std::string& where) {
  ++summary_.rows;
  auto input = read_row(json, source_, clock_());
  if (!input) {
    reject(where, input.error().what);
    return {};
  }
  TRAWL_TRY(const auto known, is_known(*input));
  if (known) {
    ++summary_.duplicates;
    return {};
  }
  const auto made = make_article(*input, {}, *knowledge_);
  if (made.kind != MadeKind::Article) {
    reject(where, made.why);
    return {};
  }
  return store_row(*input, made);
}

/// A row that says what it said before needs no work; importing a file twice is quick.
Result<bool> Importer::is_known(const store::Input& input) {
  TRAWL_TRY(const auto stored, inputs_.find(input.url, input.kind));
  return stored && stored->body == input.body && stored->source == input.source;
}

Result<void> Importer::store_row(store::Input& input, const Made& made) {
  if (!transaction_) {
    TRAWL_TRY(auto transaction, store::Transaction::begin(*database_));
    transaction_.emplace(std::move(transaction));
  }
  const auto indexed = input.first_seen;
  TRAWL_CHECK(inputs_.save(input, store::compress(input.body)));
  auto kept =
      input.first_seen == indexed ? keeper_.put(input, made) : keeper_.put(input, make_article(input, {}, *knowledge_));
  if (!kept) return std::unexpected(kept.error());
  switch (*kept) {
  case Kept::Added:
    ++summary_.added;
    break;
  case Kept::Replaced:
    ++summary_.replaced;
    break;
  case Kept::Unchanged:
  case Kept::Folded:
    ++summary_.duplicates;
    break;
  }
  return ++batch_rows_ >= kBatchRows ? finish() : Result<void>{};
}

Result<void> Importer::finish() {
  if (!transaction_) return {};
  TRAWL_CHECK(transaction_->commit());
  transaction_.reset();
  batch_rows_ = 0;
  committed_();
  return {};
}

} // namespace trawl::crawl
