// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/base64.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("base64: the examples of RFC 4648, section 10", "[base]") {
  CHECK(to_base64("").empty());
  CHECK(to_base64("f") == "Zg==");
  CHECK(to_base64("fo") == "Zm8=");
  CHECK(to_base64("foo") == "Zm9v");
  CHECK(to_base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64: any bytes survive a round trip, and other texts are rejected", "[base]") {
  constexpr unsigned kSeed = 3;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 500; ++round) {
    std::string bytes(random() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    REQUIRE(from_base64(to_base64(bytes)) == bytes);
    const std::string in_url = to_base64url(bytes);
    REQUIRE(in_url.find_first_of("+/=") == std::string::npos);
    REQUIRE(from_base64url(in_url) == bytes);
  }
  for (const char* text : {"Zg", "Zg=", "Zh==", "Z", "Zg==Zg==", "Zm9v!", "Zm 9v", "===="}) {
    INFO(text);
    CHECK_FALSE(from_base64(text));
  }
  for (const char* text : {"Zg==", "Zh", "Z", "Zm9v!", "ab+c", "ab/c", "===="}) {
    INFO(text);
    CHECK_FALSE(from_base64url(text));
  }
}
