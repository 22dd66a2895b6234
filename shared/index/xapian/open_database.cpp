// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/open_database.h"

#include "shared/index/xapian/xapian_guard.h"

#include <cstdlib>

namespace trawl::index {
namespace {

/// How many documents' postings Xapian keeps in memory before it merges them into its tables. With articles of usual
/// length its default of 10,000 takes 810 MB and twice the time, because the maps outgrow the CPU's cache. Xapian reads
/// this only from the environment.
constexpr const char* kFlushThreshold = "500";

} // namespace

Result<Xapian::WritableDatabase> open_database(const std::filesystem::path& path, int flags) {
  ::setenv("XAPIAN_FLUSH_THRESHOLD", kFlushThreshold, 0);
  return guarded([&] { return Xapian::WritableDatabase(path.string(), flags | Xapian::DB_BACKEND_GLASS); });
}

} // namespace trawl::index
