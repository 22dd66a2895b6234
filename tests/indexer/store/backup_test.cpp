// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/backup.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"
#include "shared/base/file.h"
#include "shared/store/reader_memory.h"
#include "shared/store/store_position.h"

#include <catch2/catch.hpp>

#include "tests/indexer/store/old_tables.h"
#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

namespace {

namespace fs = std::filesystem;

struct Folders {
  test::TemporaryDirectory directory;
  DataDirectory data{directory.data().root / "data % ?#"};
  DataDirectory target{directory.data().root / "target"};
  DataDirectory backup{directory.data().root / "saved"};
};

/// With a store of one address.
struct BackedUp : Folders {
  BackedUp() {
    auto store = open_store(data).value();
    REQUIRE(UrlStore(store).url("https://a.example/1"));
    REQUIRE(back_up(data, backup.root));
  }
};

std::int64_t urls(Database& database) { return database.number("SELECT count(*) FROM urls").value(); }

void change(const fs::path& file, const std::string& sql) {
  REQUIRE(Database::open(file, OpenMode::SingleFile)->execute(sql.c_str()));
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

} // namespace

TEST_CASE("backup: what was committed comes back, with the user's own files, while another process writes", "[store]") {
  Folders folders;
  auto writer = open_store(folders.data);
  REQUIRE(writer);
  REQUIRE(UrlStore(*writer).url("https://a.example/1"));
  REQUIRE(write_file_atomic(folders.data.root / "sources.json", "{}"));
  REQUIRE(write_file_atomic(folders.data.root / "other.json", "x"));
  auto transaction = Transaction::begin(*writer);
  REQUIRE(transaction);
  REQUIRE(UrlStore(*writer).url("https://a.example/2"));
  const auto summary = back_up(folders.data, folders.backup.root / ""); // as a shell completes it
  REQUIRE(summary);
  CHECK(summary->articles == 0);
  CHECK(summary->bytes == fs::file_size(folders.backup.crawl_db()));
  REQUIRE(transaction->commit());
  const std::set<std::string> files{"crawl.db", "sources.json"};
  CHECK(names_in(folders.backup.root) == files);
  CHECK(fs::status(folders.backup.root).permissions() == fs::perms::owner_all);
  CHECK(fs::status(folders.backup.crawl_db()).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(names_in(folders.directory.data().root) == std::set<std::string>{"data % ?#", "saved"});

  auto restored = unpack_backup(folders.backup.root, folders.target);
  REQUIRE(restored);
  CHECK(urls(*restored) == 1);
  CHECK(urls(*writer) == 2);
  CHECK(read_file(folders.target.root / "sources.json").value() == "{}");
  CHECK(names_in(folders.backup.root) == files); // nothing is made beside a store that is read
}

TEST_CASE("backup: what the reader did comes back", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  auto memory = ReaderMemory::open(folders.data).value();
  REQUIRE(memory.set(ReaderMark::Starred, std::vector<std::string>{"0123456789abcdef"}, true, now()));
  REQUIRE(memory.set_note("0123456789abcdef", "why"));
  REQUIRE(memory.save({"mine", "q=agents", {}}));
  REQUIRE(back_up(folders.data, folders.backup.root)); // while it is open
  REQUIRE(unpack_backup(folders.backup.root, folders.target));
  auto restored = ReaderMemory::open_for_reading(folders.target).value().value();
  CHECK(restored.marks().value()->with(ReaderMark::Starred).size() == 1);
  CHECK(restored.note("0123456789abcdef") == "why");
  CHECK(restored.searches().value().size() == 1);
}

TEST_CASE("backup: one that is stopped leaves nothing", "[store]") {
  Folders folders;
  auto writer = open_store(folders.data);
  REQUIRE(writer);
  REQUIRE(
      writer->execute("CREATE TABLE much AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 9999) "
                      "SELECT x FROM n"));
  const auto stopped = back_up(folders.data, folders.backup.root, [] { return true; });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::Interrupted);
  CHECK(stopped.error().what == "stopped; no backup was written");
  CHECK(names_in(folders.directory.data().root) == std::set<std::string>{"data % ?#"});
}

TEST_CASE("store: a data directory that is a file is an error", "[store]") {
  Folders folders;
  REQUIRE(make_private_directory(folders.directory.data().root));
  std::ofstream(folders.backup.root) << "x";
  const DataDirectory file = folders.backup;
  CHECK(open_store_for_reading(file).error().what == "is a file, not a data directory");
  CHECK(open_store(file).error().code == ErrorCode::Usage);
}

TEST_CASE("backup: it replaces nothing but an empty folder, and makes no folder around it", "[store]") {
  Folders folders;
  const fs::path place = folders.backup.root;
  CHECK(back_up(folders.data, place).error().code == ErrorCode::NoIndex);
  REQUIRE(open_store(folders.data));
  const auto check_refused = [&](const fs::path& path) {
    const auto done = back_up(folders.data, path);
    REQUIRE_FALSE(done);
    CHECK(done.error().code == ErrorCode::Usage);
    CHECK(done.error().where == path);
  };
  check_refused(place / "below");
  CHECK_FALSE(fs::exists(place));
  REQUIRE(write_file_atomic(place, "x"));
  check_refused(place);
  CHECK(read_file(place) == "x");
  fs::remove(place);
  fs::create_symlink(folders.data.root, place);
  check_refused(place);
  fs::remove(place);
  fs::create_directory(place);
  REQUIRE(back_up(folders.data, place)); // as mktemp makes it
  check_refused(place);
}

TEST_CASE("backup: the backup of another version is refused, and says what to do", "[store]") {
  const BackedUp folders;
  const int version = GENERATE(26, static_cast<int>(kStoreSchema) + 1);
  change(folders.backup.crawl_db(), "PRAGMA user_version = " + std::to_string(version));
  const auto restored = unpack_backup(folders.backup.root, folders.target);
  REQUIRE_FALSE(restored);
  CHECK(restored.error().code == ErrorCode::StoreDamaged);
  CHECK(restored.error().where == folders.backup.crawl_db().string());
  CHECK(restored.error().what ==
        (version < 100 ? "an older version of Trawl wrote this file" : "a newer version of Trawl wrote this file"));
  CHECK_FALSE(fs::exists(folders.target.root));
}

TEST_CASE("backup: the backup of a version that is brought up to date is restored as that of this one", "[store]") {
  const BackedUp folders;
  change(folders.backup.crawl_db(), kOldTables);
  change(folders.backup.crawl_db(), "INSERT INTO articles VALUES('part', 1, 1, 0, 'h', x'00'); ANALYZE");
  auto restored = unpack_backup(folders.backup.root, folders.target);
  REQUIRE(restored);
  CHECK(restored->number("PRAGMA user_version") == kStoreSchema);
  CHECK(restored->number("SELECT count(*) FROM articles WHERE cluster IS NULL") == 1);
}

TEST_CASE("backup: one file, as an earlier version wrote it, is restored, but for files that it does not know",
          "[store][security]") {
  const BackedUp folders;
  const fs::path file = folders.backup.root.string() + ".backup";
  REQUIRE(ReaderMemory::open(folders.data)->set_note("0123456789abcdef", "why"));
  const std::string memory = read_file(folders.data.reader_db()).value();
  fs::copy_file(folders.backup.crawl_db(), file);
  change(file, kOldTables);
  change(file, "CREATE TABLE backup_files(name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID; "
               "INSERT INTO backup_files VALUES('topics.json', '[]'), ('../escaped', 'x'), ('evil.json', 'x'), "
               "('crawl.db', 'x')");
  REQUIRE(Database::open(file, OpenMode::SingleFile)
              ->run("INSERT INTO backup_files VALUES('reader.db', ?)", {Blob{memory}}));
  auto restored = unpack_backup(file, folders.target);
  REQUIRE(restored);
  CHECK(urls(*restored) == 1);
  CHECK(restored->number("SELECT count(*) FROM sqlite_master WHERE name = 'backup_files'") == 0);
  CHECK(read_file(folders.target.root / "topics.json").value() == "[]");
  CHECK(ReaderMemory::open_for_reading(folders.target).value()->note("0123456789abcdef") == "why");
  for (const char* name : {"evil.json", "../escaped", "files/evil.json", "escaped"})
    CHECK_FALSE(fs::exists(folders.target.root / name));
}

TEST_CASE("backup: one whose store has other tables, columns, indexes, views or triggers is refused",
          "[store][security]") {
  const BackedUp folders;
  const char* sql = GENERATE(
      "DROP TABLE failures; CREATE VIEW failures AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
      "SELECT x AS source, '' AS url, '' AS code, 1 AS count, 1 AS last, '' AS sentence FROM n",
      "ALTER TABLE failures DROP COLUMN sentence", "ALTER TABLE failures ADD COLUMN x AS (hex(url))",
      "ALTER TABLE failures ADD COLUMN x NOT NULL DEFAULT 1", "DROP TABLE failures",
      "DROP TABLE failures; CREATE TABLE failures(source, url, code, count, last, sentence); INSERT INTO failures "
      "VALUES('a', 'b', '', 1, 1, ''), ('a', 'b', '', 1, 1, '')",
      "CREATE TABLE other(x)", "CREATE UNIQUE INDEX own ON urls(state)", "DROP INDEX urls_due",
      "CREATE TRIGGER e AFTER INSERT ON urls BEGIN DELETE FROM urls; END", "CREATE VIEW v AS SELECT 1",
      "CREATE VIRTUAL TABLE f USING fts5(x)", "PRAGMA user_version = -1", "PRAGMA user_version = 0");
  CAPTURE(sql);
  change(folders.backup.crawl_db(), sql);
  const auto restored = unpack_backup(folders.backup.root, folders.target);
  REQUIRE_FALSE(restored);
  CHECK(restored.error().code == ErrorCode::StoreDamaged);
}

TEST_CASE("backup: one with another reader.db is refused", "[store][security]") {
  const BackedUp folders;
  const std::string bytes =
      GENERATE(std::string(5000, 'x'), Database::image_of("PRAGMA user_version = 1").value(),
               Database::image_of("PRAGMA user_version = 2").value(),
               Database::image_of("CREATE VIEW article AS SELECT 1,2,3,4,5,6; CREATE TABLE search(a, b, c); "
                                  "CREATE TABLE shown(a, b); PRAGMA user_version = 1")
                   .value());
  REQUIRE(write_file_atomic(folders.backup.reader_db(), bytes));
  CHECK(unpack_backup(folders.backup.root, folders.target).error().code == ErrorCode::StoreDamaged);
}

TEST_CASE("backup: what stands beside the databases of a backup is not opened", "[store][security]") {
  const BackedUp folders;
  const fs::path victim = folders.directory.data().root / "victim";
  REQUIRE(write_file_atomic(victim, "x"));
  REQUIRE(ReaderMemory::open(folders.backup));
  change(folders.backup.crawl_db(), "PRAGMA journal_mode = WAL");
  for (const char* name : {"crawl.db-shm", "crawl.db-journal", "reader.db-wal", "reader.db-shm"})
    fs::create_symlink(victim, folders.backup.root / name);
  CHECK(unpack_backup(folders.backup.root, folders.target));
  CHECK(read_file(victim) == "x");
  fs::create_symlink(victim, folders.backup.root / "crawl.db-wal"); // as of a data directory that is in use
  CHECK(unpack_backup(folders.backup.root, folders.target).error().what == "there is no backup here");
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
  const BackedUp folders;
  std::string bytes = read_file(folders.backup.crawl_db()).value();
  const bool is_slight = GENERATE(true, false); // an index has another address than its table
  if (is_slight) bytes.at(bytes.rfind("https://a.example/1")) = 'x';
  for (std::size_t at = 4096; !is_slight && at < bytes.size(); at += 4096) bytes.replace(at, 200, 200, '\xAA');
  std::ofstream(folders.backup.crawl_db()) << bytes;
  const auto restored = unpack_backup(folders.backup.root, folders.target);
  REQUIRE_FALSE(restored);
  CHECK(restored.error().code == ErrorCode::StoreDamaged);
  CHECK(restored.error().what.starts_with("the backup is damaged: "));
  CHECK_FALSE(fs::exists(folders.target.root));
}

TEST_CASE("backup: what a killed backup left goes with the next one, what a running one writes stays", "[store]") {
  Folders folders;
  REQUIRE(open_store(folders.data));
  const DataDirectory part{folders.backup.root.string() + ".part"};
  {
    const auto running = WriterLock::acquire(part);
    REQUIRE(running);
    for (const char* name : {"crawl.db", "crawl.db-journal", "reader.db"})
      REQUIRE(write_file_atomic(part.root / name, "half"));
    CHECK(back_up(folders.data, folders.backup.root).error().code == ErrorCode::Locked);
    CHECK(read_file(part.crawl_db()) == "half");
  }
  REQUIRE(back_up(folders.data, folders.backup.root));
  CHECK_FALSE(fs::exists(part.root));
  CHECK(names_in(folders.backup.root) == std::set<std::string>{"crawl.db"});
}

TEST_CASE("backup: wherever it is killed, there is a whole one or none, and the next one succeeds", "[store]") {
  Folders folders;
  {
    auto store = open_store(folders.data);
    for (int i = 0; i < 500; ++i) REQUIRE(UrlStore(*store).url("https://a.example/" + std::to_string(i)));
  }
  int killed = 0;
  for (rlim_t most = 0; most <= 400'000; most += 8'000) {
    INFO("killed by what it writes beyond " << most << " bytes of a file");
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const rlimit limit{most, most};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      ::_exit(back_up(folders.data, folders.backup.root) ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    killed += WIFSIGNALED(status) ? 1 : 0;
    CHECK(fs::exists(folders.backup.root) == (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    fs::remove_all(folders.backup.root);
  }
  CHECK(killed > 10);
  REQUIRE(back_up(folders.data, folders.backup.root));
  auto restored = unpack_backup(folders.backup.root, folders.target);
  REQUIRE(restored);
  CHECK(urls(*restored) == 500);
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
