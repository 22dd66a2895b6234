// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/member_store.h"
#include "indexer/store/migrations.h"
#include "indexer/store/name_store.h"
#include "indexer/store/source_store.h"
#include "indexer/store/url_store.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "shared/store/store_position.h"
#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

namespace {

/// Undoes the steps after the fifth.
constexpr const char* kWithoutNames =
    "ALTER TABLE entrances DROP COLUMN is_elsewhere; ALTER TABLE inputs DROP COLUMN forgotten; ALTER TABLE sources "
    "DROP COLUMN position; DROP TABLE runs; "
    "ALTER TABLE members DROP COLUMN voice; DROP INDEX mentions_new; ALTER TABLE mentions DROP COLUMN "
    "since; DROP TABLE dictionary; ALTER TABLE members ADD "
    "COLUMN address TEXT NOT NULL DEFAULT ''; ALTER TABLE members ADD "
    "COLUMN keys BLOB NOT NULL DEFAULT x''; ALTER TABLE members ADD COLUMN fingerprint BLOB NOT NULL DEFAULT x''; DROP "
    "TABLE excluded; DROP TABLE pictures; DROP INDEX "
    "mentions_seed; ALTER TABLE mentions DROP COLUMN listed; DROP TABLE "
    "gone; DROP TABLE change_rates; DROP TABLE rechecks; DROP TABLE "
    "sites; DROP TABLE settled; DROP TABLE identity; DROP TABLE fetches; "
    "DROP TABLE labels; DROP TABLE names; "
    "DROP INDEX urls_target; ALTER TABLE members DROP COLUMN "
    "moved_to; ALTER TABLE inputs DROP COLUMN kept; ";

/// And then the first version is left.
constexpr const char* kWithoutLater =
    "DROP TABLE sources; ALTER TABLE entrances DROP COLUMN moves; DROP TABLE requests; DROP TABLE closures; "
    "ALTER TABLE inputs DROP COLUMN links_read; DROP INDEX members_published; "
    "ALTER TABLE members DROP COLUMN source; ALTER TABLE members DROP COLUMN published; PRAGMA user_version = 1";

} // namespace

TEST_CASE("migrations: articles of an older store keep their ids", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute((std::string(kWithoutNames) + "INSERT INTO articles VALUES('aa', 1, 7, 7, '', NULL), "
                                                    "('bb', 2, NULL, NULL, '', NULL); PRAGMA user_version = 5")
                          .c_str()));
  REQUIRE(migrate(*db));
  CHECK(db->number("SELECT count(*) FROM names") == 1);
  CHECK(db->number("SELECT input FROM names WHERE id = 'aa'") == 7);
}

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
    REQUIRE(db->execute((std::string(kWithoutNames) + kWithoutLater).c_str()));
  }
  auto db = open_store(directory.data());
  REQUIRE(db);
  CHECK(db->number("SELECT count(*) FROM urls") == 1);
  CHECK(SourceStore(*db).sources()->empty());
}

namespace {

/// Every table, index and column with its type, to compare stores.
std::string schema_of(Database& db) {
  std::string schema;
  REQUIRE(db.each("SELECT m.type, m.name, c.name, c.type, c.\"notnull\", c.pk FROM sqlite_master m LEFT JOIN "
                  "pragma_table_info(m.name) c ORDER BY 1, 2, 3",
                  {}, [&](const Row& row) {
                    for (int column = 0; column < 6; ++column) schema += row.text(column) + " ";
                    schema += "\n";
                    return true;
                  }));
  return schema;
}

} // namespace

TEST_CASE("migrations: a new store has every table, and opening it again changes nothing", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db);
  const std::string schema = schema_of(*db);
  for (const char* table : {"entrances", "robots", "urls", "mentions", "failures", "inputs", "members", "member_keys",
                            "articles", "sources", "dictionary", "requests", "closures", "names", "labels", "fetches",
                            "identity", "settled", "excluded"})
    CHECK(schema.contains(std::string("table ") + table + " "));
  CHECK(db->number("PRAGMA user_version") == 26);
  REQUIRE(migrate(*db));
  CHECK(schema_of(*db) == schema);
}

TEST_CASE("migrations: a migrated store has the tables of a new one", "[store]") {
  test::TemporaryDirectory old_directory, new_directory;
  auto db = open_store(old_directory.data());
  REQUIRE(db->execute((std::string(kWithoutNames) + kWithoutLater).c_str()));
  REQUIRE(migrate(*db));
  auto fresh = open_store(new_directory.data());
  CHECK(schema_of(*db) == schema_of(*fresh));
}

TEST_CASE("migrations: members of an older store are found by their keys", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute((std::string(kWithoutNames) +
                       "INSERT INTO inputs(id, kind, url, first_seen, fetched_at, body) "
                       "VALUES(7, 0, 'https://a.example/1', 0, 0, ''); "
                       "INSERT INTO members VALUES(7, 7, '', x'', '', NULL, '', x'', x''); "
                       "INSERT INTO member_keys VALUES(5, 7), (-5, 7), (-4611686018427387903, 7); "
                       "PRAGMA user_version = 5")
                          .c_str()));
  REQUIRE(migrate(*db));
  MemberStore members(*db);
  for (const std::uint64_t key : {std::uint64_t{5}, ~std::uint64_t{4}, (std::uint64_t{3} << 62) + 1})
    CHECK(members.with_key(key, 9).value() == std::vector<KeyHolder>{{7, "https://a.example/1", ""}});
}

