// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment_builder.h"

#include "shared/article/article_id.h"
#include "shared/schema/terms.h"
#include "tests/support/temporary_directory.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

TEST_CASE("segments: the merged database holds each article's last document, whichever segment it is in", "[index]") {
  std::mt19937 random(41);
  const test::TemporaryDirectory directory;
  auto segments = SegmentBuilder::create(directory.data().root / "building");
  REQUIRE(segments);
  std::map<std::string, std::string> truth;
  for (int i = 0; i < 400; ++i) {
    const std::string id = article_id("https://example.org/" + std::to_string(random() % 60));
    if (random() % 5 == 0) {
      REQUIRE(segments->remove(id));
      truth.erase(id);
      continue;
    }
    Xapian::Document document;
    truth[id] = "version " + std::to_string(i);
    document.set_data(truth[id]);
    document.add_boolean_term(schema::id_term(id));
    // Every few documents claim to fill a segment, so the next one opens another.
    REQUIRE(segments->put(id, document, i % 40 == 0 ? 64u << 20 : 10));
    REQUIRE(segments->document_count() == truth.size());
  }
  const auto path = directory.data().root / "merged";
  REQUIRE(segments->merge_into(path));
  const Xapian::Database merged(path.string());
  CHECK(merged.get_doccount() == truth.size());
  for (const auto& [id, data] : truth) {
    const std::string term = schema::id_term(id);
    REQUIRE(merged.get_termfreq(term) == 1);
    CHECK(merged.get_document(*merged.postlist_begin(term)).get_data() == data);
  }
}

TEST_CASE("segments: a new one is opened when the last is full, not before", "[index]") {
  const test::TemporaryDirectory directory;
  const auto folder = directory.data().root / "building";
  auto segments = SegmentBuilder::create(folder);
  REQUIRE(segments);
  constexpr std::size_t kSegmentBytes = 16u << 20;
  const auto put = [&](int number, std::size_t bytes) {
    const std::string id = article_id("https://example.org/" + std::to_string(number));
    Xapian::Document document;
    document.add_boolean_term(schema::id_term(id));
    REQUIRE(segments->put(id, document, bytes));
  };
  const auto count = [&] { return std::distance(std::filesystem::directory_iterator(folder), {}); };
  put(1, kSegmentBytes - 1);
  put(2, 1);
  CHECK(count() == 1);
  put(3, 1);
  CHECK(count() == 2);
  CHECK(segments->document_count() == 3);
}

TEST_CASE("segments: what an earlier run left in the folder is removed", "[index]") {
  const test::TemporaryDirectory directory;
  const auto folder = directory.data().root / "building";
  std::filesystem::create_directories(folder / "shard-7");
  REQUIRE(SegmentBuilder::create(folder));
  CHECK_FALSE(std::filesystem::exists(folder / "shard-7"));
}

TEST_CASE("segments: no documents merge into an empty database; an unknown id is removed without error", "[index]") {
  const test::TemporaryDirectory directory;
  auto segments = SegmentBuilder::create(directory.data().root / "building");
  REQUIRE(segments);
  CHECK(segments->remove("0123456789abcdef"));
  const auto path = directory.data().root / "merged";
  REQUIRE(segments->merge_into(path));
  CHECK(Xapian::Database(path.string()).get_doccount() == 0);
}

TEST_CASE("segments: a folder that cannot be made is an error", "[index]") {
  const test::TemporaryDirectory directory;
  std::ofstream(directory.data().root / "file") << "x";
  CHECK_FALSE(SegmentBuilder::create(directory.data().root / "file" / "building"));
}
