// SPDX-License-Identifier: GPL-3.0-or-later
/// The columns of the newest revision that a process has opened, shared by its readers: built once, not once per
/// thread.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace trawl::index {

/// For any number of threads.
class ColumnsCache {
 public:
  struct Entry {
    std::uint64_t generation = 0, revision = 0;
    std::shared_ptr<const Columns> columns; ///< null in an empty cache
  };

  /// Makes the columns that are wanted; it is given what the cache holds.
  using Build = std::function<Result<Columns>(const Entry& held)>;

  /// The columns of exactly this revision. Whoever asks first builds; the others wait for him.
  Result<std::shared_ptr<const Columns>> obtain(std::uint64_t generation, std::uint64_t revision, const Build& build);

 private:
  std::mutex mutex_;
  Entry held_;
};

} // namespace trawl::index
