// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/migrations.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

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
