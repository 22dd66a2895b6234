// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether the index is the same as before, told from its files without opening it.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/index/freshness.h"
#include "shared/index/index_folder.h"
#include "shared/search/search_engine.h"

#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

namespace trawl::searchd {

/// Differs after every commit of the index, which replaces one of the first two files, and of the reader's memory,
/// which writes to one of the others; and when there is something else to be said of the index.
struct IndexStamp {
  std::array<index::FileStamp, 4> files{};
  index::Freshness freshness;

  bool operator==(const IndexStamp&) const = default;
};

/// Looks at the files of one data directory.
class IndexWatch {
 public:
  /// `cache`: of the engines that answer; without one, crawl.db does not count.
  explicit IndexWatch(DataDirectory directory, std::shared_ptr<const search::EngineCache> cache = nullptr);

  /// Costs four stat(2). Nullopt while there is no index to be named, or when an engine is to look at crawl.db again.
  /// By one thread at a time.
  std::optional<IndexStamp> look();

  /// What the last look saw. By any thread.
  std::optional<IndexStamp> last() const;

 private:
  std::optional<IndexStamp> read_stamp();

  DataDirectory directory_;
  std::shared_ptr<const search::EngineCache> cache_;
  std::filesystem::path stub_path_, commit_path_, memory_path_, memory_log_path_; ///< made once: it is half of a look
  index::FileStamp stub_; ///< of the stub that names the folder of `commit_path_`
  mutable std::mutex mutex_;
  std::optional<IndexStamp> last_;
};

} // namespace trawl::searchd
