// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/gunzip.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "tests/support/gzip.h"

using namespace trawl;
using namespace trawl::feed;

namespace {

std::string random_text(std::mt19937& random, std::size_t size) {
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

} // namespace

TEST_CASE("gunzip: only the two magic bytes make a gzip file", "[gunzip]") {
  CHECK(is_gzip(gzip("x")));
  CHECK(is_gzip("\x1F\x8B"));
  for (const std::string_view other : {"", "\x1F", "\x8B\x1F", "<urlset>", " \x1F\x8B"}) CHECK_FALSE(is_gzip(other));
}

TEST_CASE("gunzip: data of any size around the buffer survives a round trip", "[gunzip]") {
  std::mt19937 random(1952);
  for (const std::size_t size : {1u, 100u, 65'535u, 65'536u, 65'537u, 200'000u}) {
    INFO(size << " bytes");
    const std::string text = random_text(random, size);
    CHECK(gunzip(gzip(text), size) == text);
  }
}

TEST_CASE("gunzip: several members are one text", "[gunzip]") {
  CHECK(gunzip(gzip("one ") + gzip("two ") + gzip("three"), 100) == "one two three");
  CHECK(gunzip(gzip("") + gzip("two"), 100) == "two");
}

TEST_CASE("gunzip: the limit is on the output, all members together", "[gunzip][limits]") {
  const std::string text(1'000, 'x');
  CHECK(gunzip(gzip(text), 1'000));
  CHECK(gunzip(gzip(text), 999).error().code == ErrorCode::TooLarge);
  CHECK(gunzip(gzip(text) + gzip("y"), 1'000).error().code == ErrorCode::TooLarge);
  CHECK(gunzip(gzip(text), 0).error().code == ErrorCode::TooLarge);
}

TEST_CASE("gunzip: the beginning of a damaged file is kept", "[gunzip]") {
  std::mt19937 random(7);
  const std::string text = random_text(random, 300'000);
  const std::string packed = gzip(text);
  for (const std::size_t kept : {packed.size() - 1, packed.size() / 2, packed.size() / 10}) {
    INFO(kept << " bytes of the file");
    const auto read = gunzip(packed.substr(0, kept), text.size());
    REQUIRE(read);
    CHECK(text.starts_with(*read));
    CHECK(read->size() > kept / 2);
  }
  CHECK(gunzip(gzip("one") + "no second member", 100) == "one");
}

TEST_CASE("gunzip: a file without content cannot be unpacked", "[gunzip]") {
  using namespace std::string_view_literals;
  for (const std::string_view bytes : {""sv, "\x1F\x8B"sv, "\x1F\x8Bxxxxxxxxxxxx"sv, "plain text"sv}) {
    const auto read = gunzip(bytes, 100);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::Malformed);
  }
}
