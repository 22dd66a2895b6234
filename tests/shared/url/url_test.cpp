// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/url.h"

#include <random>

#include <catch2/catch.hpp>

#include "shared/url/percent_encoding.h"

using namespace trawl::url;

namespace {

/// The serialisation, or "-" for what is refused.
std::string href(std::string_view input) {
  const auto url = parse(input);
  return url ? url->to_string() : "-";
}

std::string href(std::string_view input, std::string_view base) {
  const std::string resolved = resolve(input, base);
  return resolved.empty() ? "-" : resolved;
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

TEST_CASE("url: an empty query or fragment is not none", "[url]") {
  CHECK(href("http://a/?#") == "http://a/?#");
  CHECK(href("http://a?x") == "http://a/?x");
  CHECK(href("http://a#x") == "http://a/#x");
  CHECK(parse("http://a/")->query == std::nullopt);
}

TEST_CASE("url: only http and https, and only with a host", "[url]") {
  for (const char* input : {"",
                            "a",
                            "//a/b",
                            "ftp://a/",
                            "file:///a",
                            "mailto:a@b",
                            "javascript:alert(1)",
                            "http:",
                            "http://",
                            "http:///",
                            "http://@/",
                            "http://:80/",
                            "http://a:b/",
                            "http://a:65536/",
                            "http://a b/",
                            "http://a%00b/",
                            "http://[::1/",
                            "http://[::1]x/",
                            "http://a<b/",
                            "ht tp://a/"}) {
    CAPTURE(input);
    CHECK(href(input) == "-");
  }
}

TEST_CASE("url: missing and other slashes are forgiven", "[url]") {
  for (const char* input : {"http:example.org/a", "http:/example.org/a", "http:///example.org/a",
                            "http:\\\\example.org\\a", " http://example.org/a\n", "ht\ntp://exa\tmple.org/a"}) {
    CAPTURE(input);
    CHECK(href(input) == "http://example.org/a");
  }
}

TEST_CASE("url: ports", "[url]") {
  CHECK(href("http://a:80/") == "http://a/");
  CHECK(href("https://a:443/") == "https://a/");
  CHECK(href("https://a:80/") == "https://a:80/");
  CHECK(href("http://a:/") == "http://a/");
  CHECK(href("http://a:00000000000000000000080/") == "http://a/");
}

TEST_CASE("url: IPv4 in all its spellings", "[url]") {
  for (const char* host : {"127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0x7F000001", "127.0.0.1.",
                           "①②⑦.⓪.⓪.①", "127。0。0。1", "%31%32%37.1"}) {
    CAPTURE(host);
    CHECK(href("http://" + std::string(host) + "/") == "http://127.0.0.1/");
  }
  for (const char* host :
       {"256.0.0.1", "1.2.3.4.5", "4294967296", "0x100000000", "1.2.3.08", "1..2", "a.0x", "1.2.3.x4.5"}) {
    CAPTURE(host);
    CHECK(href("http://" + std::string(host) + "/") == "-");
  }
  CHECK(href("http://1.2.3.4a/") == "http://1.2.3.4a/");
}

TEST_CASE("url: IPv6", "[url]") {
  const auto host = [](const std::string& text) { return href("http://[" + text + "]/"); };
  CHECK(host("0:0:0:0:0:0:0:1") == "http://[::1]/");
  CHECK(host("2001:DB8:0:0:1:0:0:1") == "http://[2001:db8::1:0:0:1]/");
  CHECK(host("1:0:0:2:0:0:0:3") == "http://[1:0:0:2::3]/");
  CHECK(host("::ffff:127.0.0.1") == "http://[::ffff:7f00:1]/");
  CHECK(host("1::") == "http://[1::]/");
  CHECK(host("1:2:3:4:5:6:7::") == "http://[1:2:3:4:5:6:7:0]/");
  for (const char* text : {"", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "::12345", "::g",
                           "1:2:3:4:5:6:7:", "::1.2.3", "::1.2.3.256", "::1.2.3.04", "1:2:3:4:5:6:7:1.2.3.4",
                           "1:2:3:4:5:6::1.2.3.4", "fe80::1%25lo"}) {
    CAPTURE(text);
    CHECK(host(text) == "-");
  }
}

TEST_CASE("url: names in any script", "[url]") {
  CHECK(href("http://BÜCHER.example/") == "http://xn--bcher-kva.example/");
  CHECK(href("http://faß.example/") == "http://xn--fa-hia.example/");
  CHECK(href("http://www.食狮.公司.cn/") == "http://www.xn--85x722f.xn--55qx5d.cn/");
  CHECK(href("http://☕.example/") == "http://xn--53h.example/");
  CHECK(href("http://a.b-.c--d.example/") == "http://a.b-.c--d.example/");
  CHECK(href("http://\xC2\xAD/") == "-"); // a soft hyphen alone is nothing
  CHECK(href("http://\xFF\xFE.example/") == "-");
}

TEST_CASE("url: what must be escaped is, and what is escaped stays", "[url]") {
  CHECK(href("http://a/ü b\"<>`{}^|%zz%41") == "http://a/%C3%BC%20b%22%3C%3E%60%7B%7D%5E|%zz%41");
  CHECK(href("http://a/?ü '\"<>`{}^#ü `") == "http://a/?%C3%BC%20%27%22%3C%3E`{}^#%C3%BC%20%60");
  CHECK(href("http://a@b:c/d@e/") == "-");
  CHECK(href("http://u@v:p:q@h/") == "http://u%40v:p%3Aq@h/");
}

TEST_CASE("url: dots in the path", "[url]") {
  CHECK(href("http://a/b/../c/./d") == "http://a/c/d");
  CHECK(href("http://a/b/%2e%2E/c/%2E/d") == "http://a/c/d");
  CHECK(href("http://a/../../b/..") == "http://a/");
  CHECK(href("http://a/b/.") == "http://a/b/");
  CHECK(href("http://a//b//../c") == "http://a//b/c");
  CHECK(href("http://a/...") == "http://a/...");
}

TEST_CASE("url: relative references", "[url]") {
  const char* base = "http://h.example/b/c/d;p?q#f";
  CHECK(href("g", base) == "http://h.example/b/c/g");
  CHECK(href("./g/", base) == "http://h.example/b/c/g/");
  CHECK(href("/g", base) == "http://h.example/g");
  CHECK(href("//g.example/x", base) == "http://g.example/x");
  CHECK(href("?y", base) == "http://h.example/b/c/d;p?y");
  CHECK(href("#s", base) == "http://h.example/b/c/d;p?q#s");
  CHECK(href("", base) == "http://h.example/b/c/d;p?q");
  CHECK(href("../../../g", base) == "http://h.example/g");
  CHECK(href("g:h", base) == "-");
  CHECK(href("http:g", base) == "http://h.example/b/c/g");
  CHECK(href("https:g", base) == "https://g/");
  CHECK(href("\\\\g.example\\x", base) == "http://g.example/x");
  CHECK(href("mailto:x@y", base) == "-");
  CHECK(href("g", "not a base") == "-");
}

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

TEST_CASE("percent-encoding: one spelling for equivalent texts", "[url]") {
  CHECK(normalise_percent_encoding("%7euser/%2f%3F%e4%B8%AD") == "~user/%2F%3F%E4%B8%AD");
  CHECK(normalise_percent_encoding("a b\"|{}ü") == "a%20b%22%7C%7B%7D%C3%BC");
  CHECK(normalise_percent_encoding("100%&%4&%") == "100%25&%254&%25");
  CHECK(percent_decode("%41%zz%4") == "A%zz%4");
}
