// SPDX-License-Identifier: GPL-3.0-or-later
/// The columns of the newest revision that a process has opened: built once and shared by all readers.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace trawl::index {

/// Safe to use from any number of threads.
class ColumnsCache {
 public:
  struct Entry {
    std::uint64_t generation = 0, revision = 0;
    std::shared_ptr<const Columns> columns; ///< null in an empty cache
  };

  /// Builds the columns a reader asked for, given what the cache holds.
  using Build = std::function<Result<Columns>(const Entry& held)>;

  /// The columns of exactly this revision. The first caller builds them; others wait. Errors of `build`.
  Result<std::shared_ptr<const Columns>> obtain(std::uint64_t generation, std::uint64_t revision, const Build& build);

 private:
  std::mutex mutex_;
  Entry held_;
};

} // namespace trawl::index
