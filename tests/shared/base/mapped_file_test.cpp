// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/mapped_file.h"

#include "shared/base/file.h"
#include "tests/support/temporary_directory.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

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
  CHECK(map_file(path, 1).error().code == ErrorCode::Usage);
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

TEST_CASE("mapped file: a file that is cut while it is mapped ends the program with a sentence", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "bytes";
  REQUIRE(write_file_atomic(path, std::string(20'000, 'x')));
  const auto told = directory.data().root / "told";
  const pid_t child = ::fork();
  if (child == 0) {
    const auto mapped = map_file(path, 20'000);
    std::filesystem::resize_file(path, 100);
    if (::freopen(told.c_str(), "w", stderr) == nullptr) ::_exit(1);
    const volatile char* const lost = mapped->bytes.data() + 15'000;
    ::_exit(*lost);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == exit_code_of(ErrorCode::Disk));
  CHECK(read_file(told, 1'000)->contains("a file of the index can no longer be read"));
}
