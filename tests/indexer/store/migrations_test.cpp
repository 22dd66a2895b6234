// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/migrations.h"
#include "indexer/store/source_store.h"
#include "indexer/store/url_store.h"

#include <fstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

TEST_CASE("migrations: a file that is not a database, or of a newer version, is an error", "[store]") {
  test::TemporaryDirectory directory;
  std::filesystem::create_directories(directory.data().root);
  std::ofstream(directory.data().crawl_db()) << std::string(5000, 'x');
  CHECK(open_store(directory.data()).error().code == ErrorCode::IndexDamaged);
  std::filesystem::remove(directory.data().crawl_db());
  CHECK(open_store_for_reading(directory.data()).error().code == ErrorCode::NoIndex);
  REQUIRE(open_store(directory.data())->execute("PRAGMA user_version = 99"));
  CHECK(open_store(directory.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("migrations: a store of the first version is migrated and loses nothing", "[store]") {
  test::TemporaryDirectory directory;
  {
    auto db = open_store(directory.data());
    REQUIRE(UrlStore(*db).url("https://a.example/1"));
    REQUIRE(db->execute("DROP TABLE sources; ALTER TABLE entrances DROP COLUMN moves; DROP TABLE requests; "
                        "DROP TABLE closures; "
                        "ALTER TABLE inputs DROP COLUMN links_read; DROP INDEX members_published; "
                        "ALTER TABLE members DROP COLUMN source; ALTER TABLE members DROP COLUMN published; "
                        "PRAGMA user_version = 1"));
  }
  auto db = open_store(directory.data());
  REQUIRE(db);
  CHECK(db->number("SELECT count(*) FROM urls") == 1);
  CHECK(SourceStore(*db).sources()->empty());
}
