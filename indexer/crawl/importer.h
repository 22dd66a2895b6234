// SPDX-License-Identifier: GPL-3.0-or-later
/// Imports rows into the store: each becomes a raw input and its article, in batches of one transaction. A bad row is
/// counted and reported, and does not end the import.
#pragma once

#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/input_store.h"
#include "indexer/store/source_store.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

struct ImportSummary {
  std::size_t rows = 0;
  std::size_t added = 0;
  std::size_t replaced = 0;
  std::size_t duplicates = 0; ///< rows that are stored already, or duplicates of another article
  std::size_t rejected = 0;
  struct Rejection {
    std::string where, why;
  };
  std::vector<Rejection> rejections; ///< the first kMaxRejections
  std::size_t untaken_values = 0;    ///< members of rows of which nothing, or not everything, was taken
  std::vector<Rejection> untaken;    ///< the first kMaxUntaken: "published: not a date"
};

inline constexpr std::size_t kMaxRejections = 20, kMaxUntaken = 1'000;

/// The limits of one transaction. Keys and ids of rows are scattered over the store, so every batch writes most pages
/// of their tables again. If it has a share of what the store has, all batches together write a multiple of it; in
/// batches of equal size a million rows wrote 42 GB.
struct ImportBatch {
  std::size_t least_bytes = std::size_t{32} << 20, most_bytes = std::size_t{128} << 20; ///< of JSON
  /// A kill loses the last batch: it ends after this time, or a tenth of the time since the first one began.
  std::chrono::seconds time = std::chrono::seconds(5);
};

/// Not thread-safe.
class Importer {
 public:
  /// `database` and `knowledge` must outlive the importer. `committed` is called after each batch. `source`: of rows
  /// without one. `is_strict`: a row with a value that cannot be taken is rejected.
  Importer(store::Database& database, const Knowledge& knowledge, std::string source, Clock clock,
           std::function<void()> committed, const ImportBatch& batch = {}, bool is_strict = false);

  /// Imports one row; `where` ("file, line 7") is for the summary. Fails only if the store does.
  Result<void> add(std::string_view json, const std::string& where);

  /// Counts a row that could not be read.
  void reject(const std::string& where, std::string why);

  /// Commits the last batch.
  Result<void> finish();

  const ImportSummary& summary() const { return summary_; }

 private:
  Result<void> store_row(ImportedRow& row, const Extraction& made);
  Result<bool> is_known(const store::Input& input);
  Result<void> begin_batch();

  store::Database* database_;
  const Knowledge* knowledge_;
  std::string source_;
  Clock clock_;
  std::function<void()> committed_;
  store::InputStore inputs_;
  store::SourceStore source_store_;
  identity::Deduplicator deduplicator_;
  std::optional<store::Transaction> transaction_;
  ImportBatch batch_;
  bool is_strict_;
  std::size_t batch_bytes_ = 0, full_bytes_ = 0; ///< of the present batch, and of a full one
  Moment batch_began_{};
  std::optional<Moment> began_;
  ImportSummary summary_;
};

} // namespace trawl::crawl
