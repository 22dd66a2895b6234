// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/base/file.h"
#include "shared/base/result.h"
#include "shared/base/sha256.h"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace trawl;

namespace {

struct TemporaryDirectory {
  std::filesystem::path path;
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "trawl-test-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path); }
};

std::string reread(std::string_view text) {
  const auto date = parse_rfc3339(text);
  return date ? to_text(*date) : "-";
}

} // namespace

TEST_CASE("sha256: the examples of FIPS 180-4", "[base]") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a'), 8) == "cdc76e5c9914fb92");
}

TEST_CASE("date_time: RFC 3339 is read strictly and written in UTC", "[base]") {
  CHECK(reread("2026-04-08T09:30:00Z") == "2026-04-08T09:30:00Z");
  CHECK(reread("2026-04-08T01:30:00.123+02:00") == "2026-04-07T23:30:00Z");
  CHECK(reread("2026-04-08") == "2026-04-08");
  CHECK(reread("2024-02-29") == "2024-02-29");
  CHECK(reread("2026-02-29") == "-");
  CHECK(reread("2026-04-08T24:00:00Z") == "-");
  CHECK(reread("2026-04-08T09:30:00") == "-");
  CHECK(reread("2026-4-8") == "-");
  CHECK(reread("2026-04-08x") == "-");
}

TEST_CASE("file: a file is replaced whole, and private", "[base]") {
  TemporaryDirectory directory;
  const auto path = directory.path / "note";
  REQUIRE(write_file_atomic(path, "one"));
  REQUIRE(write_file_atomic(path, "two"));
  CHECK(read_file(path) == "two");
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(read_file(path, 2).error().code == ErrorCode::TooLarge);
  CHECK(read_file(directory.path / "none").error().code == ErrorCode::NotFound);
}

TEST_CASE("lock: a second writer is refused, and told who holds it", "[base]") {
  TemporaryDirectory directory;
  const DataDirectory data{directory.path / "data"};
  {
    auto first = WriterLock::acquire(data);
    REQUIRE(first);
    const auto second = WriterLock::acquire(data);
    REQUIRE_FALSE(second);
    CHECK(second.error().code == ErrorCode::Locked);
    CHECK(exit_code_of(second.error().code) == 5);
    CHECK(second.error().what.find("pid ") != std::string::npos);
  }
  CHECK(WriterLock::acquire(data));
}

TEST_CASE("result: an error is one sentence of where, what and what to do", "[base]") {
  CHECK(to_sentence({ErrorCode::NoIndex, "there is no index", "/data", "run 'trawl crawl' first"}) ==
        "/data: there is no index; run 'trawl crawl' first");
  CHECK(to_sentence({ErrorCode::BadQuery, "A quote is never closed.", "position 3", "Leave it out"}) ==
        "position 3: A quote is never closed. Leave it out");
}
