// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/file.h"

#include "shared/base/mapped_file.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("file: a file is replaced whole, and private", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "note";
  REQUIRE(write_file_atomic(path, "one"));
  REQUIRE(write_file_atomic(path, "two"));
  CHECK(read_file(path) == "two");
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(read_file(path, 2).error().code == ErrorCode::TooLarge);
  CHECK(read_file(directory.data().root / "none").error().code == ErrorCode::NotFound);
}

TEST_CASE("file: a failed replacement leaves nothing behind", "[base]") {
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  std::filesystem::create_directory(root / "taken");
  std::ofstream(root / "taken" / "file") << "x";
  CHECK_FALSE(write_file_atomic(root / "taken", "content"));
  CHECK(write_file_atomic(root / "none" / "file", "content").error().code == ErrorCode::NotFound);
  CHECK(std::distance(std::filesystem::directory_iterator(root), {}) == 1);
}

TEST_CASE("file: a private directory is made with its parents, and not where a file is", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "a" / "b" / "c";
  REQUIRE(make_private_directory(path));
  REQUIRE(make_private_directory(path));
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        std::filesystem::perms::owner_all);
  std::ofstream(path / "file") << "x";
  CHECK(make_private_directory(path / "file").error().code == ErrorCode::Usage);
}

TEST_CASE("mapped file: its bytes outlive the name, and a file that is too short is refused", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "bytes";
  const std::string content(10'000, 'x');
  REQUIRE(write_file_atomic(path, content));
  SharedBytes copy;
  {
    const auto mapped = map_file(path, 9'000);
    REQUIRE(mapped);
    copy = *mapped;
  }
  std::filesystem::remove(path);
  CHECK(copy.bytes == content.substr(0, 9'000));
  CHECK(map_file(path, 1).error().code == ErrorCode::NotFound);
  REQUIRE(write_file_atomic(path, "short"));
  CHECK(map_file(path, 6).error().code == ErrorCode::Malformed);
  CHECK(map_file(path, 5)->bytes == "short");
  CHECK(map_file(path, 0)->bytes.empty());
}
