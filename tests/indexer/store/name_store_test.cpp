// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/name_store.h"

#include "indexer/store/article_store.h"
#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace name_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

struct Names {
  test::TemporaryDirectory directory;
  Database database = open_store(directory.data()).value();
  NameStore names{database};

  std::vector<std::string> ids_of(std::int64_t input) {
    std::vector<std::string> ids;
    const auto found = names.names_of(input).value();
    for (const auto& name : found) ids.push_back(name.id);
    return ids;
  }
  std::int64_t input(const std::string& url) {
    Input one;
    one.url = url;
    REQUIRE(InputStore(database).save(one, compress("")));
    return one.id;
  }
};

using Ids = std::vector<std::string>;

} // namespace

TEST_CASE("name store: a name stays with the first input that got it", "[store]") {
  Names store;
  REQUIRE(store.names.give("bb", 1));
  REQUIRE(store.names.give("aa", 1));
  REQUIRE(store.names.give("bb", 2));
  CHECK(store.ids_of(1) == Ids{"bb", "aa"}); // the earliest first
  CHECK(store.ids_of(2).empty());
  CHECK(store.names.holder("bb").value() == 1);
  CHECK(store.names.holder("cc").value() == std::nullopt);
}

TEST_CASE("name store: a single name can be moved", "[store]") {
  Names store;
  REQUIRE(store.names.give("aa", 1));
  REQUIRE(store.names.give("bb", 1));
  REQUIRE(store.names.move("bb", 2));
  CHECK(store.ids_of(1) == Ids{"aa"});
  CHECK(store.ids_of(2) == Ids{"bb"});
}

TEST_CASE("name store: names are handed over in their order", "[store]") {
  Names store;
  REQUIRE(store.names.give("aa", 1));
  REQUIRE(store.names.give("bb", 2));
  REQUIRE(store.names.give("cc", 1));
  REQUIRE(store.names.hand_over(1, 2));
  CHECK(store.ids_of(2) == Ids{"aa", "bb", "cc"});
  CHECK(store.ids_of(1).empty());
}

TEST_CASE("name store: names are inherited from inputs that are articles no more", "[store]") {
  Names store;
  const auto gone = store.input("https://a.example/1"), there = store.input("https://a.example/2");
  Member member;
  member.input = there;
  REQUIRE(MemberStore(store.database).save_member(member, {}));
  REQUIRE(store.names.give("aa", gone));
  REQUIRE(store.names.give("bb", there));
  for (const char* url : {"https://a.example/1", "https://a.example/2", "https://a.example/3"}) {
    REQUIRE(store.names.inherit(url, 9));
  }
  CHECK(store.ids_of(9) == Ids{"aa"});
  CHECK(store.ids_of(there) == Ids{"bb"});
}

TEST_CASE("name store: settling gives every published article its present id for good", "[store]") {
  Names store;
  ArticleStore articles(store.database);
  Article article;
  for (const auto& [id, member] : {std::pair{"0000000000000002", 5}, {"0000000000000001", 7}}) {
    article.id = id;
    REQUIRE(articles.publish(article.id, to_record(article), member, member, false));
  }
  REQUIRE(store.names.settle());
  article.id = "0000000000000003";
  REQUIRE(articles.publish(article.id, to_record(article), 5, 5, false));
  REQUIRE(articles.retract("0000000000000002"));
  REQUIRE(store.names.settle());
  CHECK(store.ids_of(5) == Ids{"0000000000000002", "0000000000000003"});
  CHECK(store.ids_of(7) == Ids{"0000000000000001"});
  CHECK(store.names.names_of(5)->front().position < store.names.names_of(7)->front().position); // in order of arrival
}

TEST_CASE("name store: settling again looks only at what was published since", "[store]") {
  Names store;
  ArticleStore articles(store.database);
  Article article;
  article.id = "0000000000000001";
  REQUIRE(articles.publish(article.id, to_record(article), 1, 1, false));
  REQUIRE(store.names.settle());
  REQUIRE(store.database.run("DELETE FROM names")); // nothing else tells whether it is looked at again
  article.id = "0000000000000002";
  REQUIRE(articles.publish(article.id, to_record(article), 2, 2, false));
  REQUIRE(store.names.settle());
  CHECK(store.ids_of(1).empty());
  CHECK(store.ids_of(2) == Ids{"0000000000000002"});
  article.title = "changed"; // the same id is looked at again
  article.id = "0000000000000001";
  REQUIRE(articles.publish(article.id, to_record(article), 1, 1, false));
  REQUIRE(store.names.settle());
  CHECK(store.ids_of(1) == Ids{"0000000000000001"});
}

} // namespace name_store_test
