// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/open_store.h"
#include "indexer/store/source_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace source_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

} // namespace

TEST_CASE("source store: a source keeps the definition of its last crawl", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  REQUIRE(sources.save_source({"lantern", "one"}));
  REQUIRE(sources.save_source({"a", "A"}));
  REQUIRE(sources.save_source({"lantern", "two"}));
  const auto found = sources.sources();
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK(found->at(0).definition == "two");
  CHECK(sources.position("lantern").value() < sources.position("a").value()); // in the order of the subscriptions
  CHECK(sources.position("a").value() < sources.position("unknown").value());
}

TEST_CASE("source store: seeds come back as saved", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  auto seed = sources.seed("https://a.example/feed", "a");
  REQUIRE(seed);
  CHECK(seed->asked_at == Moment{});
  seed->etag = "\"x\"";
  seed->due_at = at(50);
  seed->failures = 3;
  REQUIRE(sources.save_seed(*seed));
  const auto again = sources.seed("https://a.example/feed", "a");
  CHECK(again->etag == "\"x\"");
  CHECK(again->failures == 3);
  CHECK(sources.seeds()->size() == 1);
}

TEST_CASE("source store: failures of one URL are counted until it works", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  REQUIRE(sources.save_failure({"a", "https://a.example/2", "network", "no answer", 1, at(5)}));
  REQUIRE(sources.save_failure({"a", "https://a.example/2", "timeout", "too slow", 1, at(6)}));
  CHECK(sources.failures("a")->at(0).count == 2);
  CHECK(sources.failures("a")->at(0).code == "timeout");
  CHECK(sources.failure("a", "https://a.example/2")->value().count == 2);
  CHECK_FALSE(sources.failure("a", "https://a.example/other")->has_value());
  REQUIRE(sources.clear_failure("a", "https://a.example/2"));
  CHECK(sources.failures("a")->empty());
}

TEST_CASE("source store: requests are counted by source and outcome", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  REQUIRE(sources.add_fetches({"b", "ok", 2, 500}));
  REQUIRE(sources.add_fetches({"a", "ok", 1, 10}));
  REQUIRE(sources.add_fetches({"b", "ok", 1, 50}));
  REQUIRE(sources.add_fetches({"b", "no_answer", 1, 0}));
  CHECK(*sources.fetches() ==
        std::vector<FetchCount>{{"a", "ok", 1, 10}, {"b", "no_answer", 1, 0}, {"b", "ok", 3, 550}});
}

TEST_CASE("source store: every column of a seed comes back", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  const SeedState saved{.url = "https://a.example/feed",
                        .source = "a",
                        .moved_to = "https://b.example/feed",
                        .moves = 2,
                        .etag = "e",
                        .last_modified = "m",
                        .asked_at = at(1),
                        .succeeded_at = at(2),
                        .fresh_until = at(3),
                        .due_at = at(4),
                        .interval = std::chrono::seconds(5),
                        .failures = 6,
                        .code = "timeout",
                        .error = "too slow",
                        .next = "https://a.example/feed?paged=2"};
  REQUIRE(sources.save_seed(saved));
  const auto found = sources.seeds().value();
  REQUIRE(found.size() == 1);
  CHECK(found[0].url == saved.url);
  CHECK(found[0].source == saved.source);
  CHECK(found[0].moved_to == saved.moved_to);
  CHECK(found[0].moves == saved.moves);
  CHECK(found[0].etag == saved.etag);
  CHECK(found[0].last_modified == saved.last_modified);
  CHECK(found[0].asked_at == saved.asked_at);
  CHECK(found[0].succeeded_at == saved.succeeded_at);
  CHECK(found[0].fresh_until == saved.fresh_until);
  CHECK(found[0].due_at == saved.due_at);
  CHECK(found[0].interval == saved.interval);
  CHECK(found[0].failures == saved.failures);
  CHECK(found[0].code == saved.code);
  CHECK(found[0].error == saved.error);
}

TEST_CASE("source store: a seed that another source now has keeps its state", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  auto seed = sources.seed("https://a.example/feed", "a").value();
  seed.etag = "e";
  REQUIRE(sources.save_seed(seed));
  const auto moved = sources.seed("https://a.example/feed", "b").value();
  CHECK(moved.source == "b");
  CHECK(moved.etag == "e");
}

TEST_CASE("source store: seeds are ordered by source and URL, sources as they came, failures by URL", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  for (const auto* key : {"b2", "a2", "b1", "a1"}) {
    const std::string source(key, 1), url = key + 1 + source; // "b" and "2b"
    REQUIRE(sources.save_seed(sources.seed(url, source).value()));
    REQUIRE(sources.save_source({key, ""}));
    REQUIRE(sources.save_failure({"s", url, "", "", 1, {}}));
  }
  std::string order;
  const auto seeds = sources.seeds().value();
  for (const SeedState& seed : seeds) order += seed.url + " ";
  const auto remembered = sources.sources().value();
  for (const RememberedSource& source : remembered) order += source.id + " ";
  const auto failures = sources.failures("s").value();
  for (const Failure& failure : failures) order += failure.url + " ";
  CHECK(order == "1a 2a 1b 2b b2 a2 b1 a1 1a 1b 2a 2b ");
}

TEST_CASE("source store: failures belong to a source and a URL", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  for (const auto* source : {"a", "b"}) {
    for (const auto* url : {"u", "v"}) REQUIRE(sources.save_failure({source, url, "code", "sentence", 1, at(3)}));
  }
  REQUIRE(sources.clear_failure("a", "u"));
  CHECK(sources.failures("a")->size() == 1);
  CHECK(sources.failures("b")->size() == 2);
  CHECK(sources.failures("a")->at(0).last == at(3));
  CHECK(sources.failures("a")->at(0).sentence == "sentence");
  REQUIRE(sources.save_failure({"a", "u", "code", "again", 1, at(4)}));
  CHECK(sources.failures("a")->at(0).count == 1); // counted anew
  REQUIRE(sources.clear_failure("c", "u"));       // nothing to clear
}

} // namespace source_store_test
