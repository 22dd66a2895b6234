// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment_builder.h"

#include "shared/article/article_id.h"
#include "shared/schema/terms.h"
#include "tests/support/temporary_directory.h"

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
