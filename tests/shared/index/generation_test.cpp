// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation.h"

#include "shared/base/file.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace fs = std::filesystem;

namespace {

void make_generation(const DataDirectory& directory, const std::string& name) {
  fs::create_directories(directory.index() / name);
}

void write_stub(const DataDirectory& directory, const std::string& content) {
  fs::create_directories(directory.index());
  REQUIRE(write_file_atomic(directory.current(), content));
}

} // namespace

TEST_CASE("generation: a number has one name, and only that name has the number", "[index]") {
  for (const std::uint64_t number : {0U, 1U, 9U, 10U, 99'999U, 100'000U, 999'999U}) {
    INFO(number);
    CHECK(parse_generation_name(generation_name(number)) == number);
    CHECK(generation_name(number).size() == 10);
  }
  CHECK(generation_name(12) == "gen-000012");
}

TEST_CASE("generation: a name of another form has no number", "[index]") {
  for (const char* name :
       {"", "gen-", "gen-1", "gen-00001", "gen-0000012", "gen-00001x", "gen-x00001", "gen-+00001", "gen--00001",
        "gen- 00001", "Gen-000001", "gen_000001", "gen-000001/", "gen-000001.building", "../gen-000001"}) {
    INFO(name);
    CHECK_FALSE(parse_generation_name(name));
  }
}

TEST_CASE("generation: the stub names the live one", "[index]") {
  const test::TemporaryDirectory directory;
  make_generation(directory.data(), "gen-000007");
  make_generation(directory.data(), "gen-000008");
  REQUIRE(make_live(directory.data(), 7));
  CHECK(live_generation(directory.data()) == 7);
  CHECK(read_file(directory.data().current()) == "gen-000007\n");
  REQUIRE(make_live(directory.data(), 8));
  CHECK(live_generation(directory.data()) == 8);
  CHECK(generation_path(directory.data(), 8) == directory.data().index() / "gen-000008");
}

TEST_CASE("generation: a stub that is not one line naming a folder beside it is damage", "[index]") {
  const test::TemporaryDirectory directory;
  make_generation(directory.data(), "gen-000001");
  for (const std::string content :
       {"", "\n", "gen", "gen-\n", "gen-000001", "gen-1\n", " gen-000001\n", "gen-000001\r\n",
        "gen-000001\ngen-000001\n", "gen-000002\n", "auto gen-000001\n", "../gen-000001\n"}) {
    INFO(content);
    write_stub(directory.data(), content);
    const auto live = live_generation(directory.data());
    REQUIRE_FALSE(live);
    CHECK(live.error().code == ErrorCode::IndexDamaged);
    CHECK(live.error().where == directory.data().current().string());
    CHECK(live.error().hint == "run `trawl index rebuild`");
  }
  write_stub(directory.data(), "gen-000001\n");
  CHECK(live_generation(directory.data()) == 1);
}

TEST_CASE("generation: a stub that is a link or a folder, or names a file, is damage", "[index]") {
  const test::TemporaryDirectory directory;
  make_generation(directory.data(), "gen-000001");
  write_stub(directory.data(), "gen-000002\n");
  REQUIRE(write_file_atomic(directory.data().index() / "gen-000002", "not a folder"));
  CHECK(live_generation(directory.data()).error().code == ErrorCode::IndexDamaged);

  REQUIRE(write_file_atomic(directory.data().root / "elsewhere", "gen-000001\n"));
  fs::remove(directory.data().current());
  fs::create_symlink(directory.data().root / "elsewhere", directory.data().current());
  CHECK(live_generation(directory.data()).error().what.contains("not a plain file"));

  fs::remove(directory.data().current());
  fs::create_directory(directory.data().current());
  CHECK(live_generation(directory.data()).error().what.contains("not a plain file"));
}

TEST_CASE("generation: without a stub the hint depends on whether there are articles to index", "[index]") {
  const test::TemporaryDirectory directory;
  const auto nothing = live_generation(directory.data());
  CHECK(nothing.error().code == ErrorCode::NoIndex);
  CHECK(nothing.error().hint == "run `trawl crawl` first");
  REQUIRE(write_file_atomic(directory.data().crawl_db(), "a store"));
  CHECK(live_generation(directory.data()).error().code == ErrorCode::NoIndex);
  CHECK(live_generation(directory.data()).error().hint == "run `trawl index rebuild`");
}

TEST_CASE("generation: the next number is above every one in use, unfinished ones included", "[index]") {
  const test::TemporaryDirectory directory;
  CHECK(next_generation(directory.data()).value() == 1);
  make_generation(directory.data(), "gen-000003");
  CHECK(next_generation(directory.data()).value() == 4);
  make_generation(directory.data(), "gen-000009.building");
  CHECK(next_generation(directory.data()).value() == 10);
  for (const char* foreign : {"gen-", "generation-000099", "current", "000099", "gen-00009"}) {
    make_generation(directory.data(), foreign);
  }
  CHECK(next_generation(directory.data()).value() == 10);
}

TEST_CASE("generation: only generations are removed, and never the live one", "[index]") {
  const test::TemporaryDirectory directory;
  for (const char* name : {"gen-000001", "gen-000002", "gen-000003.building", "gen-000002.building", "other"}) {
    make_generation(directory.data(), name);
    REQUIRE(write_file_atomic(directory.data().index() / name / "file", "x"));
  }
  remove_other_generations(directory.data(), 2);
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(directory.data().index())) left.push_back(entry.path().filename());
  std::ranges::sort(left);
  CHECK(left == std::vector<std::string>{"gen-000002", "other"});
  CHECK(fs::exists(directory.data().index() / "gen-000002" / "file"));
  remove_other_generations({directory.data().root / "missing"}, 1); // nothing to remove is not an error
}

