// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/migrations.h"
#include "indexer/store/url_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

} // namespace

TEST_CASE("url store: URLs and discovered links come back as saved", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  auto row = urls.url("https://a.example/1");
  REQUIRE(row);
  CHECK(row->state == UrlState::New);
  CHECK(urls.due_urls(at(0))->size() == 1);
  row->state = UrlState::Stored;
  row->due_at.reset();
  REQUIRE(urls.save_url(*row));
  CHECK(urls.due_urls(at(1000))->empty());
  row->stale = true;
  REQUIRE(urls.save_url(*row));
  CHECK(urls.due_urls(at(0))->size() == 1);
  CHECK(urls.url(row->id)->url == "https://a.example/1");

  CHECK(*urls.save_link(row->id, {"a", "https://a.example/feed", "{}"}));
  CHECK_FALSE(*urls.save_link(row->id, {"a", "https://a.example/feed", "{}"}));
  CHECK(*urls.save_link(row->id, {"a", "https://a.example/feed", "{\"title\":1}"}));
  CHECK(*urls.save_link(row->id, {"b", "https://a.example/map", ""}));
  const auto inlinks = urls.inlinks("https://a.example/1");
  REQUIRE(inlinks->size() == 2);
  CHECK(inlinks->at(0).signal == "{\"title\":1}");
  CHECK(inlinks->at(1).signal.empty());
}

TEST_CASE("url store: only the URLs of articles that a source discovered are its own", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  for (const auto* url : {"https://a.example/1", "https://a.example/2"}) {
    const auto row = urls.url(url);
    REQUIRE(urls.save_link(row->id, {"a", "https://a.example/feed", ""}));
  }
  auto stored = urls.url("https://a.example/2").value();
  stored.state = UrlState::Stored;
  REQUIRE(urls.save_url(stored));
  std::vector<std::string> found;
  REQUIRE(urls.each_stored_url("a", [&](std::string_view url) { found.emplace_back(url); }));
  CHECK(found == std::vector<std::string>{"https://a.example/2"});
  REQUIRE(urls.each_stored_url("b", [&](std::string_view) { FAIL("b has discovered nothing"); }));
  CHECK(*urls.is_discovered_by("https://a.example/1", "a"));
  CHECK_FALSE(*urls.is_discovered_by("https://a.example/1", "b"));
  CHECK(urls.url(std::int64_t{99}).error().code == ErrorCode::Internal);
}

TEST_CASE("url store: the next due time is the earliest one after now", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  CHECK_FALSE(urls.next_due_url(at(0))->has_value());
  for (const int due : {50, 70}) {
    auto row = urls.url("https://a.example/" + std::to_string(due)).value();
    row.due_at = at(due);
    REQUIRE(urls.save_url(row));
  }
  CHECK(urls.next_due_url(at(10)).value() == at(50));
  CHECK(urls.next_due_url(at(50)).value() == at(70));
  CHECK_FALSE(urls.next_due_url(at(70))->has_value());
}
