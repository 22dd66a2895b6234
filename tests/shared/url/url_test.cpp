// SPDX-License-Identifier: GPL-3.0-or-later
// The clauses of the URL Standard are tested in tests/data/standards/url_parsing.json.
#include "shared/url/url.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::url;

namespace {

/// RFC 3986 §5.2.4, "Remove Dot Segments", step by step: a slow implementation to compare the path parser with.
std::string without_dot_segments(std::string input) {
  std::string output;
  const auto replace_front = [&](std::size_t size, std::string_view by) {
    input = std::string(by) + input.substr(size);
  };
  const auto drop_last = [&] { output.erase(output.rfind('/') == std::string::npos ? 0 : output.rfind('/')); };
  while (!input.empty()) {
    if (input.starts_with("../")) {
      replace_front(3, "");
    } else if (input.starts_with("./")) {
      replace_front(2, "");
    } else if (input.starts_with("/./")) {
      replace_front(3, "/");
    } else if (input == "/.") {
      replace_front(2, "/");
    } else if (input.starts_with("/../")) {
      replace_front(4, "/");
      drop_last();
    } else if (input == "/..") {
      replace_front(3, "/");
      drop_last();
    } else if (input == "." || input == "..") {
      input.clear();
    } else {
      const std::size_t end = input.find('/', 1);
      output += input.substr(0, end);
      input = end == std::string::npos ? "" : input.substr(end);
    }
  }
  return output;
}

std::string random_path(std::mt19937& random, const std::vector<std::string>& pieces) {
  std::string path;
  for (std::size_t left = random() % 10; left > 0; --left) path += pieces[random() % pieces.size()];
  return path;
}

} // namespace

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

TEST_CASE("url: dot segments are removed as in RFC 3986", "[url]") {
  constexpr unsigned kSeed = 8;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20'000; ++round) {
    const std::string path = "/" + random_path(random, {"/", "/", ".", "..", "a", "b.", "..."});
    INFO("seed " << kSeed << ": " << path);
    REQUIRE(parse("http://h" + path)->path == without_dot_segments(path));
  }
}

TEST_CASE("url: a relative path is merged with the base as in RFC 3986", "[url]") {
  constexpr unsigned kSeed = 9;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20'000; ++round) {
    const std::string base = "/" + random_path(random, {"/", ".", "..", "a", "b/"});
    const std::string reference = "a" + random_path(random, {"/", "/", ".", "..", "c"});
    INFO("seed " << kSeed << ": " << reference << " against " << base);
    // A base is itself parsed first, which removes its dot segments (the URL Standard; RFC 3986 leaves them).
    const std::string base_path = without_dot_segments(base);
    const std::string merged = base_path.substr(0, base_path.rfind('/') + 1) + reference;
    REQUIRE(resolve(reference, "https://h" + base + "?q#f") == "https://h" + without_dot_segments(merged));
  }
}

TEST_CASE("url: an absolute URL does not depend on the base", "[url]") {
  for (const char* reference : {"https://a.example/x?y#z", "http://a.example", "https://a.example:8443/../b"}) {
    INFO(reference);
    const auto alone = parse(reference);
    for (const char* base : {"http://b.example/c/d?e#f", "https://user@b.example:81/"}) {
      const auto parsed_base = parse(base);
      REQUIRE(parsed_base);
      CHECK(parse(reference, &*parsed_base) == alone);
    }
  }
}

TEST_CASE("url: an empty reference is the base without its fragment", "[url]") {
  CHECK(resolve("", "http://u:p@a.example:81/b?c#d") == "http://u:p@a.example:81/b?c");
  CHECK(resolve("  \t", "http://a.example/b?c#d") == "http://a.example/b?c");
  CHECK(resolve("#", "http://a.example/b#d") == "http://a.example/b#");
  CHECK(resolve("?", "http://a.example/b?c") == "http://a.example/b?");
}

TEST_CASE("url: without a base only an absolute http or https URL is parsed", "[url]") {
  for (const char* input : {"", "a", "/a", "//a.example/", "?q", "#f", "ftp://a/", "mailto:a@b", "http",
                            "http:", "http:/", "http://", "https://?q", "javascript:alert(1)", "httpx://a/"}) {
    INFO(input);
    CHECK_FALSE(parse(input));
    CHECK(resolve("x", input).empty());
  }
  CHECK(resolve("https://a.example/b/../c", "") == "https://a.example/c");
  CHECK(resolve("https://a.example/c", "not a URL").empty());
  CHECK(resolve("mailto:x", "http://a.example/").empty());
  CHECK(resolve("http://[", "http://a.example/").empty());
  CHECK(resolve("//a b/", "http://a.example/").empty());
}

TEST_CASE("url: the default port is left out, of its own scheme only", "[url]") {
  struct Row {
    std::string_view input, want;
  };
  for (const Row& row : std::vector<Row>{{"http://a:80/", "http://a"},
                                         {"https://a:443/", "https://a"},
                                         {"http://a:443/", "http://a:443"},
                                         {"https://a:80/", "https://a:80"},
                                         {"http://a:0/", "http://a:0"},
                                         {"http://a:65535/", "http://a:65535"},
                                         {"http://a:00000080/", "http://a"},
                                         {"http://a:/", "http://a"},
                                         {"http://a:65536/", "-"},
                                         {"http://a:4294967376/", "-"}, // 80 if it wrapped at 32 bits
                                         {"http://[::1]:8080/", "http://[::1]:8080"},
                                         {"http://[::1]8080/", "-"}}) {
    INFO(row.input);
    const auto url = parse(row.input);
    CHECK((url ? url->origin() : "-") == row.want);
  }
}

TEST_CASE("url: user info is written back with the parts that it has", "[url]") {
  CHECK(parse("http://user@h/")->to_string() == "http://user@h/");
  CHECK(parse("http://user:@h/")->to_string() == "http://user@h/");
  CHECK(parse("http://:pass@h/")->to_string() == "http://:pass@h/");
  CHECK(parse("http://:@h/")->to_string() == "http://h/");
  CHECK(parse("http://@h/")->to_string() == "http://h/");
  CHECK(parse("http://a@b:c@h/")->username == "a%40b");
  CHECK(parse("http://user:pass@h/")->origin() == "http://h");
  CHECK(parse("http://user:pass@h/a?b")->request_target() == "/a?b");
}

TEST_CASE("url: a request target leads back to its page", "[url]") {
  for (const char* text :
       {"http://a.example/", "http://a.example/b/c?d=e", "https://a.example:81/?", "http://a.example/%2F?/.."}) {
    INFO(text);
    const auto url = parse(text);
    REQUIRE(url);
    CHECK(resolve(url->request_target(), url->origin()) == text);
  }
}

TEST_CASE("url: equal addresses compare equal part by part", "[url]") {
  CHECK(parse("HTTP://A.example:80/b/../c") == parse("http://a.example/c"));
  CHECK_FALSE(parse("http://a.example/") == parse("https://a.example/"));
  CHECK_FALSE(parse("http://a.example/") == parse("http://a.example/?"));
  CHECK_FALSE(parse("http://a.example/") == parse("http://a.example/#"));
  CHECK_FALSE(parse("http://a.example/") == parse("http://a.example:8080/"));
}
