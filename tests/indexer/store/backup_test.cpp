// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/backup.h"

#include <fstream>

#include <unistd.h>

#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"
#include "shared/base/file.h"
#include "shared/store/reader_memory.h"
#include "shared/store/store_position.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

namespace {

struct Folders {
  test::TemporaryDirectory directory;
  DataDirectory data{directory.data().root / "data % ?#"};
  DataDirectory target{directory.data().root / "target"};
  std::filesystem::path file = directory.data().root / "x.backup";
};

std::int64_t urls(Database& database) { return database.number("SELECT count(*) FROM urls").value(); }

} // namespace

TEST_CASE("backup: what was committed comes back, with the user's own files, while another process writes", "[store]") {
  Folders folders;
  auto writer = open_store(folders.data);
  REQUIRE(writer);
  REQUIRE(UrlStore(*writer).url("https://a.example/1"));
  REQUIRE(write_file_atomic(folders.data.root / "sources.json", "{}"));
  auto transaction = Transaction::begin(*writer);
  REQUIRE(transaction);
  REQUIRE(UrlStore(*writer).url("https://a.example/2"));
  const auto summary = back_up(folders.data, folders.file);
  REQUIRE(summary);
  CHECK(summary->articles == 0);
  REQUIRE(transaction->commit());

  auto restored = unpack_backup(folders.file, folders.target);
  REQUIRE(restored);
  CHECK(urls(*restored) == 1);
  CHECK(urls(*writer) == 2);
  CHECK(read_file(folders.target.root / "sources.json").value() == "{}");
  CHECK(restored->number("SELECT count(*) FROM sqlite_master WHERE name = 'backup_files'") == 0);
  for (const auto& entry : std::filesystem::directory_iterator(folders.file.parent_path())) {
    CHECK_FALSE(entry.path().filename().string().ends_with(".part"));
  }
}

TEST_CASE("backup: what the reader did comes back", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  {
    auto memory = ReaderMemory::open(folders.data).value();
    REQUIRE(memory.set(ReaderMark::Starred, std::vector<std::string>{"0123456789abcdef"}, true, now()));
    REQUIRE(memory.set_note("0123456789abcdef", "why"));
    REQUIRE(memory.save({"mine", "q=agents", {}}));
    REQUIRE(back_up(folders.data, folders.file)); // while it is open
  }
  REQUIRE(unpack_backup(folders.file, folders.target));
  auto restored = ReaderMemory::open_for_reading(folders.target).value().value();
  CHECK(restored.marks().value()->with(ReaderMark::Starred).size() == 1);
  CHECK(restored.note("0123456789abcdef") == "why");
  CHECK(restored.searches().value().size() == 1);
  CHECK_FALSE(std::filesystem::exists(folders.target.root / "reader.part"));
}

TEST_CASE("backup: a backup that is stopped keeps an older one and leaves nothing", "[store]") {
  Folders folders;
  auto writer = open_store(folders.data);
  REQUIRE(writer);
  REQUIRE(
      writer->execute("CREATE TABLE much AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 9999) "
                      "SELECT x FROM n"));
  REQUIRE(back_up(folders.data, folders.file));
  const auto before = std::filesystem::last_write_time(folders.file);
  const auto stopped = back_up(folders.data, folders.file, false, [] { return true; });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::Interrupted);
  CHECK(stopped.error().what == "stopped; no backup was written");
  CHECK(std::filesystem::last_write_time(folders.file) == before);
  for (const auto& entry : std::filesystem::directory_iterator(folders.file.parent_path())) {
    CHECK_FALSE(entry.path().filename().string().ends_with(".part"));
  }
}

TEST_CASE("backup: an older backup without read permission is not mistaken for another kind of file", "[store]") {
  if (::geteuid() == 0) {
    WARN("skipped: root may read every file");
    return;
  }
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(back_up(folders.data, folders.file));
  std::filesystem::permissions(folders.file, std::filesystem::perms::none);
  CHECK(back_up(folders.data, folders.file).error().code == ErrorCode::Permission);
}

TEST_CASE("backup: a failure says why and keeps an older backup", "[store]") {
  Folders folders;
  CHECK(back_up(folders.data, folders.file).error().code == ErrorCode::NoIndex);
  REQUIRE(open_store(folders.data));
  CHECK_FALSE(back_up(folders.data, folders.directory.data().root / "none" / "x.backup"));
  CHECK(unpack_backup(folders.file, folders.target).error().code == ErrorCode::Usage);
  std::ofstream(folders.file) << "no database at all, but long enough to be read as a header of one, surely";
  CHECK(unpack_backup(folders.file, folders.target).error().code == ErrorCode::StoreDamaged);
  const auto other = unpack_backup(folders.data.crawl_db(), folders.target);
  REQUIRE_FALSE(other);
  CHECK(other.error().what == "this is not a backup");
  CHECK_FALSE(std::filesystem::exists(folders.target.crawl_db()));
}

