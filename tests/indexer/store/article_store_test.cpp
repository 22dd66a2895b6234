// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/article_store.h"
#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace article_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

Article article(std::string id, std::string text) {
  Article made;
  made.id = std::move(id);
  made.url = "https://a.example/" + made.id;
  made.title = "Title";
  made.text = std::move(text);
  return made;
}

std::int64_t add_input(InputStore& inputs, std::string url, std::string body) {
  Input input;
  input.url = std::move(url);
  input.first_seen = input.fetched_at = at(100);
  REQUIRE(inputs.save(input, compress(body)));
  return input.id;
}

} // namespace

TEST_CASE("article store: only changes get a new sequence", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  ArticleStore articles(*db);
  MemberStore members(*db);
  const auto id = add_input(inputs, "https://a.example/1", "x");
  const auto made = article("00000000000000aa", "text");
  REQUIRE(members.save_member({id, id, 0, made.url, "", to_record(made)}, {1, 2}));
  CHECK(*articles.publish(made.id, to_record(made), id, id, true));
  CHECK_FALSE(*articles.publish(made.id, to_record(made), id, id, true));
  CHECK(articles.last_sequence() == 1u);
  auto changes = articles.changes(0, 10);
  REQUIRE(changes->size() == 1);
  CHECK(from_record(changes->at(0).record)->text == "text");
  CHECK(members.inputs_with_key(2, 10)->size() == 1);
  CHECK(members.inputs_with_key(3, 10)->empty());
  CHECK(articles.shown_for(id).value() == made.id);

  CHECK(articles.removed()->empty());
  REQUIRE(articles.retract(made.id));
  CHECK(articles.count() == 0);
  CHECK(articles.removed() == std::vector<std::string>{made.id});
  changes = articles.changes(1, 10);
  REQUIRE(changes->size() == 1);
  CHECK(changes->at(0).record.empty());
}

namespace {

/// A store in which every article is the only member of its cluster.
struct Store {
  test::TemporaryDirectory directory;
  Database db = open_store(directory.data()).value();
  InputStore inputs{db};
  MemberStore members{db};
  ArticleStore articles{db};

  /// Publishes an article as that of its own member; returns the member.
  std::int64_t publish(const Article& made, bool own_record = true) {
    const auto member = add_input(inputs, made.url, "");
    REQUIRE(members.save_member({member, member, 0, made.url, "", to_record(made)}, {}));
    REQUIRE(articles.publish(made.id, to_record(made), member, member, own_record));
    return member;
  }

  Result<bool> publish_as(const Article& made, std::int64_t cluster, std::int64_t member, bool own_record) {
    return articles.publish(made.id, to_record(made), cluster, member, own_record);
  }

  std::vector<std::string> changed_after(std::uint64_t sequence, std::size_t limit = 100) {
    std::vector<std::string> ids;
    const auto changes = articles.changes(sequence, limit).value();
    for (const ArticleChange& change : changes) ids.push_back(change.id);
    return ids;
  }
};

} // namespace

TEST_CASE("article store: changes come oldest first, only the latest of each article", "[store]") {
  Store store;
  for (const char* id : {"c", "a", "b"}) store.publish(article(id, "one"));
  CHECK(store.changed_after(0) == std::vector<std::string>{"c", "a", "b"});
  store.publish(article("c", "two"));
  CHECK(store.changed_after(0) == std::vector<std::string>{"a", "b", "c"});
  CHECK(store.changed_after(3) == std::vector<std::string>{"c"});
  CHECK(store.changed_after(0, 2) == std::vector<std::string>{"a", "b"});
  CHECK(store.changed_after(4).empty());
  CHECK(store.articles.last_sequence() == 4u);
}

TEST_CASE("article store: a new store object continues the sequence", "[store]") {
  Store store;
  store.publish(article("a", "one"));
  store.publish(article("b", "one"));
  ArticleStore again(store.db);
  CHECK(again.last_sequence() == 2u);
  REQUIRE(again.retract("a"));
  CHECK(again.last_sequence() == 3u);
  CHECK(ArticleStore(store.db).last_sequence() == 3u);
}

