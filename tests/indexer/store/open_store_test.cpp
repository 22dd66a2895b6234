// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/open_store.h"

#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/reading_store.h"
#include "indexer/store/recheck_store.h"
#include "indexer/store/source_store.h"
#include "indexer/store/url_store.h"
#include "shared/base/file.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "shared/store/store_position.h"
#include "tests/indexer/store/old_tables.h"
#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

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

/// A store whose tables another version made.
void make_other(const DataDirectory& directory, std::int64_t version) {
  REQUIRE(make_private_directory(directory.root));
  REQUIRE(
      Database::open(directory.crawl_db(), OpenMode::ReadWrite)
          ->execute(("CREATE TABLE IF NOT EXISTS entrances(url TEXT); PRAGMA user_version = " + std::to_string(version))
                        .c_str()));
}

/// The names and bytes of all files.
std::vector<std::pair<std::string, std::string>> files_of(const DataDirectory& directory) {
  std::vector<std::pair<std::string, std::string>> files;
  const auto paths = entries_of(directory.root).value();
  for (const auto& path : paths) files.emplace_back(path, read_file(path).value());
  std::ranges::sort(files);
  return files;
}

} // namespace

TEST_CASE("open store: a new store has every table, and opening it again changes nothing", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db);
  const std::string schema = schema_of(*db);
  for (const char* table :
       {"sources",  "labels",   "seeds",       "urls",     "links",  "failures",   "fetches",  "robots",
        "requests", "closures", "rechecks",    "looks",    "inputs", "dictionary", "pictures", "readings",
        "news",     "members",  "member_keys", "articles", "gone",   "names",      "excluded", "store"})
    CHECK(schema.contains(std::string("table ") + table + " "));
  CHECK(db->number("PRAGMA user_version") == kStoreSchema);
  REQUIRE(UrlStore(*db).url("https://a.example/1"));
  auto again = open_store(directory.data());
  REQUIRE(again);
  CHECK(schema_of(*again) == schema);
  CHECK(again->number("SELECT count(*) FROM urls") == 1);
}

TEST_CASE("open store: a store of another version is refused with what to do, and nothing of it is changed",
          "[store]") {
  test::TemporaryDirectory directory;
  const int version = GENERATE(1, 99, static_cast<int>(kStoreSchema) + 1);
  make_other(directory.data(), version);
  const auto before = files_of(directory.data());
  const auto check = [&](const Result<Database>& opened) {
    REQUIRE_FALSE(opened);
    const bool is_older = version < kStoreSchema;
    CHECK(opened.error().code == ErrorCode::StoreDamaged);
    CHECK(opened.error().what == std::string(is_older ? "an older" : "a newer") + " version of Trawl wrote this file");
    CHECK(opened.error().where == directory.data().crawl_db().string());
    CHECK(opened.error().hint.contains(is_older ? "`trawl export > " : "use that version"));
  };
  check(open_store(directory.data()));
  check(open_store_for_reading(directory.data()));
  CHECK(refuse_other_schema(directory.data()).error().code == ErrorCode::StoreDamaged);
  CHECK(files_of(directory.data()) == before);
}

TEST_CASE("open store: what 1.0.0 took for the articles of a list is retracted once, and an index can follow",
          "[store]") {
  test::TemporaryDirectory directory;
  {
    auto db = open_store(directory.data());
    REQUIRE(db->execute(kOldTables));
    REQUIRE(db->execute("INSERT INTO articles VALUES('page',1,1,1,'h',x'00'), ('part b',2,1,0,'h',x'00'), "
                        "('part a',3,1,0,'h',x'00'); INSERT INTO gone VALUES('part a',9), ('page',9)"));
  }
  REQUIRE(open_store_for_reading(directory.data())); // as it is, until a writer comes
  for (int time = 0; time < 2; ++time) {
    auto db = open_store(directory.data());
    REQUIRE(db);
    CHECK(db->number("PRAGMA user_version") == kStoreSchema);
    std::string rows;
    REQUIRE(db->each("SELECT id || ' ' || sequence || ' ' || (cluster IS NULL) FROM articles ORDER BY sequence", {},
                     [&](const Row& row) {
                       rows += row.text(0) + "\n";
                       return true;
                     }));
    CHECK(rows == "page 1 0\npart a 4 1\npart b 5 1\n");
    CHECK(db->number("SELECT count(*) FROM gone") == 1);
  }
}

TEST_CASE("open store: the sources of an older store can be listed before a writer comes", "[store]") {
  test::TemporaryDirectory directory;
  {
    auto db = open_store(directory.data());
    REQUIRE(db->execute(kOldTables));
    REQUIRE(db->execute("INSERT INTO seeds(url, source, failures) VALUES('https://a.example/feed', 'a', 3)"));
  }
  auto db = open_store_for_reading(directory.data());
  REQUIRE(db);
  const auto seeds = SourceStore(*db).seeds();
  REQUIRE(seeds);
  REQUIRE(seeds->size() == 1);
  CHECK(seeds->front().failures == 3);
  CHECK(SourceStore(*db).sources());
  CHECK(SourceStore(*db).fetches());
}