TEST_CASE("store: a data directory that is a file is an error", "[store]") {
  Folders folders;
  REQUIRE(make_private_directory(folders.directory.data().root));
  std::ofstream(folders.file) << "x";
  const DataDirectory file{folders.file};
  CHECK(open_store_for_reading(file).error().what == "is a file, not a data directory");
  CHECK(open_store(file).error().code == ErrorCode::Usage);
}

TEST_CASE("backup: a second backup replaces the first, which only its owner may read", "[store]") {
  Folders folders;
  auto store = open_store(folders.data);
  REQUIRE(back_up(folders.data, folders.file));
  REQUIRE(UrlStore(*store).url("https://a.example/1"));
  const auto summary = back_up(folders.data, folders.file);
  REQUIRE(summary);
  CHECK(summary->bytes == std::filesystem::file_size(folders.file));
  using std::filesystem::perms;
  CHECK(std::filesystem::status(folders.file).permissions() == (perms::owner_read | perms::owner_write));
  auto restored = unpack_backup(folders.file, folders.target);
  REQUIRE(restored);
  CHECK(urls(*restored) == 1);
}

TEST_CASE("backup: the backup of another version is refused, and says what to do", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(back_up(folders.data, folders.file));
  const int version = GENERATE(26, 102);
  REQUIRE(Database::open(folders.file, OpenMode::SingleFile)
              ->execute(("PRAGMA user_version = " + std::to_string(version)).c_str()));
  const auto restored = unpack_backup(folders.file, folders.target);
  REQUIRE_FALSE(restored);
  CHECK(restored.error().code == ErrorCode::StoreDamaged);
  CHECK(restored.error().where == folders.file.string());
  CHECK(restored.error().what ==
        (version < 100 ? "an older version of Trawl wrote this file" : "a newer version of Trawl wrote this file"));
  CHECK_FALSE(std::filesystem::exists(folders.target.crawl_db()));
}

TEST_CASE("backup: the backup of a version that is brought up to date is restored as that of this one", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(back_up(folders.data, folders.file));
  REQUIRE(Database::open(folders.file, OpenMode::SingleFile)
              ->execute("INSERT INTO articles VALUES('part', 1, 1, 0, 'h', x'00'); PRAGMA user_version = 100"));
  auto restored = unpack_backup(folders.file, folders.target);
  REQUIRE(restored);
  CHECK(restored->number("PRAGMA user_version") == kStoreSchema);
  CHECK(restored->number("SELECT count(*) FROM articles WHERE cluster IS NULL") == 1);
}

TEST_CASE("backup: only the user's own two files are taken, wherever a backup comes from", "[store][security]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(write_file_atomic(folders.data.root / "topics.json", "[]"));
  REQUIRE(write_file_atomic(folders.data.root / "other.json", "x"));
  REQUIRE(back_up(folders.data, folders.file));
  REQUIRE(Database::open(folders.file, OpenMode::SingleFile)
              ->execute("INSERT INTO backup_files VALUES('../escaped', 'x'), ('evil.json', 'x')"));
  REQUIRE(unpack_backup(folders.file, folders.target));
  CHECK(read_file(folders.target.root / "topics.json").value() == "[]");
  for (const char* name : {"other.json", "evil.json", "../escaped", "sources.json"})
    CHECK_FALSE(std::filesystem::exists(folders.target.root / name));
}

TEST_CASE("backup: nothing that a backup would run is taken over, only the rows of our tables", "[store][security]") {
  Folders folders;
  {
    auto store = open_store(folders.data);
    REQUIRE(UrlStore(*store).url("https://a.example/1"));
    REQUIRE(back_up(folders.data, folders.file));
  }
  REQUIRE(Database::open(folders.file, OpenMode::SingleFile)
              ->execute("CREATE TABLE other(x); CREATE INDEX own ON urls(state);"
                        "CREATE TRIGGER e AFTER INSERT ON urls BEGIN DELETE FROM urls; END;"
                        "CREATE VIEW v AS SELECT 1"));
  auto restored = unpack_backup(folders.file, folders.target);
  REQUIRE(restored);
  REQUIRE(UrlStore(*restored).url("https://a.example/2"));
  CHECK(urls(*restored) == 2);
  CHECK(restored->number("SELECT count(*) FROM sqlite_master WHERE name IN ('e', 'v', 'own', 'other')") == 0);
}

