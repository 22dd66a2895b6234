// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/open_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace input_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

std::int64_t add_input(InputStore& inputs, std::string url, std::string body) {
  Input input;
  input.url = std::move(url);
  input.first_seen = input.fetched_at = at(100);
  REQUIRE(inputs.save(input, compress(body)));
  return input.id;
}

} // namespace

TEST_CASE("input store: a replaced input keeps the time it was first seen", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  const auto id = add_input(inputs, "https://a.example/1", "one");
  Input second;
  second.url = "https://a.example/1";
  second.first_seen = second.fetched_at = at(900);
  REQUIRE(inputs.save(second, compress("two")));
  CHECK(second.id == id);
  CHECK(second.first_seen == at(100));
  const auto found = inputs.find("https://a.example/1", InputKind::Page);
  REQUIRE(found->has_value());
  CHECK((*found)->body == "two");
  CHECK((*found)->fetched_at == at(900));
  CHECK_FALSE(inputs.find("https://a.example/1", InputKind::Row)->has_value());
  CHECK(db->number("SELECT count(*) FROM inputs") == 1);
}

TEST_CASE("input store: an input comes back as saved, with its body only if it is wanted", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  Input saved{.id = 0,
              .kind = InputKind::Row,
              .url = "text:1",
              .source = "src",
              .content_type = "text/html",
              .etag = "\"e\"",
              .last_modified = "yesterday",
              .noindex = true,
              .first_seen = at(1),
              .fetched_at = at(2),
              .body = {}};
  REQUIRE(inputs.save(saved, compress(std::string("\0body", 5))));
  const auto found = inputs.find("text:1", InputKind::Row).value();
  REQUIRE(found.has_value());
  CHECK(found->id == saved.id);
  CHECK(found->kind == InputKind::Row);
  CHECK(found->source == "src");
  CHECK(found->content_type == "text/html");
  CHECK(found->etag == "\"e\"");
  CHECK(found->last_modified == "yesterday");
  CHECK(found->noindex);
  CHECK(found->first_seen == at(1));
  CHECK(found->fetched_at == at(2));
  CHECK(found->body == std::string("\0body", 5));
  CHECK(inputs.find("text:1", InputKind::Row, false).value()->body.empty());
  CHECK_FALSE(inputs.find("text:2", InputKind::Row).value().has_value());
}

TEST_CASE("input store: the same URL may have an input of each kind", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  for (const InputKind kind : {InputKind::Page, InputKind::Row, InputKind::Entry}) {
    Input input;
    input.kind = kind;
    input.url = "https://a.example/1";
    REQUIRE(inputs.save(input, compress("")));
  }
  CHECK(db->number("SELECT count(*) FROM inputs") == 3);
  CHECK(inputs.find("https://a.example/1", InputKind::Entry).value()->kind == InputKind::Entry);
}

TEST_CASE("input store: a confirmed page keeps everything but the time", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  const auto id = add_input(inputs, "https://a.example/1", "one");
  REQUIRE(inputs.confirm(id, at(500)));
  const auto found = inputs.find("https://a.example/1", InputKind::Page).value();
  CHECK(found->fetched_at == at(500));
  CHECK(found->first_seen == at(100));
  CHECK(found->body == "one");
}

TEST_CASE("input store: inputs are visited by id, from any id, until the visitor stops", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  std::vector<std::int64_t> ids;
  for (const char* body : {"a", "b", "c"})
    ids.push_back(add_input(inputs, std::string("https://a.example/") + body, body));
  const auto visited = [&](std::int64_t after, std::size_t most) {
    std::string bodies;
    REQUIRE(inputs.each(after, [&](Input input) {
      bodies += input.body;
      return bodies.size() < most;
    }));
    return bodies;
  };
  CHECK(visited(0, 9) == "abc");
  CHECK(visited(ids[0], 9) == "bc");
  CHECK(visited(ids[2], 9).empty());
  CHECK(visited(0, 2) == "ab");
}

TEST_CASE("input store: the links of a page that is an article are read once after each save", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  const auto page = add_input(inputs, "https://a.example/1", "one");
  add_input(inputs, "https://a.example/list", "not an article");
  CHECK(inputs.with_unread_links(0, 10)->empty());
  REQUIRE(MemberStore(*db).save_member({page, page, 0, "", "", "", ""}, {}));
  REQUIRE(inputs.with_unread_links(0, 10)->size() == 1);
  CHECK(inputs.with_unread_links(0, 10)->front().body == "one");
  CHECK(inputs.with_unread_links(0, 0)->empty());
  REQUIRE(inputs.set_links_read(page));
  CHECK(inputs.with_unread_links(0, 10)->empty());
  REQUIRE(inputs.confirm(page, at(500)));
  CHECK(inputs.with_unread_links(0, 10)->empty()); // the same page
  add_input(inputs, "https://a.example/1", "two");
  CHECK(inputs.with_unread_links(0, 10)->size() == 1);
}

TEST_CASE("input store: a damaged body is an error where it is read", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  InputStore inputs(*db);
  add_input(inputs, "https://a.example/1", "one");
  REQUIRE(db->execute("UPDATE inputs SET body = 'no frame'"));
  CHECK(inputs.find("https://a.example/1", InputKind::Page).error().code == ErrorCode::StoreDamaged);
  CHECK(inputs.find("https://a.example/1", InputKind::Page, false)->has_value());
  CHECK(inputs.each(0, [](const Input&) { return true; }).error().code == ErrorCode::StoreDamaged);
}

} // namespace input_store_test
