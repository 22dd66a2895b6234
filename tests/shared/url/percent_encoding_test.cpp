// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/percent_encoding.h"

#include "shared/base/hex.h"

#include <cctype>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::url;
using trawl::hex_value;

namespace {

std::string encoded(std::string_view bytes, EncodeSet set) {
  std::string out;
  append_encoded(out, bytes, set);
  return out;
}

/// The sets as §1.3 defines them, each extending another one.
bool is_in(EncodeSet set, char c) {
  const auto byte = static_cast<unsigned char>(c);
  switch (set) {
  case EncodeSet::C0Control:
    return byte <= 0x1F || byte > 0x7E;
  case EncodeSet::Fragment:
    return is_in(EncodeSet::C0Control, c) || std::string_view(" \"<>`").contains(c);
  case EncodeSet::SpecialQuery: // the query set and '
    return is_in(EncodeSet::C0Control, c) || std::string_view(" \"#<>'").contains(c);
  case EncodeSet::Path: // the query set, without ' and more
    return is_in(EncodeSet::C0Control, c) || std::string_view(" \"#<>?^`{}").contains(c);
  case EncodeSet::Userinfo:
    return is_in(EncodeSet::Path, c) || std::string_view("/:;=@[\\]|").contains(c);
  }
  return false;
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kAlphabet = "aZ0%%%24fF+ /?#&=~\xC3\xBC\x7F\x01";
  std::string text;
  for (std::size_t left = random() % 16; left > 0; --left) text += kAlphabet[random() % kAlphabet.size()];
  return text;
}

} // namespace

TEST_CASE("percent-encoding: each set encodes the bytes that the standard lists for it", "[url]") {
  for (const EncodeSet set :
       {EncodeSet::C0Control, EncodeSet::Fragment, EncodeSet::SpecialQuery, EncodeSet::Path, EncodeSet::Userinfo}) {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string one(1, static_cast<char>(byte));
      const std::string escape{'%', "0123456789ABCDEF"[byte / 16], "0123456789ABCDEF"[byte % 16]};
      INFO("set " << static_cast<int>(set) << ", byte " << byte);
      CHECK(encoded(one, set) == (is_in(set, one[0]) ? escape : one));
    }
  }
}

TEST_CASE("percent-encoding: an existing escape is kept, and nothing is dropped before it", "[url]") {
  CHECK(encoded("a%20b c", EncodeSet::Path) == "a%20b%20c");
  CHECK(encoded("100%", EncodeSet::Userinfo) == "100%");
  std::string out = "kept";
  append_encoded(out, "", EncodeSet::Path);
  append_encoded(out, " ", EncodeSet::Path);
  CHECK(out == "kept%20");
}

TEST_CASE("percent-encoding: decoding gives back any bytes that were encoded", "[url]") {
  constexpr unsigned kSeed = 41;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes;
    for (std::size_t left = random() % 12; left > 0; --left) {
      const char c = static_cast<char>(random());
      if (c != '%') bytes += c; // kept by the encoder, so it would start an escape
    }
    INFO("seed " << kSeed << ", round " << round);
    for (const EncodeSet set :
         {EncodeSet::C0Control, EncodeSet::Fragment, EncodeSet::SpecialQuery, EncodeSet::Path, EncodeSet::Userinfo}) {
      REQUIRE(percent_decode(encoded(bytes, set)) == bytes);
    }
  }
}

TEST_CASE("percent-encoding: only a percent sign before two hex digits is decoded, once", "[url]") {
  struct Row {
    std::string_view text, want;
  };
  for (const Row& row : std::vector<Row>{{"%41%zz%4", "A%zz%4"},
                                         {"%", "%"},
                                         {"%4", "%4"},
                                         {"%4g", "%4g"},
                                         {"%%41", "%A"},
                                         {"%25%34%31", "%41"},
                                         {"%2541", "%41"},
                                         {"%c3%BC", "ü"},
                                         {"a+b", "a+b"},
                                         {"%FF", "\xFF"},
                                         {"", ""}}) {
    INFO(row.text);
    CHECK(percent_decode(row.text) == row.want);
  }
  CHECK(percent_decode("a%00b") == std::string("a\0b", 3));
}

TEST_CASE("percent-encoding: the normal form decodes to the same bytes, and is its own normal form", "[url]") {
  constexpr unsigned kSeed = 42;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 10'000; ++round) {
    const std::string text = random_text(random);
    INFO("seed " << kSeed << ": " << text);
    const std::string normal = normalise_percent_encoding(text);
    REQUIRE(percent_decode(normal) == percent_decode(text));
    REQUIRE(normalise_percent_encoding(normal) == normal);
    for (std::size_t i = 0; i < normal.size(); ++i) {
      // RFC 3986 §2: unreserved, reserved, or an escape with two hex digits in capitals.
      if (normal[i] == '%') {
        REQUIRE(i + 2 < normal.size());
        REQUIRE(hex_value(normal[i + 1]) >= 0);
        REQUIRE(hex_value(normal[i + 2]) >= 0);
        REQUIRE_FALSE(std::islower(static_cast<unsigned char>(normal[i + 1])));
        REQUIRE_FALSE(std::islower(static_cast<unsigned char>(normal[i + 2])));
      } else {
        REQUIRE((is_unreserved(normal[i]) || std::string_view(":/?#[]@!$&'()*+,;=").contains(normal[i])));
      }
    }
  }
}

TEST_CASE("percent-encoding: unreserved is what RFC 3986 lists", "[url]") {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    INFO(byte);
    CHECK(is_unreserved(c) == (byte < 128 && (std::isalnum(byte) != 0 || std::string_view("-._~").contains(c))));
  }
}