TEST_CASE("open store: a page beside which an older store kept facts is read again, and no other", "[store]") {
  test::TemporaryDirectory directory;
  const bool has_facts = GENERATE(false, true);
  {
    auto db = open_store(directory.data());
    Input page;
    page.url = "https://a.example/1";
    REQUIRE(InputStore(*db).save(page, compress("")));
    REQUIRE(ReadingStore(*db).save(page.id, "key"));
    REQUIRE(db->execute("ALTER TABLE inputs ADD COLUMN kept BLOB NOT NULL DEFAULT x''; PRAGMA user_version = 107"));
    if (has_facts) REQUIRE(db->execute("UPDATE inputs SET kept = x'01'"));
  }
  auto db = open_store(directory.data());
  REQUIRE(db);
  CHECK(db->number("SELECT count(*) FROM readings") == (has_facts ? 0 : 1));
  CHECK(db->number("SELECT count(*) FROM store WHERE places = '?'") == (has_facts ? 1 : 0));
}

TEST_CASE("open store: what is known of the pages of an older store stays", "[store]") {
  test::TemporaryDirectory directory;
  std::int64_t url = 0;
  {
    auto db = open_store(directory.data());
    url = UrlStore(*db).url("https://a.example/1")->id;
    REQUIRE(db->execute(kOldTables));
    REQUIRE(db->run("INSERT INTO rechecks VALUES(?, 50, 40, 2, 45, 7, 48)", {url}));
    REQUIRE(db->execute("INSERT INTO change_rates VALUES('a', 86400, 3, 40, 1, 2, 3, 4, 5, 6)"));
  }
  auto db = open_store(directory.data());
  REQUIRE(db);
  RecheckStore rechecks(*db);
  const auto page = rechecks.of(url);
  REQUIRE(page);
  CHECK(page->due_at == Moment{std::chrono::seconds(50)});
  CHECK(page->misses == 2);
  CHECK(page->missed_at == Moment{std::chrono::seconds(45)});
  CHECK(page->gone_since == Moment{std::chrono::seconds(48)});
  const auto looks = rechecks.looks("a");
  REQUIRE(looks);
  CHECK(looks->day == Moment{std::chrono::seconds(86'400)});
  CHECK(looks->requests == 3);
  CHECK(looks->answered_at == Moment{std::chrono::seconds(40)});
  CHECK(db->number("SELECT count(*) FROM pragma_table_info('rechecks') WHERE name = 'edits'") == 0);
  CHECK(db->number("SELECT count(*) FROM sqlite_schema WHERE name = 'change_rates'") == 0);
}

TEST_CASE("open store: a file that is no database, or another program's, is refused", "[store]") {
  test::TemporaryDirectory directory;
  const auto file = directory.data().crawl_db();
  REQUIRE(make_private_directory(directory.data().root));
  REQUIRE(write_file_atomic(file, std::string(5000, 'x')));
  CHECK(open_store(directory.data()).error().code == ErrorCode::StoreDamaged);
  CHECK(refuse_other_schema(directory.data())); // who opens it says more
  REQUIRE(remove_file(file));
  CHECK(refuse_other_schema(directory.data()));
  make_other(directory.data(), 0);
  CHECK(open_store(directory.data()).error().what == "Trawl did not write this file");
  CHECK(open_store_for_reading(directory.data()).error().what == "Trawl did not write this file");
  make_other(directory.data(), -1);
  CHECK(open_store(directory.data()).error().code == ErrorCode::StoreDamaged);
}

TEST_CASE("open store: wherever the program is killed that makes a store, the next one opens it", "[store]") {
  int killed = 0;
  for (rlim_t most = 0; most <= 400'000; most += 4'000) {
    INFO("killed by what it writes beyond " << most << " bytes of a file");
    test::TemporaryDirectory directory;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const rlimit limit{most, most};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      ::_exit(open_store(directory.data()) ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
    killed += WIFSIGNALED(status) ? 1 : 0;
    if (const auto read = open_store_for_reading(directory.data()); !read) { // there is none
      INFO(read.error().what);
      CHECK(read.error().code == ErrorCode::NoIndex);
    }
    auto db = open_store(directory.data());
    REQUIRE(db);
    CHECK(db->damage() == "");
    CHECK(store_id(*db));
  }
  CHECK(killed > 20);
  CHECK(killed < 100);
}

TEST_CASE("open store: an address that a crawl finds is new until the crawl has ended", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  const auto id = urls.url("https://a.example/1")->id;
  REQUIRE(urls.save_link(id, {"b", "y", ""}));
  CHECK(urls.bare_inlinks(id)->back().since == DiscoveredLink::kNew);
  REQUIRE(NameStore(*db).end_run(Moment(std::chrono::seconds(50))));
  CHECK(urls.bare_inlinks(id)->back().since == 50);
}

TEST_CASE("store id: a store keeps its name, and no other store has it", "[store]") {
  test::TemporaryDirectory one, other;
  auto store = open_store(one.data());
  const auto id = store_id(*store);
  REQUIRE(id);
  auto again = open_store(one.data()), another = open_store(other.data());
  CHECK(store_id(*again) == id);
  CHECK(store_id(*another) != id);
  REQUIRE(store->execute("UPDATE store SET id = '../x'"));
  CHECK(!store_id(*store));
}
