// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/name_store.h"
#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace url_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }
constexpr Moment kNever = std::chrono::sys_days{std::chrono::year{9999} / 1 / 1};

} // namespace

TEST_CASE("url store: URLs and discovered links come back as saved", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  auto row = urls.url("https://a.example/1");
  REQUIRE(row);
  CHECK(row->state == UrlState::New);
  CHECK(urls.due_urls(at(0), kNever)->size() == 1);
  row->state = UrlState::Stored;
  row->due_at.reset();
  REQUIRE(urls.save_url(*row));
  CHECK(urls.due_urls(at(1000), kNever)->empty());
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

TEST_CASE("url store: what a list has named later than at first, before any other list", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  NameStore names(*db);
  const std::string list = "https://a.example/", other = "https://a.example/map";
  const auto name = [&](const std::string& path, const std::string& seed) {
    const auto row = urls.url("https://a.example" + path).value();
    REQUIRE(urls.save_link(row.id, {"a", seed, ""}));
    return row.id;
  };
  CHECK(*urls.first_link(list) == DiscoveredLink::kNew);
  const auto first = name("/1", list), known = name("/2", other);
  CHECK_FALSE(*urls.is_first_named_by(first, list, *urls.first_link(list))); // no crawl has ended
  REQUIRE(names.end_run(at(100)));
  name("/2", list);
  const auto later = name("/3", list);
  for (int i = 0; i < 2; ++i) {
    CHECK(*urls.first_link(list) == 100);
    CHECK_FALSE(*urls.is_first_named_by(first, list, 100));
    CHECK_FALSE(*urls.is_first_named_by(known, list, 100));
    CHECK(*urls.is_first_named_by(later, list, 100));
    CHECK_FALSE(*urls.is_first_named_by(later, other, 100));
    REQUIRE(names.end_run(at(200)));
  }
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

TEST_CASE("url store: every column of a URL comes back", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  const auto target = urls.url("https://a.example/target").value();
  auto row = urls.url("https://a.example/1").value();
  row.state = UrlState::Redirect;
  row.target = target.id;
  row.due_at = at(5);
  row.modified_hint = at(6);
  row.failures = 7;
  row.code = "timeout";
  REQUIRE(urls.save_url(row));
  for (const auto& again : {urls.url(row.id).value(), urls.url("https://a.example/1").value()}) {
    CHECK(again.id == row.id);
    CHECK(again.url == "https://a.example/1");
    CHECK(again.state == UrlState::Redirect);
    CHECK(again.target == target.id);
    CHECK(again.due_at == at(5));
    CHECK(again.modified_hint == at(6));
    CHECK(again.failures == 7);
    CHECK(again.code == "timeout");
  }
  row.target = 0;
  row.due_at.reset();
  REQUIRE(urls.save_url(row));
  CHECK(urls.url(row.id)->target == 0);
  CHECK_FALSE(urls.url(row.id)->due_at.has_value());
  row.target = 999; // must be a URL
  CHECK_FALSE(urls.save_url(row));
}

TEST_CASE("url store: due URLs come in the order of discovery, page by page", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  for (const int due : {30, 10, 20, 40}) {
    auto row = urls.url("https://a.example/" + std::to_string(due)).value();
    row.due_at = at(due);
    REQUIRE(urls.save_url(row));
  }
  const auto due = [&](int now, std::int64_t after, std::size_t limit) {
    std::string found;
    const auto rows = urls.due_urls(at(now), kNever, after, limit).value();
    for (const UrlRow& row : rows) found += row.url.substr(18) + " ";
    return found;
  };
  CHECK(due(30, 0, 10) == "30 10 20 ");
  CHECK(due(29, 0, 10) == "10 20 ");
  CHECK(due(30, 0, 2) == "30 10 ");
  const auto last = urls.url("https://a.example/10")->id;
  CHECK(due(30, last, 2) == "20 ");
  CHECK(due(9, 0, 10).empty());
  CHECK(urls.due_urls(at(9), at(39))->size() == 1); // beyond 39, so of a wrong clock
}

TEST_CASE("url store: links to a URL are ordered by source and seed, and belong to it alone", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  const auto one = urls.url("https://a.example/1")->id, two = urls.url("https://a.example/2")->id;
  const DiscoveredLink links[] = {{"b", "s1", ""}, {"a", "s2", "{}"}, {"a", "s1", ""}};
  for (const DiscoveredLink& link : links) CHECK(urls.save_link(one, link) == true);
  CHECK(urls.inlinks(one) == std::vector<DiscoveredLink>{links[2], links[1], links[0]});
  CHECK(urls.inlinks("https://a.example/1") == urls.inlinks(one));
  CHECK(urls.inlinks(two)->empty());
  CHECK(urls.inlinks("https://a.example/unknown")->empty());
  CHECK(urls.save_link(two, links[0]) == true);
  CHECK(urls.inlinks(one)->size() == 3);
}

TEST_CASE("url store: a link may lose its signal", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  const auto id = urls.url("https://a.example/1")->id;
  CHECK(urls.save_link(id, {"a", "s", "{}"}) == true);
  CHECK(urls.save_link(id, {"a", "s", ""}) == true);
  CHECK(urls.save_link(id, {"a", "s", ""}) == false);
  CHECK(urls.inlinks(id)->front().signal.empty());
}

TEST_CASE("url store: a damaged signal is an error", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  const auto id = urls.url("https://a.example/1")->id;
  REQUIRE(urls.save_link(id, {"a", "s", "{}"}));
  REQUIRE(db->execute("UPDATE links SET signal = 'no frame'"));
  CHECK(urls.inlinks(id).error().code == ErrorCode::StoreDamaged);
}

} // namespace url_store_test
