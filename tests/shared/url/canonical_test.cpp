// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/canonical.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::url;

namespace {

/// URLs made of parts that canonical() treats specially.
std::string random_url(std::mt19937& random) {
  static const std::vector<std::string> kSchemes{"http://", "https://", "HTTPS:\\\\"};
  static const std::vector<std::string> kHosts{"a.example", "WWW.A.example.", "user:pw@a.example:80", "www.com",
                                               "1.2.3.4",   "ü.example",      "a.example:443"};
  static const std::vector<std::string> kPieces{"/", "a",           "..",         "%7e",     "%2F", "%",      "?",
                                                "&", "utm_source=", "b=1",        "gclid=x", "#",   "amp;",   "=",
                                                "+", "index.html",  "/index.php", "ü",       " ",   "%c3%bc", "\\"};
  std::string url = kSchemes[random() % kSchemes.size()] + kHosts[random() % kHosts.size()] + "/";
  for (std::size_t left = random() % 10; left > 0; --left) url += kPieces[random() % kPieces.size()];
  return url;
}

} // namespace

TEST_CASE("canonical: spellings of one address become one", "[canonical]") {
  for (const char* url : {"https://example.org/a?b=1", "HTTPS://Example.ORG:443/a?b=1#top",
                          "https://user:pw@example.org./x/../a?b=1", "https://example.org/%61?b=1&utm_source=feed",
                          "https://example.org/a?UTM_Medium=x&amp;fbclid=y&b=1&", "https:\\\\example.org\\a?b=1"}) {
    CAPTURE(url);
    CHECK(canonical(url) == "https://example.org/a?b=1");
  }
}

TEST_CASE("canonical: URLs that a server may distinguish stay different", "[canonical]") {
  for (const char* url : {"http://example.org/a", "https://www.example.org/a", "https://example.org/A",
                          "https://example.org/a/", "https://example.org//a", "https://example.org/a?b=2&a=1",
                          "https://example.org/a%2Fb", "https://example.org/?q=a+b", "https://example.org/?q=a%20b",
                          "https://example.org/?ref=home&source=x&id=1&p=2", "https://example.org/index.html"}) {
    CAPTURE(url);
    CHECK(canonical(url) == url);
  }
}

TEST_CASE("canonical: tracking parameters are removed, whatever surrounds them", "[canonical]") {
  CHECK(canonical("http://a.example/?utm_source=x") == "http://a.example/");
  CHECK(canonical("http://a.example/?utm_source=x&a=1&gclid=2&b=2") == "http://a.example/?a=1&b=2");
  CHECK(canonical("http://a.example/?source=rss----7f60cf5620c9---4") == "http://a.example/");
  CHECK(canonical("http://a.example/??utm_source=x&amp;amp;utm_medium=y") == "http://a.example/");
  CHECK(canonical("http://a.example/?%3Futm_source=x&sc_category=ai") == "http://a.example/?sc_category=ai");
}

