// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether the index is the same as before, told from its files without opening it.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/index/generation.h"

#include <array>
#include <filesystem>
#include <optional>

namespace trawl::searchd {

/// Differs after every commit of the index, which replaces one of the first two files, and of the reader's memory,
/// which writes to one of the others.
struct IndexStamp {
  std::array<index::FileStamp, 4> files{};

  bool operator==(const IndexStamp&) const = default;
};

/// Looks at the files of one data directory. Each thread has its own.
class IndexWatch {
 public:
  explicit IndexWatch(DataDirectory directory) : directory_(std::move(directory)) {}

  /// Costs five stat(2). Nullopt while there is no index to be named.
  std::optional<IndexStamp> look();

 private:
  DataDirectory directory_;
  index::FileStamp current_;
  std::filesystem::path generation_; ///< what `current_` names
};

} // namespace trawl::searchd
