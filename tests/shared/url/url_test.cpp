// SPDX-License-Identifier: GPL-3.0-or-later
// The clauses of the URL Standard are tested in tests/data/standards/url_parsing.json.
#include "shared/url/url.h"

#include <random>

#include <catch2/catch.hpp>

#include "shared/url/percent_encoding.h"

using namespace trawl::url;

TEST_CASE("url: parts of an address", "[url]") {
  const auto url = parse("HTTPS://User:Pass@Example.COM:8443/a/b.html?q=1&r#top");
  REQUIRE(url.has_value());
  CHECK(url->scheme == "https");
  CHECK(url->username == "User");
  CHECK(url->password == "Pass");
  CHECK(url->host == "example.com");
  CHECK(url->port == 8443);
  CHECK(url->path == "/a/b.html");
  CHECK(url->query == "q=1&r");
  CHECK(url->fragment == "top");
  CHECK(url->origin() == "https://example.com:8443");
  CHECK(url->request_target() == "/a/b.html?q=1&r");
  CHECK(url->to_string() == "https://User:Pass@example.com:8443/a/b.html?q=1&r#top");
}

TEST_CASE("url: an absent query or fragment is not an empty one", "[url]") {
  CHECK(parse("http://a/")->query == std::nullopt);
  CHECK(parse("http://a/?#")->query == "");
  CHECK(parse("http://a/?#")->fragment == "");
}

TEST_CASE("url: a host that is not UTF-8 is refused", "[url]") { CHECK_FALSE(parse("http://\xFF\xFE.example/")); }

TEST_CASE("url: a serialised address parses to itself", "[url]") {
  std::mt19937 random(7);
  constexpr std::string_view kAlphabet = "ab0./\\?#:@[]%2e&=+ \t<>\xC3\xBC-_~|^";
  int valid = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string input = "http://a";
    for (std::size_t left = random() % 20; left > 0; --left) input += kAlphabet[random() % kAlphabet.size()];
    const auto url = parse(input);
    if (!url) continue;
    ++valid;
    const auto again = parse(url->to_string());
    if (!again || again->to_string() != url->to_string()) FAIL(input << " -> " << url->to_string());
  }
  CHECK(valid > 10'000);
}

TEST_CASE("percent-encoding: decoding leaves an invalid escape", "[url]") {
  CHECK(percent_decode("%41%zz%4") == "A%zz%4");
}
