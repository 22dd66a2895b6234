// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

const std::string kPage = "https://www.example.org/blog/post";

MetadataSignals with_link(const char* rel, const char* href) {
  MetadataSignals signals;
  signals.links.push_back({rel, href});
  return signals;
}

Refresh refresh_of(const std::string& content) {
  MetadataSignals signals;
  signals.metas.push_back({"refresh", content});
  return meta_refresh(signals, "https://example.org/dir/page");
}

} // namespace

TEST_CASE("base url: the base element resolved against the page, else the page", "[canonical_link]") {
  const auto base = [](const char* href) {
    MetadataSignals signals;
    signals.base_href = href;
    return base_url(signals, kPage);
  };
  CHECK(base("") == kPage);
  CHECK(base("/en/") == "https://www.example.org/en/");
  CHECK(base("https://cdn.example.net/x/") == "https://cdn.example.net/x/");
  CHECK(base("//cdn.example.net") == "https://cdn.example.net/");
  CHECK(base("mailto:ann@example.org") == kPage); // not http
}

TEST_CASE("canonical link: the link element, then og:url, then JSON-LD", "[canonical_link]") {
  JsonLdItem item;
  item.url = "https://example.org/json-ld";
  MetadataSignals signals;
  CHECK(canonical_link(signals, nullptr, kPage).empty());
  CHECK(canonical_link(signals, &item, kPage) == "https://example.org/json-ld");
  signals.metas.push_back({"og:url", " /open-graph "});
  CHECK(canonical_link(signals, &item, kPage) == "https://www.example.org/open-graph");
  signals.links.push_back({"shortlink", "/?p=1"});
  CHECK(canonical_link(signals, &item, kPage) == "https://www.example.org/open-graph");
  signals.links.push_back({"canonical", "post?a=1"});
  signals.links.push_back({"canonical", "/second"});
  CHECK(canonical_link(signals, &item, kPage) == "https://www.example.org/blog/post?a=1");
}

TEST_CASE("canonical link: URLs that are not http(s) are skipped", "[canonical_link]") {
  for (const char* bad : {"javascript:void(0)", "mailto:a@b.org", "https://", "ftp://example.org/a"}) {
    CAPTURE(bad);
    MetadataSignals signals = with_link("canonical", bad);
    CHECK(canonical_link(signals, nullptr, kPage).empty());
    signals.metas.push_back({"og:url", bad});
    JsonLdItem item;
    item.url = bad;
    CHECK(canonical_link(signals, &item, kPage).empty());
    signals.links.push_back({"canonical", "/good"});
    CHECK(canonical_link(signals, &item, kPage) == "https://www.example.org/good");
  }
}

TEST_CASE("canonical link: a relative address in JSON-LD is only a name of the item", "[canonical_link]") {
  JsonLdItem item;
  item.url = "#article";
  CHECK(canonical_link({}, &item, kPage).empty());
}

TEST_CASE("refresh: the value is parsed as the standard says", "[canonical_link]") {
  // HTML Standard §4.2.5.3 (shared declarative refresh steps); the cases are those of web-platform-tests,
  // html/semantics/document-metadata/the-meta-element/pragma-directives/attr-meta-http-equiv-refresh/parsing.html.
  struct Row {
    const char* content;
    int seconds; ///< -1: it is not a refresh
    const char* target;
  };
  constexpr int kNone = -1;
  const Row rows[] = {
      {"", kNone, ""},
      {"1", 1, ""},
      {"1 ", 1, ""},
      {"1\t", 1, ""},
      {"1;", 1, ""},
      {"1,", 1, ""},
      {"1; url=foo", 1, "foo"},
      {"1, url=foo", 1, "foo"},
      {"1 url=foo", 1, "foo"},
      {"1;\turl=foo", 1, "foo"},
      {"1\nurl=foo", 1, "foo"},
      {"1;\furl=foo", 1, "foo"},
      {"1url=foo", kNone, ""},
      {"1x;url=foo", kNone, ""},
      {"1 x;url=foo", 1, "x;url=foo"},
      {"1;;url=foo", 1, ";url=foo"},
      {"  1  ;  url  =  foo", 1, "foo"},
      {"  1  ,  foo", 1, "foo"},
      {"  1  url  =  foo", 1, "foo"},
      {"1; url=foo ", 1, "foo"},
      {"1; url=f\to\no", 1, "foo"},
      {"1; url=\"foo\"bar", 1, "foo"},
      {"1; url='foo'bar", 1, "foo"},
      {"1; url=\"foo'bar", 1, "foo'bar"},
      {"1; url foo", 1, "url%20foo"},
      {"1; urlfoo", 1, "urlfoo"},
      {"1; ufoo", 1, "ufoo"},
      {"1; \"foo\"bar", 1, "foo"},
      {"; foo", kNone, ""},
      {", foo", kNone, ""},
      {"foo", kNone, ""},
      {"+1; url=foo", kNone, ""},
      {"-1; url=foo", kNone, ""},
      {"-0; url=foo", kNone, ""},
      {"0; url=foo", 0, "foo"},
      {"-0", kNone, ""},
      {"0", 0, ""},
      {"1.9; url=foo", 1, "foo"},
      {"1.9..5.; url=foo", 1, "foo"},
      {".9; url=foo", 0, "foo"},
      {"0.9; url=foo", 0, "foo"},
      {"1e0; url=foo", kNone, ""},
      {"10e-1; url=foo", kNone, ""},
      {"-0.1; url=foo", kNone, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.content);
    const Refresh found = refresh_of(row.content);
    CHECK(found.seconds == row.seconds);
    CHECK(found.url == (*row.target == '\0' ? "" : "https://example.org/dir/" + std::string(row.target)));
  }
}

TEST_CASE("refresh: the word url may be in any case, the address of another site", "[canonical_link]") {
  CHECK(refresh_of("0; URL=https://example.net/a").url == "https://example.net/a");
  CHECK(refresh_of("0;Url='//example.net/a'").url == "https://example.net/a");
  CHECK(refresh_of("0;url=").url.empty());
  CHECK(refresh_of("0;url=javascript:x()").url.empty());
}

TEST_CASE("refresh: the delay is at most a day", "[canonical_link]") {
  CHECK(refresh_of("86399").seconds == 86'399);
  CHECK(refresh_of("86401; url=foo").seconds == 86'400);
  const Refresh endless = refresh_of("99999999999999999999; url=foo");
  CHECK(endless.seconds == 86'400);
  CHECK(endless.url == "https://example.org/dir/foo");
}
