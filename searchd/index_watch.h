// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether the index is the same as before, told from its files without opening it.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/index/index_folder.h"
#include "shared/index/lag.h"
#include "shared/search/answer/search_engine.h"

#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

namespace trawl::searchd {

/// What answers depend on besides the request. Two equal stamps: a repeated request has the same answer.
struct IndexStamp {
  /// The stub and the newest shard's commit file, one of which every commit of the index replaces; the reader's memory
  /// and its log, one of which every mark changes.
  std::array<index::FileStamp, 4> files{};
  index::Lag lag; ///< answers warn if the index lacks changes of crawl.db

  bool operator==(const IndexStamp&) const = default;
};

/// Looks at the files of one data directory.
class IndexWatch {
 public:
  /// `cache`: of the engines that answer, which compare the index with crawl.db. Null: nothing is compared.
  explicit IndexWatch(DataDirectory directory, std::shared_ptr<const search::EngineCache> cache = nullptr);

  /// Costs four stat(2). Nullopt: answer with an engine, because there is no index, or because it is time for an engine
  /// to look at crawl.db again. By one thread at a time.
  std::optional<IndexStamp> look();

  /// What the last look saw. By any thread.
  std::optional<IndexStamp> last() const;

 private:
  std::optional<IndexStamp> read_stamp();

  DataDirectory directory_;
  std::shared_ptr<const search::EngineCache> cache_;
  /// Made once: making paths costs as much as looking at the files.
  std::filesystem::path stub_path_, commit_path_, memory_path_, memory_log_path_;
  index::FileStamp stub_; ///< of the stub that names the folder of `commit_path_`
  mutable std::mutex mutex_;
  std::optional<IndexStamp> last_;
};

} // namespace trawl::searchd
