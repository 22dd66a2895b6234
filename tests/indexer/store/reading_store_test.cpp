// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/reading_store.h"

#include "indexer/store/open_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace reading_store_test {

using namespace trawl;
using namespace trawl::store;

TEST_CASE("reading store: a link without its address is damage, not read past the end", "[store]") {
  const test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  UrlStore urls(*db);
  for (const auto* url : {"https://a.example/1", "https://a.example/2", "https://a.example/3"}) {
    const auto row = urls.url(url);
    REQUIRE(urls.save_link(row->id, {"a", "https://a.example/feed", ""}));
  }
  REQUIRE(ReadingStore(*db).addresses("a")->size() == 3);
  for (const auto* url : {"https://a.example/2", "https://a.example/3"}) {
    REQUIRE(db->execute("PRAGMA foreign_keys = OFF"));
    REQUIRE(db->run("DELETE FROM urls WHERE url = ?", {std::string_view(url)}));
    const auto read = ReadingStore(*db).addresses("a");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::StoreDamaged);
    CHECK(read.error().hint == kIfDamaged);
  }
}

} // namespace reading_store_test
