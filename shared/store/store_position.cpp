// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/store_position.h"

namespace trawl::store {

Result<void> check_schema(Database& database, const std::filesystem::path& file) {
  TRAWL_TRY(const auto version, database.number("PRAGMA user_version"));
  if (version >= kOldestStoreSchema && version <= kStoreSchema) return {};
  if (version > kStoreSchema) {
    return fail(ErrorCode::StoreDamaged, "a newer version of Trawl wrote this file", file.string(),
                "use that version, or another data directory (--data)");
  }
  if (version <= 0) {
    return fail(ErrorCode::StoreDamaged, "Trawl did not write this file", file.string(),
                "use another data directory (--data)");
  }
  return fail(ErrorCode::StoreDamaged, "an older version of Trawl wrote this file", file.string(),
              "write its articles with that version (`trawl export > articles.jsonl`), and read them into a new data "
              "directory (`trawl import articles.jsonl --data DIR`)");
}

Result<void> refuse_other_schema(const DataDirectory& directory) {
  auto database = Database::open(directory.crawl_db(), OpenMode::Immutable);
  const auto version = database ? database->number("PRAGMA user_version") : Result<std::int64_t>(0);
  if (version.value_or(0) <= 0) return {}; // its log may say more
  return check_schema(*database, directory.crawl_db());
}

Result<std::string> store_id(Database& database) {
  std::string id;
  TRAWL_CHECK(database.each("SELECT id FROM store", {}, [&](const Row& row) {
    id = row.text(0);
    return false;
  }));
  if (id.size() == 12 && id.find_first_not_of("0123456789abcdef") == std::string::npos) return id;
  return fail(ErrorCode::StoreDamaged, "crawl.db has lost the name of its store", {}, kIfDamaged);
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
