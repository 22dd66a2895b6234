// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/partition.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::commands;

namespace partition_test {

schema::SourceDefinition source_at(const std::string& homepage) {
  schema::SourceDefinition source;
  source.homepage = homepage;
  return source;
}

/// The number of the partition of five that a source is in; 0 if there is not exactly one.
std::size_t partition_of_five(const schema::SourceDefinition& source) {
  std::size_t number = 0, found = 0;
  for (std::size_t i = 1; i <= 5; ++i) {
    if (!is_in({i, 5}, source)) continue;
    ++found;
    number = i;
  }
  return found == 1 ? number : 0;
}

TEST_CASE("partitions: every source is in exactly one of five", "[commands][partition]") {
  std::size_t counts[6] = {};
  for (int i = 0; i < 500; ++i)
    ++counts[partition_of_five(
        source_at("https://blog" + std::to_string(i) + ".example" + std::to_string(i) + ".org/"))];
  CHECK(counts[0] == 0);
  for (std::size_t i = 1; i <= 5; ++i) CHECK(counts[i] > 60);
}

TEST_CASE("partitions: sources of one registrable domain stay together", "[commands][partition]") {
  const auto one = partition_of_five(source_at("https://research.example.co.uk/blog/"));
  CHECK(one == partition_of_five(source_at("http://www.example.co.uk:8080/")));
  CHECK(one == partition_of_five(source_at("https://example.co.uk/news/feed.xml")));
}

TEST_CASE("partitions: a source without a home page is placed by its seed", "[commands][partition]") {
  schema::SourceDefinition source;
  source.seed.url = "https://feeds.example.org/all.xml";
  CHECK(partition_of_five(source) == partition_of_five(source_at("https://www.example.org/")));
}

TEST_CASE("partitions: a source always stays in the same partition", "[commands][partition]") {
  CHECK(partition_of_five(source_at("https://pytorch.org/blog/")) == 3);
  CHECK(partition_of_five(source_at("https://huggingface.co/blog")) == 5);
  CHECK(partition_of_five(source_at("http://127.0.0.1:8000/")) == 3);
}

TEST_CASE("partitions: a single partition has all sources", "[commands][partition]") {
  CHECK(sources_in({1, 1}, {source_at("https://a.org/"), source_at("https://b.org/")}).size() == 2);
}

TEST_CASE("partitions: a mistyped partition is rejected and named", "[commands][partition]") {
  CHECK(parse_partition("2/5")->number == 2);
  CHECK(parse_partition("2/5")->count == 5);
  for (const std::string text : {"", "2", "0/5", "6/5", "2/", "/5", "-1/5", "1/0", "2/5x", "1/1001", "a/b"}) {
    const auto refused = parse_partition(text);
    REQUIRE(!refused);
    CHECK(refused.error().where == "partition " + text);
  }
}

} // namespace partition_test
