// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/store_id.h"

namespace trawl::store {

Result<std::string> store_id(Database& database) {
  std::string id;
  TRAWL_CHECK(database.each("SELECT id FROM identity", {}, [&](const Row& row) {
    id = row.text(0);
    return false;
  }));
  if (id.size() == 12 && id.find_first_not_of("0123456789abcdef") == std::string::npos) return id;
  return fail(ErrorCode::IndexDamaged, "crawl.db has no name", {}, "restore a backup");
}

} // namespace trawl::store
