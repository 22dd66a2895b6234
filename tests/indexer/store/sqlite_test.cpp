// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/compress.h"
#include "indexer/store/migrations.h"
#include "indexer/store/sqlite.h"
#include "indexer/store/url_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

TEST_CASE("compress: bytes come back; damaged and oversized frames are errors", "[store]") {
  const std::string bytes(100'000, 'x');
  const auto frame = compress(bytes);
  CHECK(frame.size() < 200);
  CHECK(decompress(frame) == bytes);
  CHECK(decompress(compress("")) == "");
  CHECK_FALSE(decompress("no frame"));
  CHECK_FALSE(decompress(frame.substr(0, frame.size() / 2)));
  CHECK(decompress(frame, 1000).error().code == ErrorCode::TooLarge);
}

TEST_CASE("sqlite: a rollback leaves nothing", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db);
  UrlStore urls(*db);
  {
    auto transaction = Transaction::begin(*db);
    REQUIRE(transaction);
    REQUIRE(urls.url("https://a.example/1"));
  }
  CHECK(db->number("SELECT count(*) FROM urls") == 0);
  auto transaction = Transaction::begin(*db);
  REQUIRE(urls.url("https://a.example/1"));
  REQUIRE(transaction->commit());
  CHECK(db->number("SELECT count(*) FROM urls") == 1);
}

TEST_CASE("sqlite: the same statement may run inside its own result", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  REQUIRE(db->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2)"));
  int rows = 0;
  const auto inner = [&](const Row&) { return ++rows > 0; };
  const auto outer = [&](const Row&) { return db->each("SELECT x FROM t", {}, inner).has_value(); };
  REQUIRE(db->each("SELECT x FROM t", {}, outer));
  CHECK(rows == 4);
}