TEST_CASE("migrations: the source of a stored article has claimed its address before others", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute(
      "ALTER TABLE members DROP COLUMN voice; DROP INDEX mentions_new; ALTER TABLE mentions DROP COLUMN since; "
      "DROP TABLE runs; ALTER TABLE settled DROP COLUMN speakers; ALTER TABLE settled DROP COLUMN mended; "
      "ALTER TABLE settled DROP COLUMN mends_since; ALTER TABLE inputs DROP COLUMN forgotten; "
      "ALTER TABLE entrances DROP COLUMN is_elsewhere; "
      "ALTER TABLE sources DROP COLUMN position; INSERT INTO sources VALUES('a', ''), ('b', ''), ('c', ''); "
      "INSERT INTO urls(id, url) VALUES(3, 'https://a.example/1'), (4, 'https://a.example/2'); "
      "INSERT INTO inputs(id, kind, url, first_seen, fetched_at, body) "
      "VALUES(7, 0, 'https://a.example/1', 0, 0, ''); "
      "INSERT INTO members(input, cluster, claim, record, source) VALUES(7, 7, '', x'', 'b'); "
      "INSERT INTO mentions(url, source, entrance, digest, witness) VALUES(3, 'a', 'x', '', x''), "
      "(3, 'b', 'x', '', x''), (4, 'a', 'x', '', x''); PRAGMA user_version = 22"));
  REQUIRE(migrate(*db));
  CHECK(db->number("SELECT since FROM mentions WHERE url = 3 AND source = 'b'") == 0);
  CHECK(db->number("SELECT since FROM mentions WHERE url = 3 AND source = 'a'") == 1);
  CHECK(db->number("SELECT since FROM mentions WHERE url = 4") == 0);
  CHECK(db->number("SELECT position FROM sources WHERE id = 'b'") == 1); // the first that has articles
  CHECK(db->number("SELECT position FROM sources WHERE id = 'c'") == 3);
  UrlStore urls(*db);
  REQUIRE(urls.save_link(4, {"b", "y", ""}));
  CHECK(urls.bare_inlinks(4)->back().since == DiscoveredLink::kNew);
  REQUIRE(NameStore(*db).end_run(Moment(std::chrono::seconds(50))));
  CHECK(urls.bare_inlinks(4)->back().since == 50);
}

TEST_CASE("migrations: what was removed takes the copies along that it has, and who may say what is decided anew",
          "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute(
      "ALTER TABLE entrances DROP COLUMN is_elsewhere; INSERT INTO excluded VALUES('aa', 7); "
      "INSERT INTO names(id, input) VALUES('aa', 7), ('bb', 9); "
      "INSERT INTO inputs(id, kind, url, first_seen, fetched_at, body) VALUES(7, 0, 'https://a.example/1', "
      "0, 0, ''), (8, 0, 'https://b.example/1', 0, 0, ''), (9, 0, 'https://a.example/2', 0, 0, ''), (10, 0, "
      "'https://b.example/2', 0, 0, ''); "
      "INSERT INTO members(input, cluster, claim, record, source) VALUES(7, 7, '', x'', 'a'), "
      "(8, 7, '', x'', 'b'), (9, 9, '', x'', 'a'), (10, 9, '', x'', 'b'); "
      "UPDATE settled SET speakers = 'a https://a.example/', mended = 8; PRAGMA user_version = 24"));
  REQUIRE(migrate(*db));
  CHECK(db->number("SELECT count(*) FROM excluded") == 2);
  CHECK(db->number("SELECT input FROM excluded WHERE id = 'copy 8'") == 8);
  CHECK(db->number("SELECT count(*) FROM settled WHERE speakers = '' AND mended = 0") == 1);
}

TEST_CASE("migrations: a step that fails leaves the version before it", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("PRAGMA user_version = 5")); // its tables is there already
  CHECK_FALSE(migrate(*db));
  CHECK(db->number("PRAGMA user_version") == 5);
  REQUIRE(db->execute(kWithoutNames));
  REQUIRE(migrate(*db));
  CHECK(db->number("PRAGMA user_version") == 26);
}

TEST_CASE("migrations: a reader does not migrate, but says what to do", "[store]") {
  test::TemporaryDirectory directory;
  {
    auto db = open_store(directory.data());
    REQUIRE(db->execute((std::string(kWithoutNames) + "PRAGMA user_version = 5").c_str()));
  }
  const auto older = open_store_for_reading(directory.data());
  REQUIRE_FALSE(older);
  CHECK(older.error().code == ErrorCode::NoIndex);
  CHECK(older.error().what == "crawl.db was written by an older version of this program");
  REQUIRE(open_store(directory.data()));
  CHECK(open_store_for_reading(directory.data()));
  REQUIRE(open_store(directory.data())->execute("PRAGMA user_version = 99"));
  CHECK(open_store_for_reading(directory.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("migrations: a store without tables has nothing, and is not an old one", "[store]") {
  test::TemporaryDirectory directory;
  REQUIRE(Database::open(directory.data().crawl_db(), OpenMode::ReadWrite)->execute("PRAGMA user_version = 0"));
  REQUIRE(std::filesystem::exists(directory.data().crawl_db()));
  const auto opened = open_store_for_reading(directory.data());
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::NoIndex);
  CHECK(opened.error().what == "nothing has been crawled or imported yet");
}

TEST_CASE("store id: a store keeps its name, and no other store has it", "[store]") {
  test::TemporaryDirectory one, other;
  auto store = open_store(one.data());
  const auto id = store_id(*store);
  REQUIRE(id);
  auto again = open_store(one.data()), another = open_store(other.data());
  CHECK(store_id(*again) == id);
  CHECK(store_id(*another) != id);
  REQUIRE(store->execute("UPDATE identity SET id = '../x'"));
  CHECK(!store_id(*store));
}