TEST_CASE("backup: one whose table is a view or has other columns or rows is refused", "[store][security]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(back_up(folders.data, folders.file));
  const char* change = GENERATE(
      "DROP TABLE failures; CREATE VIEW failures AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
      "SELECT x AS source, '' AS url, '' AS code, 1 AS count, 1 AS last, '' AS sentence FROM n",
      "ALTER TABLE failures DROP COLUMN sentence", "DROP TABLE failures",
      "DROP TABLE failures; CREATE TABLE failures(source, url, code, count, last, sentence); INSERT INTO failures "
      "VALUES('a', 'b', '', 1, 1, ''), ('a', 'b', '', 1, 1, '')",
      "PRAGMA user_version = -1", "PRAGMA user_version = 0");
  CAPTURE(change);
  REQUIRE(Database::open(folders.file, OpenMode::SingleFile)->execute(change));
  const auto restored = unpack_backup(folders.file, folders.target);
  REQUIRE_FALSE(restored);
  CHECK(restored.error().code == ErrorCode::StoreDamaged);
}

TEST_CASE("store: triggers and views that somebody put into crawl.db do not run", "[store][security]") {
  Folders folders;
  REQUIRE(
      open_store(folders.data)
          ->execute("CREATE TRIGGER e AFTER INSERT ON urls BEGIN DELETE FROM urls; END; CREATE VIEW v AS SELECT 1"));
  auto store = open_store(folders.data);
  REQUIRE(UrlStore(*store).url("https://a.example/1"));
  CHECK(urls(*store) == 1);
  CHECK(store->number("SELECT * FROM v").error().code == ErrorCode::StoreDamaged);
}

TEST_CASE("backup: a damaged backup is refused before anything is written", "[store]") {
  Folders folders;
  {
    auto store = open_store(folders.data);
    for (int i = 0; i < 500; ++i) REQUIRE(UrlStore(*store).url("https://a.example/" + std::to_string(i)));
  }
  REQUIRE(back_up(folders.data, folders.file));
  {
    std::fstream file(folders.file, std::ios::in | std::ios::out | std::ios::binary);
    const std::string noise(200, '\xAA');
    for (std::uintmax_t at = 4096; at < std::filesystem::file_size(folders.file); at += 4096) {
      file.seekp(static_cast<std::streamoff>(at));
      file.write(noise.data(), static_cast<std::streamsize>(noise.size()));
    }
  }
  CHECK(unpack_backup(folders.file, folders.target).error().code == ErrorCode::StoreDamaged);
  CHECK_FALSE(std::filesystem::exists(folders.target.crawl_db()));
}

TEST_CASE("backup: a file that is not a backup is replaced only on request", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(write_file_atomic(folders.file, "somebody's thesis"));
  const auto refused = back_up(folders.data, folders.file);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::Usage);
  CHECK(refused.error().hint.contains("--force"));
  CHECK(read_file(folders.file) == "somebody's thesis");
  CHECK(back_up(folders.data, folders.data.crawl_db()).error().code == ErrorCode::Usage);
  REQUIRE(back_up(folders.data, folders.file, true));
  REQUIRE(back_up(folders.data, folders.file)); // now it is one
  REQUIRE(write_file_atomic(folders.file, ""));
  REQUIRE(back_up(folders.data, folders.file)); // as mktemp makes it
  std::filesystem::create_symlink(folders.file, folders.directory.data().root / "link");
  CHECK(back_up(folders.data, folders.directory.data().root / "link", true).error().code == ErrorCode::Usage);
}

TEST_CASE("backup: what a killed backup left goes with the next one, what a running one writes stays", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  const auto part = [&](const std::string& process) { return folders.file.string() + "." + process + ".part"; };
  const std::string dead = "999999999", mine = std::to_string(::getpid()), other = "x";
  for (const auto& process : {dead, other}) REQUIRE(write_file_atomic(part(process), "half"));
  REQUIRE(write_file_atomic(part(dead) + "-journal", "half"));
  REQUIRE(write_file_atomic(folders.file.string() + "2." + dead + ".part", "of another file"));
  REQUIRE(back_up(folders.data, folders.file));
  CHECK_FALSE(std::filesystem::exists(part(dead)));
  CHECK_FALSE(std::filesystem::exists(part(dead) + "-journal"));
  CHECK(std::filesystem::exists(part(other)));
  CHECK(std::filesystem::exists(folders.file.string() + "2." + dead + ".part"));
}

TEST_CASE("store: a file that cannot be made or read is reported with its cause, not as damage", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  REQUIRE(write_file_atomic(folders.directory.data().root / "file", "x"));
  const auto below = open_store({folders.directory.data().root / "file" / "data"});
  REQUIRE_FALSE(below);
  CHECK_FALSE(below.error().what.contains("damaged"));
  auto store = open_store(folders.data);
  REQUIRE(store);
  CHECK(store->damage() == "");
}
