// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_folder.h"

#include "shared/base/file.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace index_folder_test {

using namespace trawl;
using namespace trawl::index;
using test::must;

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

void make_folder(const DataDirectory& directory, const std::string& name) {
  fs::create_directories(directory.index() / name);
}

void write_stub(const DataDirectory& directory, const std::string& content) {
  fs::create_directories(directory.index());
  must(write_file_atomic(directory.index_stub(), content));
}

Names names_in(const fs::path& folder) {
  Names names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

TEST_CASE("index folder: the stub names the database, as Xapian reads it", "[index]") {
  const test::TemporaryDirectory directory;
  for (const char* name : {"db-3", "db-12"}) make_folder(directory.data(), name);
  must(publish_database(directory.data(), "db-3"));
  CHECK(must(live_database(directory.data())) == "db-3");
  must(publish_database(directory.data(), "db-12"));
  CHECK(must(live_database(directory.data())) == "db-12");
  CHECK(must(read_file(directory.data().index_stub())) == "glass db-12\n");
  CHECK(database_number("db-12") == 12);
  CHECK(database_number("meaning") == 0);
}

TEST_CASE("index folder: one of an older version says so", "[index]") {
  const test::TemporaryDirectory directory;
  make_folder(directory.data(), "shard-1");
  write_stub(directory.data(), "glass shard-1\n");
  const auto live = live_database(directory.data());
  CHECK(live.error().code == ErrorCode::IndexDamaged);
  CHECK(live.error().what == "the index is of another version");
}

TEST_CASE("index folder: a stub that is empty, foreign or dangling is damage, with what to do", "[index]") {
  const test::TemporaryDirectory directory;
  make_folder(directory.data(), "db-1");
  for (const std::string content : {"",
                                    "\n",
                                    "glass",
                                    "glass \n",
                                    "db-1\n",
                                    "glass db-1",
                                    "auto db-1\n",
                                    "glass db-1\r\n",
                                    "glass db-1 \n",
                                    " glass db-1\n",
                                    "glass db-2\n",
                                    "glass db-1\nglass db-2\n",
                                    "glass ../db-1\n",
                                    "glass /etc\n",
                                    "glass db-0\n",
                                    "glass db--1\n",
                                    "glass db-+1\n",
                                    "glass db-1x\n",
                                    "glass db-99999999999999999999\n",
                                    "glass db-1\n\n",
                                    "remote :1234\n",
                                    "inmemory\n"}) {
    CAPTURE(content);
    write_stub(directory.data(), content);
    const auto live = live_database(directory.data());
    REQUIRE_FALSE(live);
    CHECK(live.error().code == ErrorCode::IndexDamaged);
    CHECK(live.error().where == directory.data().index_stub().string());
    CHECK(live.error().hint == "run `trawl index rebuild`");
    CHECK(IndexReader::open(directory.data()).error().code == ErrorCode::IndexDamaged);
    CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
  }
}

TEST_CASE("index folder: a stub that is a link or a folder, or names a file, is damage", "[index]") {
  const test::TemporaryDirectory directory;
  make_folder(directory.data(), "db-1");
  write_stub(directory.data(), "glass db-2\n");
  must(write_file_atomic(directory.data().index() / "db-2", "not a folder"));
  CHECK(live_database(directory.data()).error().what.contains("db-2, which is not there"));

  must(write_file_atomic(directory.data().root / "elsewhere", "glass db-1\n"));
  fs::remove(directory.data().index_stub());
  fs::create_symlink(directory.data().root / "elsewhere", directory.data().index_stub());
  CHECK(live_database(directory.data()).error().what.contains("not a plain file"));

  fs::remove(directory.data().index_stub());
  fs::create_directory(directory.data().index_stub());
  CHECK(live_database(directory.data()).error().what.contains("not a plain file"));
}

TEST_CASE("index folder: without a stub the hint depends on whether there are articles to index", "[index]") {
  const test::TemporaryDirectory directory;
  const auto nothing = live_database(directory.data());
  CHECK(nothing.error().code == ErrorCode::NoIndex);
  CHECK(nothing.error().hint == "run `trawl crawl` first");
  must(write_file_atomic(directory.data().crawl_db(), "a store"));
  CHECK(live_database(directory.data()).error().code == ErrorCode::NoIndex);
  CHECK(live_database(directory.data()).error().hint == "run `trawl index rebuild`");
}

TEST_CASE("index folder: a file in the place of the data directory is no directory without an index", "[index]") {
  const test::TemporaryDirectory directory;
  const DataDirectory file{directory.data().root / "file"};
  must(write_file_atomic(file.root, ""));
  CHECK(live_database(file).error().code == ErrorCode::Usage);
  CHECK(live_database(file).error().what == "is a file, not a directory");
}

TEST_CASE("index folder: a free name is above every one in use", "[index]") {
  const test::TemporaryDirectory directory;
  make_folder(directory.data(), "db-3");
  CHECK(must(free_database_name(directory.data())) == "db-4");
  for (const char* foreign : {"db-", "dbs-99", "xapian", "99", "db-9x"}) make_folder(directory.data(), foreign);
  CHECK(must(free_database_name(directory.data())) == "db-4");
}

TEST_CASE("index folder: only databases are removed, what a killed program or an older version left too", "[index]") {
  const test::TemporaryDirectory directory;
  for (const char* name : {"db-1", "db-2", "db-10", "shard-4", "other"}) {
    make_folder(directory.data(), name);
    must(write_file_atomic(directory.data().index() / name / "file", "x"));
  }
  write_stub(directory.data(), "glass db-2\n");
  must(write_file_atomic(directory.data().index() / "xapian.x1Y2z3", "gla"));
  must(write_file_atomic(directory.data().index() / "meaning", "x"));
  remove_databases_but(directory.data(), "db-2");
  CHECK(names_in(directory.data().index()) == Names{"db-2", "other", "xapian"});
  CHECK(fs::exists(directory.data().index() / "db-2" / "file"));
  remove_databases_but({directory.data().root / "missing"}, {}); // nothing to remove is not an error
}

TEST_CASE("index folder: an index that is moved takes the place of another, whose database goes", "[index]") {
  test::TestIndex from({test::article(1), test::article(2)});
  const test::TemporaryDirectory to;
  make_folder(to.data(), "db-77");
  const std::string name = must(move_database(from.data(), to.data()));
  CHECK(IndexReader::open(to.data()).error().code == ErrorCode::NoIndex); // until it is published
  must(publish_database(to.data(), name));
  CHECK_FALSE(fs::exists(to.data().index() / "db-77"));
  CHECK(must(IndexReader::open(to.data()))->columns().live_documents == 2);
}

TEST_CASE("index folder: a stamp changes with every replacement of the file, even by equal bytes", "[index]") {
  const test::TemporaryDirectory directory;
  const fs::path path = directory.data().root / "file";
  CHECK(stamp_of(path) == FileStamp{});
  must(write_file_atomic(path, "same"));
  const FileStamp first = stamp_of(path);
  CHECK(first != FileStamp{});
  CHECK(stamp_of(path) == first);
  const fs::path kept = directory.data().root / "kept"; // so that the file system does not give its number again
  fs::create_hard_link(path, kept);
  must(write_file_atomic(path, "same"));
  CHECK(stamp_of(path) != first);
  fs::remove(path);
  CHECK(stamp_of(path) == FileStamp{});
}

TEST_CASE("index folder: files are synced, and one that cannot be opened is an error", "[index]") {
  const test::TemporaryDirectory directory;
  const fs::path folder = directory.data().root / "folder";
  fs::create_directory(folder);
  CHECK(sync_files(folder));
  must(write_file_atomic(folder / "file", "x"));
  CHECK(sync_files(folder));
  fs::create_symlink(folder / "nowhere", folder / "dangling");
  const auto failed = sync_files(folder);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().where.contains("dangling"));
}

TEST_CASE("index folder: its size is that of its files", "[index]") {
  const test::TemporaryDirectory directory;
  CHECK(bytes_of_index(directory.data()) == 0);
  make_folder(directory.data(), "db-1");
  must(write_file_atomic(directory.data().index() / "db-1" / "file", std::string(1'000, 'x')));
  write_stub(directory.data(), "glass db-1\n");
  CHECK(bytes_of_index(directory.data()) == 1'000 + std::string("glass db-1\n").size());
}

} // namespace index_folder_test
