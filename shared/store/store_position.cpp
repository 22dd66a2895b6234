// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/store_position.h"

namespace trawl::store {

Result<std::string> store_id(Database& database) {
  std::string id;
  TRAWL_CHECK(database.each("SELECT id FROM identity", {}, [&](const Row& row) {
    id = row.text(0);
    return false;
  }));
  if (id.size() == 12 && id.find_first_not_of("0123456789abcdef") == std::string::npos) return id;
  return fail(ErrorCode::IndexDamaged, "crawl.db has lost the name of its store", {}, "restore a backup");
}

Result<std::uint64_t> last_change(Database& database) {
  TRAWL_TRY(const auto highest, database.number("SELECT max(sequence) FROM articles"));
  return static_cast<std::uint64_t>(highest);
}

Result<std::uint64_t> changes_after(Database& database, std::uint64_t sequence) {
  TRAWL_TRY(const auto count,
            database.number("SELECT count(*) FROM articles WHERE sequence > ?", {static_cast<std::int64_t>(sequence)}));
  return static_cast<std::uint64_t>(count);
}

} // namespace trawl::store
