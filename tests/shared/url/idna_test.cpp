// SPDX-License-Identifier: GPL-3.0-or-later
// The cases of web-platform-tests are in tests/data/standards/domain_to_ascii.json.
#include "shared/url/idna.h"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"

using namespace trawl::url;

TEST_CASE("idna: an ASCII domain is only lower-cased, whatever it contains", "[idna]") {
  CHECK(domain_to_ascii("Example.ORG") == "example.org");
  CHECK(domain_to_ascii("XN--A.-b-_") == "xn--a.-b-_");
  CHECK(domain_to_ascii("").value() == "");
  CHECK(domain_to_ascii(std::string(5'000, 'A')) == std::string(5'000, 'a'));
}

TEST_CASE("idna: what is not UTF-8 is refused", "[idna]") {
  for (const char* domain : {"\xFF", "a\xC3", "\xED\xA0\x80.example", "\xC0\xAF"}) CHECK_FALSE(domain_to_ascii(domain));
}

TEST_CASE("idna: a domain with other characters may have 2,048 bytes", "[idna]") {
  std::string labels;
  while (labels.size() < 2'046) labels += "a.";
  CHECK(domain_to_ascii(labels + "ü").has_value()); // two bytes
  CHECK_FALSE(domain_to_ascii(labels + "aü"));
}

// Versions of ICU differ in these: capitals that UTS #46 maps since Unicode 16, as it maps all others.
TEST_CASE("idna: capitals added late to Unicode become lower case with every version of ICU", "[idna]") {
  const std::vector<std::pair<char32_t, char32_t>> rows{{0x1E9E, 0x00DF}, {0x04C0, 0x04CF}, {0x2132, 0x214E},
                                                        {0x2183, 0x2184}, {0x10A0, 0x2D00}, {0x10C5, 0x2D25}};
  for (const auto& [capital, small] : rows) {
    std::string upper = "a", lower = "a";
    trawl::utf8::append(upper, capital);
    trawl::utf8::append(lower, small);
    INFO(upper);
    REQUIRE(domain_to_ascii(lower));
    CHECK(domain_to_ascii(upper) == domain_to_ascii(lower));
  }
}

TEST_CASE("idna: the result is lower-case ASCII, and converting it again changes nothing", "[idna]") {
  constexpr unsigned kSeed = 34;
  std::mt19937 random(kSeed);
  const std::vector<std::string> pieces{"a", "Z", "-", ".", "0", "ü", "É", "ß", "食", "ｅ", "。", "\u00AD", "☕", "И"};
  int converted = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::string domain;
    for (std::size_t left = random() % 10; left > 0; --left) domain += pieces[random() % pieces.size()];
    INFO("seed " << kSeed << ": " << domain);
    const auto ascii = domain_to_ascii(domain);
    if (!ascii) continue;
    ++converted;
    REQUIRE(std::ranges::all_of(*ascii, [](char c) { return c > 0 && !(c >= 'A' && c <= 'Z'); }));
    REQUIRE(domain_to_ascii(*ascii) == ascii);
  }
  CHECK(converted > 2'000);
}
