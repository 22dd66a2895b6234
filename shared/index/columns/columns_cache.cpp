// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns_cache.h"

#include <utility>

namespace trawl::index {

Result<std::shared_ptr<const Columns>> ColumnsCache::obtain(std::uint64_t generation, std::uint64_t revision,
                                                            const Build& build) {
  const std::lock_guard lock(mutex_);
  const std::pair wanted{generation, revision};
  if (held_.columns && wanted == std::pair{held_.generation, held_.revision}) return held_.columns;
  TRAWL_TRY(Columns built, build(held_));
  auto columns = std::make_shared<const Columns>(std::move(built));
  // A reader that was slow to open may ask for an older revision; the newest one stays.
  if (!held_.columns || wanted > std::pair{held_.generation, held_.revision}) held_ = {generation, revision, columns};
  return columns;
}

} // namespace trawl::index
