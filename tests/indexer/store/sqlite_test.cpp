// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/compress.h"
#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"
#include "shared/store/sqlite.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

TEST_CASE("compress: bytes come back, but damaged and oversized frames are errors", "[store]") {
  const std::string bytes(100'000, 'x');
  const auto frame = compress(bytes);
  CHECK(frame.size() < 200);
  CHECK(decompress(frame) == bytes);
  CHECK(decompress(compress("")) == "");
  CHECK_FALSE(decompress("no frame"));
  CHECK_FALSE(decompress(frame.substr(0, frame.size() / 2)));
  CHECK(decompress(frame, 1000).error().code == ErrorCode::TooLarge);
}

TEST_CASE("sqlite: a rollback leaves nothing", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db);
  UrlStore urls(*db);
  {
    auto transaction = Transaction::begin(*db);
    REQUIRE(transaction);
    REQUIRE(urls.url("https://a.example/1"));
  }
  CHECK(db->number("SELECT count(*) FROM urls") == 0);
  auto transaction = Transaction::begin(*db);
  REQUIRE(urls.url("https://a.example/1"));
  REQUIRE(transaction->commit());
  CHECK(db->number("SELECT count(*) FROM urls") == 1);
}

TEST_CASE("sqlite: a long statement can be interrupted, and the next one runs", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db);
  constexpr const char* kLong = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 9999) "
                                "SELECT count(*) FROM n";
  bool is_stopped = true;
  db->stop_when([&] { return is_stopped; });
  CHECK(db->number(kLong).error().code == ErrorCode::Interrupted);
  is_stopped = false;
  CHECK(db->number(kLong) == 9999);
  is_stopped = true;
  db->stop_when(nullptr);
  CHECK(db->number(kLong) == 9999);
}

TEST_CASE("sqlite: the same statement may run inside its own result", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2)"));
  int rows = 0;
  const auto inner = [&](const Row&) { return ++rows > 0; };
  const auto outer = [&](const Row&) { return db->each("SELECT x FROM t", {}, inner).has_value(); };
  REQUIRE(db->each("SELECT x FROM t", {}, outer));
  CHECK(rows == 4);
}

TEST_CASE("sqlite: values of every kind come back as they were bound", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(a, b, c, d, e)"));
  const std::string bytes("\0\xFFx\0", 4), text = "é\nz";
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  REQUIRE(db->run("INSERT INTO t VALUES(?,?,?,?,?)",
                  {kLeast, std::string_view(text), Blob{bytes}, nullptr, std::string_view()}));
  int rows = 0;
  REQUIRE(db->each("SELECT * FROM t", {}, [&](const Row& row) {
    CHECK(row.integer(0) == kLeast);
    CHECK(row.text(1) == text);
    CHECK(row.view(2) == bytes);
    CHECK(row.is_null(3));
    CHECK(row.integer(3) == 0);
    CHECK(row.text(3).empty());
    CHECK_FALSE(row.is_null(4)); // an empty text is not NULL
    return ++rows > 0;
  }));
  CHECK(rows == 1);
}

TEST_CASE("sqlite: a moment is stored as seconds, also before 1970", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  for (const std::int64_t seconds : {-1LL, 0LL, 1'700'000'000LL}) {
    const Moment moment{std::chrono::seconds(seconds)};
    CHECK(to_seconds(moment) == seconds);
    REQUIRE(db->each("SELECT ?", {to_seconds(moment)}, [&](const Row& row) {
      CHECK(row.moment(0) == moment);
      return true;
    }));
  }
}

TEST_CASE("sqlite: a visitor that has seen enough ends the statement", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2),(3)"));
  int rows = 0;
  REQUIRE(db->each("SELECT x FROM t", {}, [&](const Row&) { return ++rows < 2; }));
  CHECK(rows == 2);
  CHECK(db->number("SELECT x FROM t ORDER BY x DESC") == 3);
  CHECK(db->number("SELECT x FROM t WHERE x > 9") == 0); // no row
  REQUIRE(db->execute("DROP TABLE t"));                  // which a statement that still ran would prevent
}

TEST_CASE("sqlite: parameters of the last run do not leak into the next", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  CHECK(db->number("SELECT ? IS NULL", {std::int64_t{5}}) == 0);
  CHECK(db->number("SELECT ? IS NULL") == 1);
}

TEST_CASE("sqlite: the rows that a statement changed are counted", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2),(3)"));
  REQUIRE(db->run("DELETE FROM t WHERE x > ?", {std::int64_t{1}}));
  CHECK(db->changes() == 2);
  REQUIRE(db->run("DELETE FROM t WHERE x > ?", {std::int64_t{9}}));
  CHECK(db->changes() == 0);
}

TEST_CASE("sqlite: a wrong statement or value is an error that names the file", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  const auto wrong = db->run("SELECT x FROM nowhere");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().what == "cannot read the store: no such table: nowhere");
  CHECK(wrong.error().where == directory.data().crawl_db().string());
  CHECK_FALSE(db->run("SELECT 1", {std::int64_t{1}})); // a parameter too many
  CHECK_FALSE(db->execute("CREATE"));
  CHECK(db->number("SELECT 1") == 1); // the connection goes on
}

TEST_CASE("sqlite: a failed statement can be run again", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x UNIQUE)"));
  const auto insert = [&](std::int64_t x) { return db->run("INSERT INTO t VALUES(?)", {x}).has_value(); };
  CHECK(insert(1));
  CHECK_FALSE(insert(1));
  CHECK(insert(2));
  CHECK(db->number("SELECT count(*) FROM t") == 2);
}