TEST_CASE("generation: a stamp changes with every replacement of the file, even by equal bytes", "[index]") {
  const test::TemporaryDirectory directory;
  const fs::path path = directory.data().root / "file";
  CHECK(stamp_of(path) == FileStamp{});
  REQUIRE(write_file_atomic(path, "same"));
  const FileStamp first = stamp_of(path);
  CHECK(first != FileStamp{});
  CHECK(stamp_of(path) == first);
  const fs::path kept = directory.data().root / "kept"; // so that the file system does not give its number again
  fs::create_hard_link(path, kept);
  REQUIRE(write_file_atomic(path, "same"));
  CHECK(stamp_of(path) != first);
  fs::remove(path);
  CHECK(stamp_of(path) == FileStamp{});
}

TEST_CASE("generation: files are synced, and one that cannot be opened is an error", "[index]") {
  const test::TemporaryDirectory directory;
  const fs::path folder = directory.data().root / "folder";
  fs::create_directory(folder);
  CHECK(sync_files(folder));
  REQUIRE(write_file_atomic(folder / "file", "x"));
  CHECK(sync_files(folder));
  fs::create_symlink(folder / "nowhere", folder / "dangling");
  const auto failed = sync_files(folder);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().where.contains("dangling"));
}

TEST_CASE("generation: an unfinished one goes with all that it was made from, a live one stays", "[index]") {
  const test::TemporaryDirectory directory;
  make_generation(directory.data(), "gen-000001");
  REQUIRE(make_live(directory.data(), 1));
  {
    const UnfinishedGeneration unfinished(directory.data(), 2);
    make_generation(directory.data(), "gen-000002");
    make_generation(directory.data(), "gen-000002.building");
  }
  CHECK_FALSE(fs::exists(directory.data().index() / "gen-000002"));
  CHECK_FALSE(fs::exists(directory.data().index() / "gen-000002.building"));
  {
    const UnfinishedGeneration finished(directory.data(), 1);
    make_generation(directory.data(), "gen-000001.building");
  }
  CHECK(fs::exists(directory.data().index() / "gen-000001"));
  CHECK_FALSE(fs::exists(directory.data().index() / "gen-000001.building"));
}

TEST_CASE("generation: while nobody can tell which one is live, none is removed", "[index]") {
  const test::TemporaryDirectory directory;
  make_generation(directory.data(), "gen-000001");
  REQUIRE(write_file_atomic(directory.data().current(), "not a stub"));
  {
    const UnfinishedGeneration unknown(directory.data(), 1);
  }
  CHECK(fs::exists(directory.data().index() / "gen-000001"));
}

TEST_CASE("generation: what a killed program left of a stub is removed", "[index]") {
  const test::TemporaryDirectory directory;
  make_generation(directory.data(), "gen-000001");
  REQUIRE(make_live(directory.data(), 1));
  REQUIRE(write_file_atomic(directory.data().index() / "current.x1Y2z3", "gen"));
  remove_other_generations(directory.data(), 1);
  CHECK_FALSE(fs::exists(directory.data().index() / "current.x1Y2z3"));
  CHECK(live_generation(directory.data()) == 1);
}
