// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/sha256.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("sha256: the examples of FIPS 180-4", "[base]") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a'), 8) == "cdc76e5c9914fb92");
}

TEST_CASE("sha256: lengths around the borders of blocks give different digests", "[base]") {
  std::set<std::string> digests;
  for (std::size_t size = 0; size <= 200; ++size) CHECK(digests.insert(sha256_hex(std::string(size, '\0'))).second);
  CHECK(sha256_hex("abc", 40) == sha256_hex("abc"));
  CHECK(sha256_hex("abc", 0).empty());
}
