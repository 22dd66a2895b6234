// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/canonical.h"

#include <catch2/catch.hpp>

#include "shared/url/tracking_parameters.h"

using namespace trawl::url;

TEST_CASE("canonical: spellings of one address become one", "[canonical]") {
  for (const char* url : {"https://example.org/a?b=1", "HTTPS://Example.ORG:443/a?b=1#top",
                          "https://user:pw@example.org./x/../a?b=1", "https://example.org/%61?b=1&utm_source=feed",
                          "https://example.org/a?UTM_Medium=x&amp;fbclid=y&b=1&", "https:\\\\example.org\\a?b=1"}) {
    CAPTURE(url);
    CHECK(canonical(url) == "https://example.org/a?b=1");
  }
}

TEST_CASE("canonical: what a server may tell apart stays apart", "[canonical]") {
  for (const char* url : {"http://example.org/a", "https://www.example.org/a", "https://example.org/A",
                          "https://example.org/a/", "https://example.org//a", "https://example.org/a?b=2&a=1",
                          "https://example.org/a%2Fb", "https://example.org/?q=a+b", "https://example.org/?q=a%20b",
                          "https://example.org/?ref=home&source=x&id=1&p=2", "https://example.org/index.html"}) {
    CAPTURE(url);
    CHECK(canonical(url) == url);
  }
}

TEST_CASE("canonical: tracking parameters go, whatever stands around them", "[canonical]") {
  CHECK(canonical("http://a.example/?utm_source=x") == "http://a.example/");
  CHECK(canonical("http://a.example/?utm_source=x&a=1&gclid=2&b=2") == "http://a.example/?a=1&b=2");
  CHECK(canonical("http://a.example/?source=rss----7f60cf5620c9---4") == "http://a.example/");
  CHECK(is_tracking_parameter("UTM%5Fcampaign", ""));
  CHECK(canonical("http://a.example/??utm_source=x&amp;amp;utm_medium=y") == "http://a.example/");
  CHECK(canonical("http://a.example/?%3Futm_source=x&sc_category=ai") == "http://a.example/?sc_category=ai");
  CHECK_FALSE(is_tracking_parameter("utmost", ""));
  CHECK_FALSE(is_tracking_parameter("source", "home"));
}

TEST_CASE("canonical: only http(s), only of bearable length, and once is enough", "[canonical]") {
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
