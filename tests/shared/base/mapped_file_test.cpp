// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/mapped_file.h"

#include "shared/base/file.h"
#include "tests/support/temporary_directory.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("mapped file: its bytes outlive the name, and a file that is too short is rejected", "[base]") {
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

TEST_CASE("mapped file: a replaced or grown file does not change what is mapped", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "bytes";
  REQUIRE(write_file_atomic(path, "first"));
  const auto first = map_file(path, 5);
  REQUIRE(first);
  std::ofstream(path, std::ios::app) << " and more";
  CHECK(first->bytes == "first");
  CHECK(map_file(path, 14)->bytes == "first and more");
  REQUIRE(write_file_atomic(path, "other"));
  CHECK(first->bytes == "first");
  CHECK(map_file(path, 5)->bytes == "other");
}

TEST_CASE("mapped file: the bytes live as long as the last copy", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "bytes";
  REQUIRE(write_file_atomic(path, std::string(5'000, 'x')));
  auto mapped = map_file(path, 5'000);
  REQUIRE(mapped);
  std::weak_ptr<const void> alive = mapped->owner;
  SharedBytes copy = *mapped;
  mapped = SharedBytes{};
  CHECK_FALSE(alive.expired());
  CHECK(copy.bytes.back() == 'x');
  copy = {};
  CHECK(alive.expired());
}
