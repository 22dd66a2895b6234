// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns_builder.h"

#include "shared/index/columns/column_row.h"
#include "shared/schema/terms.h"
#include "tests/support/articles.h"
#include "tests/support/temporary_directory.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

Xapian::WritableDatabase in_memory() { return Xapian::WritableDatabase("", Xapian::DB_BACKEND_INMEMORY); }

Xapian::Document with_row(const std::string& row) {
  Xapian::Document document;
  document.add_value(schema::kColumnsSlot, row);
  return document;
}

Xapian::Document with_words(std::size_t number, std::uint32_t words, std::uint32_t title_words) {
  return with_row(pack_row(test::article(number), words, title_words, 100 * number));
}

/// The documents of a bitmap.
std::vector<std::uint32_t> documents_in(const std::vector<std::uint64_t>& bitmap) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t document = 0; document < 64 * bitmap.size(); ++document) {
    if (bitmap[document / 64] >> (document % 64) & 1) out.push_back(document);
  }
  return out;
}

using Documents = std::vector<std::uint32_t>;

} // namespace

TEST_CASE("columns: numbers between documents are unused, and have no values", "[index]") {
  auto database = in_memory();
  for (const std::uint32_t number : {2U, 64U, 130U}) database.replace_document(number, with_words(number, number, 1));
  const auto columns = build_columns(database);
  REQUIRE(columns);
  CHECK(columns->last_document == 130);
  CHECK(documents_in(columns->live) == Documents{2, 64, 130});
  for (std::uint32_t document = 0; document <= 130; ++document) {
    const bool is_live = document == 2 || document == 64 || document == 130;
    CHECK(columns->is_live(document) == is_live);
    CHECK(columns->source().of(document).size() == (is_live ? 1 : 0));
    CHECK(columns->stored_offset[document] == (is_live ? 100 * document : 0));
  }
  CHECK_FALSE(columns->is_live(131));
  CHECK_FALSE(columns->is_live(4'000'000'000));
}

TEST_CASE("columns: average lengths are those of the documents that exist", "[index]") {
  auto database = in_memory();
  const auto empty = build_columns(database);
  REQUIRE(empty);
  CHECK(empty->average_words == 0);
  CHECK(empty->last_document == 0);
  database.replace_document(5, with_words(5, 10, 2));
  database.replace_document(9, with_words(9, 40, 5));
  const auto columns = build_columns(database);
  REQUIRE(columns);
  CHECK(columns->average_words == 25);
  CHECK(columns->average_title_words == 3.5);
  database.delete_document(5);
  const auto refreshed = refresh_columns(database, *columns, {5});
  REQUIRE(refreshed);
  CHECK(refreshed->average_words == 40);
}

TEST_CASE("columns: a refresh keeps ordinals, and counts what is gone as 0", "[index]") {
  auto database = in_memory();
  Article first = test::article(1), second = test::article(2);
  first.tags = {"gpu", "training"};
  second.tags = {"training"};
  database.add_document(with_row(pack_row(first, 1, 1, 0)));
  database.add_document(with_row(pack_row(second, 1, 1, 0)));
  const auto older = build_columns(database);
  REQUIRE(older);
  second.tags = {"new", "gpu"};
  database.replace_document(2, with_row(pack_row(second, 1, 1, 0)));
  database.delete_document(1);
  const auto refreshed = refresh_columns(database, *older, {1, 2});
  REQUIRE(refreshed);
  const ValueColumn& tag = *refreshed->column("tag");
  CHECK(tag.values == std::vector<std::string>{"gpu", "training", "new"});
  CHECK(tag.documents == std::vector<std::uint32_t>{1, 0, 1});
  CHECK(tag.find("training") == 1);
  CHECK(refreshed->column("nothing") == nullptr);
  CHECK(&refreshed->source() == refreshed->column("source"));
}

TEST_CASE("columns: a row that cannot be read is damage, whichever way columns are made", "[index]") {
  auto database = in_memory();
  database.add_document(with_words(1, 1, 1));
  const auto older = build_columns(database);
  REQUIRE(older);
  database.add_document(with_row("\xff\xff"));
  for (const auto& failed : {build_columns(database), refresh_columns(database, *older, {2})}) {
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == ErrorCode::IndexDamaged);
    CHECK(failed.error().what.contains("document 2"));
  }
  CHECK(refresh_columns(database, *older, {})); // an unchanged document is not read again
}

TEST_CASE("columns: posting lists hold the documents that were stored before they were made", "[index]") {
  const test::TemporaryDirectory directory;
  auto database = in_memory();
  for (const std::size_t number : {1U, 2U, 3U}) database.add_document(with_words(number, 1, 1)); // at 100, 200, 300
  const auto path = directory.data().root / "words";
  REQUIRE(write_posting_lists(database, 301, path));
  const auto lists = PostingLists::open(path);
  REQUIRE(lists);
  const auto merged_after = [&](const Xapian::Database& changed) {
    Columns columns = build_columns(changed).value();
    attach_posting_lists(columns, *lists);
    return std::pair{documents_in(columns.merged), columns.all_merged};
  };
  CHECK(merged_after(database) == std::pair{Documents{1, 2, 3}, true});
  database.add_document(with_words(4, 1, 1));
  CHECK(merged_after(database) == std::pair{Documents{1, 2, 3}, false});
  database.replace_document(2, with_row(pack_row(test::article(2), 1, 1, 301))); // stored again
  CHECK(merged_after(database) == std::pair{Documents{1, 3}, false});
  database.delete_document(2);
  database.delete_document(4);
  CHECK(merged_after(database) == std::pair{Documents{1, 3}, false}); // the lists still name document 2
  Columns columns = build_columns(database).value();
  attach_posting_lists(columns, nullptr);
  CHECK(documents_in(columns.merged).empty());
  CHECK_FALSE(columns.all_merged);
}
