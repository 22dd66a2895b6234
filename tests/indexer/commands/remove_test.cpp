// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/commands/indexer_run.h"

#include "shared/article/article_id.h"

using namespace trawl;
using namespace trawl::test;

namespace remove_test {

const std::string kUrl = "https://rows.example/";

/// Whether the article of this row is in an export, and the index has what the export has.
bool is_there(const IndexerWorld& world, const std::string& name) {
  CHECK(world.run({"index", "check"}).exit_code == 0);
  return world.run({"export"}).out.contains(kUrl + name + "\"");
}

TEST_CASE("remove: an article leaves by its id or its address, and stays out until it is brought back", "[commands]") {
  const IndexerWorld world;
  const std::string rows = world.file("rows.jsonl", import_row("a") + import_row("b") + import_row("c"));
  REQUIRE(world.run({"import", rows}).exit_code == 0);
  const std::string id = article_id(kUrl + "a");
  const Done removed = world.run({"remove", id, "rows.example/b#part"});
  CHECK(removed.exit_code == 0);
  CHECK(removed.out == id + "  Title of a\n" + article_id(kUrl + "b") + "  Title of b\n");
  CHECK(removed.err == "removed for good; `trawl remove --undo ID` brings an article back\n");
  const auto check_removed = [](const IndexerWorld& from) {
    CHECK_FALSE(is_there(from, "a"));
    CHECK_FALSE(is_there(from, "b"));
    CHECK(is_there(from, "c"));
  };
  check_removed(world);
  REQUIRE(world.run({"import", rows}).exit_code == 0);
  check_removed(world);
  REQUIRE(world.run({"index", "rebuild"}).exit_code == 0);
  check_removed(world);
  const IndexerWorld other;
  REQUIRE(world.run({"index", "backup", world.path("saved")}).exit_code == 0);
  REQUIRE(other.run({"index", "restore", world.path("saved")}).exit_code == 0);
  check_removed(other);
  CHECK(world.run({"remove", "--undo", kUrl + "a"}).exit_code == 0);
  CHECK(is_there(world, "a"));
  CHECK_FALSE(is_there(world, "b"));
  CHECK(world.run({"export"}).out.contains(id));
}

TEST_CASE("remove: what is not there is named, and the rest is removed", "[commands]") {
  const IndexerWorld world;
  REQUIRE(world.run({"import", world.file("rows.jsonl", import_row("a") + import_row("b"))}).exit_code == 0);
  const Done some = world.run({"remove", kUrl + "a", kUrl + "none"});
  CHECK(some.exit_code == 6);
  CHECK(some.err.starts_with("trawl-indexer: " + kUrl + "none: no article in the index has this id or address\n"));
  CHECK_FALSE(is_there(world, "a"));
  CHECK(world.run({"remove", kUrl + "a"}).exit_code == 1); // it was removed before
  CHECK(world.run({"remove", "--undo", kUrl + "b"}).exit_code == 1);
  CHECK(is_there(world, "b"));
  const Done nonsense = world.run({"remove", kUrl + "b", "not an address"});
  CHECK(nonsense.exit_code == 2);
  CHECK(nonsense.err.contains("neither the id of an article nor its address"));
  CHECK(is_there(world, "b"));
}

} // namespace remove_test