TEST_CASE("sqlite: a moved transaction is rolled back once, by its last owner", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x)"));
  {
    auto first = Transaction::begin(*db);
    REQUIRE(first);
    const Transaction second = std::move(*first);
    CHECK_FALSE(Transaction::begin(*db)); // one is open already
    REQUIRE(db->run("INSERT INTO t VALUES(1)"));
  }
  CHECK(db->number("SELECT count(*) FROM t") == 0);
  CHECK(Transaction::begin(*db));
}

TEST_CASE("sqlite: after SQLite has rolled back a transaction by itself, none of its statements is run", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x UNIQUE)"));
  {
    auto transaction = Transaction::begin(*db);
    REQUIRE(db->run("INSERT INTO t VALUES(1)"));
    const auto refused = db->run("INSERT OR ROLLBACK INTO t VALUES(1)"); // as SQLite does when memory runs out
    REQUIRE_FALSE(refused);
    const auto later = db->run("INSERT INTO t VALUES(2)");
    REQUIRE_FALSE(later);
    CHECK(later.error().what == refused.error().what);
    CHECK_FALSE(db->number("SELECT count(*) FROM t"));
    CHECK_FALSE(transaction->commit());
  }
  CHECK(db->number("SELECT count(*) FROM t") == 0);
  auto transaction = Transaction::begin(*db);
  REQUIRE(db->run("INSERT INTO t VALUES(3)"));
  REQUIRE(transaction->commit());
  CHECK(db->number("SELECT x FROM t") == 3);
}

TEST_CASE("sqlite: nothing is committed into a file that was removed or replaced", "[store]") {
  for (const bool is_replaced : {false, true}) {
    test::TemporaryDirectory directory;
    auto db = open_store(directory.data());
    REQUIRE(db);
    auto transaction = Transaction::begin(*db);
    REQUIRE(transaction);
    REQUIRE(UrlStore(*db).url("https://a.example/1"));
    const auto path = directory.data().root / "crawl.db";
    if (is_replaced) std::filesystem::copy_file(path, directory.data().root / "other");
    std::filesystem::remove(path);
    if (is_replaced) std::filesystem::rename(directory.data().root / "other", path);
    const auto committed = transaction->commit();
    REQUIRE_FALSE(committed);
    CHECK(committed.error().code == ErrorCode::Disk);
    CHECK(committed.error().what.contains("removed or replaced"));
  }
}

TEST_CASE("sqlite: a reader sees what was committed before it began, while another connection writes", "[store]") {
  test::TemporaryDirectory directory;
  auto writer = open_store(directory.data());
  REQUIRE(writer->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)"));
  auto reader = Database::open(directory.data().crawl_db(), OpenMode::ReadOnly);
  REQUIRE(reader);
  auto transaction = Transaction::begin(*writer);
  REQUIRE(writer->run("INSERT INTO t VALUES(2)"));
  CHECK(reader->number("SELECT count(*) FROM t") == 1);
  REQUIRE(transaction->commit());
  CHECK(reader->number("SELECT count(*) FROM t") == 2);
  CHECK_FALSE(reader->run("INSERT INTO t VALUES(3)")); // read only
}

TEST_CASE("sqlite: a single file has nothing beside it, and may have any name", "[store]") {
  test::TemporaryDirectory directory;
  const auto path = directory.data().root / "100% of? a #file &c.db";
  {
    auto db = Database::open(path, OpenMode::SingleFile);
    REQUIRE(db);
    REQUIRE(db->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)"));
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.data().root)) {
    CHECK(entry.path() == path);
    ++files;
  }
  CHECK(files == 1);
  CHECK(Database::open(path, OpenMode::Immutable)->number("SELECT x FROM t") == 1);
}

TEST_CASE("sqlite: a file that is not there is not created by a reader", "[store]") {
  test::TemporaryDirectory directory;
  for (const OpenMode mode : {OpenMode::ReadOnly, OpenMode::Immutable}) {
    CHECK(Database::open(directory.data().root / "none.db", mode).error().code == ErrorCode::Permission);
  }
  CHECK_FALSE(std::filesystem::exists(directory.data().root / "none.db"));
}

TEST_CASE("compress: random bytes of any size come back", "[store]") {
  constexpr unsigned kSeed = 8878;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    std::string bytes(random() % 2'000, '\0');
    const bool is_noise = random() % 2 == 0;
    for (char& c : bytes) c = static_cast<char>(is_noise ? random() : 'a' + random() % 2);
    INFO("seed " << kSeed << ", round " << round);
    REQUIRE(decompress(compress(bytes)) == bytes);
    REQUIRE(decompress(compress(bytes), bytes.size()) == bytes);
    if (!bytes.empty()) REQUIRE(decompress(compress(bytes), bytes.size() - 1).error().code == ErrorCode::TooLarge);
  }
}

TEST_CASE("compress: every truncated frame is an error", "[store]") {
  const std::string frame = compress("The same text, the same text, and the same text again.");
  for (std::size_t kept = 0; kept < frame.size(); ++kept) {
    INFO(kept << " bytes of " << frame.size());
    CHECK(decompress(frame.substr(0, kept)).error().code == ErrorCode::StoreDamaged);
  }
}
