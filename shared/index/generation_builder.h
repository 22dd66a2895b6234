// SPDX-License-Identifier: GPL-3.0-or-later
/// Builds a new generation beside the live one: segments (segment_builder.h) and a document store in a folder named
/// gen-NNNNNN.building, which `publish` merges into gen-NNNNNN and makes live. Until then nobody reads it and a commit
/// only counts; what a killed program leaves, the next writer removes.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/index/generation.h"
#include "shared/index/generation_writer.h"
#include "shared/index/revision.h"
#include "shared/index/segment_builder.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace trawl::index {

class GenerationBuilder final : public GenerationWriter {
 public:
  /// Takes the next free number of a generation and makes its folder.
  static Result<std::unique_ptr<GenerationWriter>> create(const DataDirectory& directory);

  DocumentStoreWriter& document_store() override { return document_store_; }
  Result<void> put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes) override;
  Result<void> remove(std::string_view article_id) override;
  Result<void> set_sources(std::string json) override;
  Result<void> commit(std::uint64_t store_sequence) override;
  Result<void> finish(std::uint64_t store_sequence) override { return commit(store_sequence); }
  Result<void> publish(std::uint64_t store_sequence) override;
  std::uint64_t store_sequence() const override { return revision_.store_sequence; }
  std::size_t document_count() const override { return segments_.document_count(); }

 private:
  GenerationBuilder(DataDirectory directory, std::unique_ptr<UnfinishedGeneration> generation, SegmentBuilder segments)
      : directory_(std::move(directory)), generation_(std::move(generation)), segments_(std::move(segments)) {}
  Result<void> write_metadata(const std::filesystem::path& path);

  DataDirectory directory_;
  std::unique_ptr<UnfinishedGeneration> generation_; ///< ends after the files in it are closed
  SegmentBuilder segments_;
  DocumentStoreWriter document_store_;
  std::string sources_;              ///< JSON, for the metadata
  std::vector<std::string> removed_; ///< ids of articles that get a tombstone
  Revision revision_;                ///< the last commit
};

} // namespace trawl::index
