// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes into the live generation: one Xapian transaction from commit to commit.
///
/// Posting lists (posting_lists.h) are not part of the transaction. Documents put or removed since they were made are
/// their delta, which readers look up in Xapian; when the delta is large, a commit writes new posting lists.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/index/generation_writer.h"
#include "shared/index/revision.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace trawl::index {

class LiveWriter final : public GenerationWriter {
 public:
  /// Opens the live generation; makes gen-000001 and its first commit if there is none.
  static Result<std::unique_ptr<GenerationWriter>> open(const DataDirectory& directory);

  DocumentStoreWriter& document_store() override { return document_store_; }
  Result<void> put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes) override;
  Result<void> remove(std::string_view article_id) override;
  Result<void> set_sources(std::string json) override;
  Result<void> commit(std::uint64_t store_sequence) override;
  Result<void> finish(std::uint64_t store_sequence) override;
  Result<void> publish(std::uint64_t store_sequence) override;
  std::uint64_t store_sequence() const override { return revision_.store_sequence; }
  std::size_t document_count() const override { return database_.get_doccount(); }

 private:
  /// How large a delta may grow: this many documents, or one in `share` of all if that is more.
  struct DeltaLimit {
    std::uint64_t documents, share;
  };
  static const DeltaLimit kWhileRunning, kAtTheEnd;

  explicit LiveWriter(std::filesystem::path path) : path_(std::move(path)) {}
  Result<void> begin_new();
  Result<void> begin_existing();
  Result<void> write_commit(Revision next);
  Result<void> merge_delta(DeltaLimit limit);

  std::filesystem::path path_; ///< of the generation
  Xapian::WritableDatabase database_;
  DocumentStoreWriter document_store_;
  Revision revision_;                  ///< the last commit
  std::vector<std::uint32_t> changed_; ///< documents put or removed since
};

} // namespace trawl::index