TEST_CASE("article store: any difference makes a change", "[store]") {
  Store store;
  const auto made = article("a", "one");
  const auto member = store.publish(made), other = store.publish(article("b", "one"));
  CHECK(store.articles.publish(made.id, to_record(made), member, member, true) == false);
  CHECK(store.publish_as(article("a", "two"), member, member, true) == true);
  CHECK(store.publish_as(article("a", "two"), other, member, true) == true);
  CHECK(store.publish_as(article("a", "two"), other, other, true) == true);
  CHECK(store.publish_as(article("a", "two"), other, other, false) == true);
  CHECK(store.publish_as(article("a", "two"), other, other, false) == false);
}

TEST_CASE("article store: an article has its member's record, or one of its own", "[store]") {
  Store store;
  const auto member = store.publish(article("a", "the member's"));
  CHECK(from_record(store.articles.changes(0, 1)->at(0).record)->text == "the member's");
  CHECK(store.db.number("SELECT count(*) FROM articles WHERE record IS NOT NULL") == 0); // not stored twice
  REQUIRE(store.publish_as(article("a", "its own"), member, member, false));
  CHECK(from_record(store.articles.changes(0, 1)->at(0).record)->text == "its own");
}

TEST_CASE("article store: a retracted article is removed until it is published again", "[store]") {
  Store store;
  const auto member = store.publish(article("a", "one"));
  CHECK(store.articles.published(member).value() == "a");
  REQUIRE(store.articles.retract("a"));
  CHECK(store.articles.published(member).value() == std::nullopt);
  CHECK(store.articles.shown_for(member).value() == std::nullopt);
  CHECK(store.articles.count() == 0);
  CHECK(store.publish_as(article("a", "one"), member, member, true) == true);
  CHECK(store.articles.count() == 1);
  CHECK(store.articles.removed()->empty());
  CHECK(store.articles.last_sequence() == 3u);
}

TEST_CASE("article store: for an index of living articles, one that is gone is removed", "[store]") {
  Store store;
  const Article made = article("a", "one");
  const auto member = store.publish(made);
  REQUIRE(store.articles.publish(made.id, to_record(article("a", "two")), member, member, false, at(200)));
  CHECK(store.articles.changes(0, 1)->at(0).record.empty());
  CHECK(from_record(store.articles.changes(0, 1, Articles::All)->at(0).record)->text == "two");
  REQUIRE(store.articles.publish(made.id, to_record(article("a", "three")), member, member, false));
  CHECK(from_record(store.articles.changes(0, 1)->at(0).record)->text == "three");
}

TEST_CASE("article store: retracting what is not there changes nothing", "[store]") {
  Store store;
  store.publish(article("a", "one"));
  REQUIRE(store.articles.retract("unknown"));
  CHECK(store.articles.last_sequence() == 1u);
  CHECK(store.articles.removed()->empty());
}

TEST_CASE("article store: only the member whose article is published is shown", "[store]") {
  Store store;
  const auto shown = store.publish(article("a", "one"));
  const auto folded = add_input(store.inputs, "https://copy.example/", "");
  REQUIRE(store.members.save_member({folded, shown, 0, "https://copy.example/", "", "{}"}, {}));
  CHECK(store.articles.shown_for(shown).value() == "a");
  CHECK(store.articles.shown_for(folded).value() == std::nullopt);
  CHECK(store.articles.shown_for(99).value() == std::nullopt);
}

TEST_CASE("article store: every article is visited by id, until the visitor stops", "[store]") {
  Store store;
  for (const char* id : {"c", "a", "b"}) store.publish(article(id, id));
  REQUIRE(store.articles.retract("b"));
  std::string texts;
  REQUIRE(store.articles.each([&](std::string_view record) {
    texts += from_record(record)->text;
    return true;
  }));
  CHECK(texts == "ac");
  int visited = 0;
  REQUIRE(store.articles.each([&](std::string_view) { return ++visited < 1; }));
  CHECK(visited == 1);
}

TEST_CASE("article store: a damaged record is an error", "[store]") {
  Store store;
  store.publish(article("a", "one"));
  REQUIRE(store.db.execute("UPDATE members SET record = 'no frame'"));
  CHECK(store.articles.changes(0, 10).error().code == ErrorCode::StoreDamaged);
  CHECK(store.articles.each([](std::string_view) { return true; }).error().code == ErrorCode::StoreDamaged);
}

} // namespace article_store_test
