// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/open_database.h"

#include "shared/index/xapian_guard.h"

#include <cstdlib>

namespace trawl::index {
namespace {

/// Xapian keeps the postings of so many documents in memory before it merges them into its tables. The library's
/// default of 10,000 takes 810 MB with articles of usual length, and twice the time: maps that leave the cache. It can
/// be told only by the environment.
constexpr const char* kFlushThreshold = "500";

} // namespace

Result<Xapian::WritableDatabase> open_database(const std::filesystem::path& path, int flags) {
  ::setenv("XAPIAN_FLUSH_THRESHOLD", kFlushThreshold, 0);
  return guarded([&] { return Xapian::WritableDatabase(path.string(), flags | Xapian::DB_BACKEND_GLASS); });
}

} // namespace trawl::index
