// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/xapian_index.h"

#include "shared/article/article_id.h"
#include "shared/index/xapian/xapian_writer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/temporary_directory.h"

#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace xapian_index_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::article;
using trawl::test::must;

TEST_CASE("xapian index: its columns have the articles that are there, whichever were removed", "[index]") {
  const test::TemporaryDirectory directory;
  XapianWriter writer = must(XapianWriter::create(directory.data(), "0123456789ab"));
  for (std::size_t i = 1; i <= 70; ++i) {
    Article one = article(i);
    one.tags = {i % 2 == 0 ? "even" : "odd", "all"};
    must(writer.put(one));
  }
  must(writer.publish(1));
  XapianRowsCache cache;
  const auto before = must(XapianIndex::open(directory.data(), cache));
  const auto counted = [](const XapianIndex& index, const std::string& tag) {
    const ValueColumn& tags = *index.columns().column("tag");
    return tags.documents[tags.find(tag).value()];
  };
  CHECK(before->columns().live_documents == 70);
  CHECK(counted(*before, "odd") == 35);
  CHECK(counted(*before, "all") == 70);
  CHECK_FALSE(before->is_stale());

  for (const std::size_t i : {1, 35, 70}) must(writer.remove(article(i).id)); // the first, one within, the last
  must(writer.commit(2));
  CHECK(before->is_stale());
  const auto after = must(XapianIndex::open(directory.data(), cache));
  const Columns& columns = after->columns();
  CHECK(columns.live_documents == 67);
  CHECK(counted(*after, "odd") == 33);
  CHECK(counted(*after, "all") == 67);
  std::size_t live = 0;
  for (std::uint32_t document = 0; document <= columns.last_document + 70; ++document)
    live += columns.is_live(document) ? 1 : 0;
  CHECK(live == 67);
  CHECK(after->find_article(article(70).id) == 0);
  const std::uint32_t second = after->find_article(article(2).id);
  CHECK(article_number(article(2).id) == columns.id[second]);
  CHECK(after->article(second).title == article(2).title);
}

TEST_CASE("xapian index: a directory without the database says so", "[index]") {
  const test::TemporaryDirectory directory;
  XapianRowsCache cache;
  CHECK(XapianIndex::open(directory.data(), cache).error().code == ErrorCode::NoIndex);
}

} // namespace xapian_index_test
