// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/article_store.h"
#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

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
  REQUIRE(members.save_member({id, id, 0, {}, made.url, "", {1, 2}, "", to_record(made)}));
  CHECK(*articles.publish(made, id, id, true));
  CHECK_FALSE(*articles.publish(made, id, id, true));
  CHECK(articles.last_sequence() == 1u);
  auto changes = articles.changes(0, 10);
  REQUIRE(changes->size() == 1);
  CHECK(from_record(changes->at(0).record)->text == "text");
  CHECK(members.clusters_with_key(2, 10)->value().size() == 1);
  CHECK(members.clusters_with_key(3, 10)->value().empty());
  CHECK_FALSE(members.clusters_with_key(2, 0)->has_value());
  CHECK(articles.is_shown(id) == true);
  CHECK(members.member(id).value()->keys == std::vector<std::uint64_t>{1, 2});

  CHECK(articles.removed()->empty());
  REQUIRE(articles.retract(made.id));
  CHECK(articles.count() == 0);
  CHECK(articles.removed() == std::vector<std::string>{made.id});
  changes = articles.changes(1, 10);
  REQUIRE(changes->size() == 1);
  CHECK(changes->at(0).record.empty());
}