TEST_CASE("canonical: only http(s) URLs of limited length are accepted, and the result does not change again",
          "[canonical]") {
  CHECK(canonical("ftp://a.example/").empty());
  CHECK(canonical("nothing").empty());
  CHECK(canonical("http://a.example/" + std::string(3'000, 'a')).empty());
  CHECK(canonical("http://a.example/" + std::string(900, ' ') + "x").empty()); // three times as long when escaped
  for (const char* url : {"http://a.example/%?%&%25&%2", "http://a.example/ü|^`{}?x='<>&utm_a=1",
                          "http://ü.example./%7e", "http://0x7f.1../", "http://../"}) {
    CHECK(canonical(canonical(url)) == canonical(url));
    CHECK_FALSE(canonical(url).empty());
  }
}

TEST_CASE("identity key: one article under two schemes, hosts or final slashes", "[canonical]") {
  for (const char* url : {"http://example.org/a", "https://www.example.org/a/", "https://example.org/a/index.html",
                          "http://www.example.org:80/a?utm_source=x#y"}) {
    CAPTURE(url);
    CHECK(identity_key(url) == "example.org/a");
  }
  CHECK(identity_key("https://example.org/?p=1") == "example.org?p=1");
  CHECK(identity_key("https://www.com/") == "www.com");
  CHECK(identity_key("http://example.org:8080/a") == "example.org:8080/a");
  CHECK(identity_key("mailto:x").empty());
}

TEST_CASE("site: registrable domains by the public suffix list", "[canonical]") {
  CHECK(site("https://blog.example.co.uk/x") == "example.co.uk");
  CHECK(site("https://WWW.Example.org./") == "example.org");
  CHECK(site("https://me.github.io/") == "me.github.io");
  CHECK(site("https://食狮.公司.cn/") == "xn--85x722f.xn--55qx5d.cn");
  CHECK(site("http://1.2.3.4:80/") == "1.2.3.4");
  CHECK(site("http://[::1]/") == "[::1]");
  CHECK(site("http://localhost/") == "localhost");
  CHECK(site("http://co.uk/") == "co.uk");
  CHECK(site("mailto:x").empty());
  CHECK(registrable_domain("http://blog.example.org/") == "example.org");
  for (const char* url : {"http://1.2.3.4/", "http://[::1]/", "http://localhost/", "http://co.uk/", "x"}) {
    CHECK_FALSE(registrable_domain(url).has_value());
  }
}

TEST_CASE("canonical: the result is its own canonical form, with the properties that the header lists", "[canonical]") {
  constexpr unsigned kSeed = 51;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 10'000; ++round) {
    const std::string url = random_url(random);
    INFO("seed " << kSeed << ": " << url);
    const std::string once = canonical(url);
    REQUIRE_FALSE(once.empty());
    REQUIRE(canonical(once) == once);
    REQUIRE(identity_key(once) == identity_key(url));
    REQUIRE(once.find('#') == std::string::npos);
    REQUIRE(once.find('@') == std::string::npos);
    REQUIRE(once.find('?') != once.size() - 1); // no empty query
    REQUIRE(identity_key(url).find("://") == std::string::npos);
    REQUIRE(site(once) == site(url));
  }
}

TEST_CASE("canonical: at most 2,048 bytes, counted after dropping parts", "[canonical]") {
  const std::string start = "http://a.example/";
  const std::string longest = start + std::string(2'048 - start.size(), 'a');
  CHECK(canonical(longest) == longest);
  CHECK(canonical(longest + "a").empty());
  CHECK(canonical(longest + "?utm_source=feed#top") == longest);
  CHECK(canonical(longest + "#" + std::string(2'047, 'x')) == longest);
  CHECK(canonical(longest + "#" + std::string(2'048, 'x')).empty()); // over twice the limit: not looked at
}

TEST_CASE("canonical: an escape is decoded only where that does not change the meaning", "[canonical]") {
  struct Row {
    std::string_view url, want;
  };
  for (const Row& row : std::vector<Row>{{"http://h/%41%7a%30%2d%2E%5f%7E", "http://h/Az0-._~"},
                                         {"http://h/%2f%3f%23%26", "http://h/%2F%3F%23%26"},
                                         {"http://h/?a=%26&b=%3D", "http://h/?a=%26&b=%3D"},
                                         {"http://h/%e4%b8%ad", "http://h/%E4%B8%AD"},
                                         {"http://h/中", "http://h/%E4%B8%AD"},
                                         {"http://h/100%", "http://h/100%25"},
                                         {"http://h/%2e%2e/a", "http://h/a"}}) {
    INFO(row.url);
    CHECK(canonical(row.url) == row.want);
  }
}

TEST_CASE("canonical: one final dot of the host is removed, several make a different host", "[canonical]") {
  CHECK(canonical("http://a.example./") == "http://a.example/");
  CHECK(canonical("http://a.example../") == "http://a.example../");
  CHECK(canonical("http://1.2.3.4./") == "http://1.2.3.4/");
}

TEST_CASE("canonical: empty parameters are removed, the others keep their order and form", "[canonical]") {
  struct Row {
    std::string_view query, want;
  };
  for (const Row& row : std::vector<Row>{{"?", ""},
                                         {"?&&", ""},
                                         {"?a", "?a"},
                                         {"?a=", "?a="},
                                         {"?=a", "?=a"},
                                         {"?b&a&b", "?b&a&b"},
                                         {"?&a&&b&", "?a&b"},
                                         {"?a=1&utm_source=x", "?a=1"},
                                         {"?utm_source=x&a=1", "?a=1"},
                                         {"?a=utm_source=x", "?a=utm_source=x"},
                                         {"?a=b=c", "?a=b=c"}}) {
    INFO(row.query);
    CHECK(canonical("http://h/" + std::string(row.query)) == "http://h/" + std::string(row.want));
  }
}

TEST_CASE("identity key: index files and final slashes are removed, only in lower case and at the end", "[canonical]") {
  struct Row {
    std::string_view url, want;
  };
  for (const Row& row : std::vector<Row>{{"http://h/", "h"},
                                         {"http://h/index.html", "h"},
                                         {"http://h/index.htm", "h"},
                                         {"http://h/index.php", "h"},
                                         {"http://h/default.aspx", "h"},
                                         {"http://h/a//", "h/a"},
                                         {"http://h/INDEX.HTML", "h/INDEX.HTML"},
                                         {"http://h/a/myindex.html", "h/a/myindex.html"},
                                         {"http://h/index.html?p=1", "h?p=1"},
                                         {"http://h/?p=1&utm_source=x", "h?p=1"},
                                         {"https://h:80/a", "h:80/a"},
                                         {"https://h:443/a", "h/a"}}) {
    INFO(row.url);
    CHECK(identity_key(row.url) == row.want);
  }
}

TEST_CASE("identity key: www. is dropped only before a name that contains a dot", "[canonical]") {
  CHECK(identity_key("http://www.a.example/") == "a.example");
  CHECK(identity_key("http://www.www.example/") == "www.example");
  CHECK(identity_key("http://www.example/") == "www.example");
  CHECK(identity_key("http://www2.a.example/") == "www2.a.example");
  CHECK(identity_key("http://wwwa.example/") == "wwwa.example");
  CHECK(identity_key("http://a.www.example/") == "a.www.example");
}
