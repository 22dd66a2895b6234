// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/backup.h"

#include <fstream>

#include "indexer/store/migrations.h"
#include "indexer/store/url_store.h"
#include "shared/base/file.h"

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

TEST_CASE("backup: a failure says why and keeps an older backup", "[store]") {
  Folders folders;
  CHECK(back_up(folders.data, folders.file).error().code == ErrorCode::NoIndex);
  REQUIRE(open_store(folders.data));
  CHECK_FALSE(back_up(folders.data, folders.directory.data().root / "none" / "x.backup"));
  CHECK(unpack_backup(folders.file, folders.target).error().code == ErrorCode::NotFound);
  std::ofstream(folders.file) << "no database at all, but long enough to be read as a header of one, surely";
  CHECK(unpack_backup(folders.file, folders.target).error().code == ErrorCode::IndexDamaged);
  const auto other = unpack_backup(folders.data.crawl_db(), folders.target);
  REQUIRE_FALSE(other);
  CHECK(other.error().what == "not a backup");
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
