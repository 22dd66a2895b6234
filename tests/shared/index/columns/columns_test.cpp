// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/column_row.h"
#include "shared/index/columns/columns_builder.h"
#include "shared/index/columns/value_key.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/temporary_directory.h"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

std::vector<std::string> texts(const ValueColumn& column, std::uint32_t document) {
  std::vector<std::string> out;
  for (const std::uint32_t ordinal : column.of(document)) out.push_back(column.key(ordinal));
  return out;
}

/// Everything the columns say, in a form that does not depend on ordinals.
std::map<std::uint32_t, std::string> printed(const Columns& columns) {
  std::map<std::uint32_t, std::string> out;
  for (std::uint32_t document = 0; document <= columns.last_document; ++document) {
    if (!columns.is_live(document)) continue;
    std::string row = std::to_string(columns.id[document]) + " " + std::to_string(columns.published[document]) + " " +
                      std::to_string(columns.words[document]) + " " + std::to_string(columns.title_words[document]);
    for (const ValueColumn& column : columns.fields) {
      row += " | ";
      for (const std::string& text : texts(column, document)) row += text + ",";
    }
    out[document] = row;
  }
  return out;
}

std::map<std::string, std::uint32_t> counts(const ValueColumn& column) {
  std::map<std::string, std::uint32_t> out;
  for (std::uint32_t i = 0; i < column.values.size(); ++i) {
    if (column.documents[i] > 0) out[column.key(i)] = column.documents[i];
  }
  return out;
}

} // namespace

TEST_CASE("columns: a row of every field is packed and read back", "[index]") {
  Article article = test::article(3);
  article.authors = {"Ada Byron", "ADA BYRON", "É. Ågren"};
  article.affiliations = {"Meta"};
  article.tags = {"gpu", "training", "gpu"};
  article.language = "en";
  for (const char* date : {"2026-04-08T09:30:01Z", "1969-12-31T23:59:59Z", "0001-01-01", "1970-01-01"}) {
    article.published = parse_rfc3339(date);
    ColumnRow row;
    const std::string packed = pack_row(article, 300, 5, 70'000);
    REQUIRE(unpack_row(packed, row));
    CHECK(row.published == article.published->time.time_since_epoch().count());
    CHECK(row.words == 300);
    CHECK(row.title_words == 5);
    CHECK(row.stored_offset == 70'000);
    REQUIRE(row.fields[3].size() == 3);
    CHECK(row.fields[3][0].key == "ada byron");
    CHECK(row.fields[3][0].shown == "Ada Byron");
    CHECK(row.fields[3][1].key == "e. agren");
    CHECK(row.fields[3][2].shown == "Meta");
    CHECK(row.fields[1].size() == 2);
    CHECK(row.fields[2].empty());
    for (std::size_t size = 0; size < packed.size(); ++size) {
      CHECK_FALSE(unpack_row(std::string(packed.substr(0, size)), row));
    }
    CHECK_FALSE(unpack_row(packed + "x", row));
  }
}

TEST_CASE("columns: a row with changed bits is refused or read within its bounds", "[index]") {
  std::mt19937 random(4);
  const std::string packed = pack_row(test::random_article(1, random), 300, 5, 70'000);
  ColumnRow row;
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    const std::string changed = test::with_flipped_bit(packed, bit);
    if (!unpack_row(changed, row)) continue;
    for (const auto& values : row.fields) CHECK(values.size() <= packed.size());
  }
}

TEST_CASE("columns: posting lists that know of later documents are not used", "[index]") {
  const test::TemporaryDirectory directory;
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  for (int i = 0; i < 3; ++i) database.add_document(Xapian::Document());
  REQUIRE(write_posting_lists(database, 0, directory.data().root / "words"));
  const auto lists = PostingLists::open(directory.data().root / "words");
  REQUIRE(lists);
  Columns columns;
  columns.live = {0};
  columns.last_document = 3;
  attach_posting_lists(columns, *lists);
  CHECK(columns.posting_lists);
  columns.last_document = 2;
  attach_posting_lists(columns, *lists);
  CHECK_FALSE(columns.posting_lists);
}

TEST_CASE("columns: authors are compared without case or accents, everything without stray blanks", "[index]") {
  CHECK(value_key("author", " Ada \n Byron ") == "ada byron");
  CHECK(value_key("author", "STRAßE") == value_key("author", "strasse"));
  CHECK(value_key("source", "PyTorch") == "PyTorch");
  CHECK(value_key("tag", "  ").empty());
}

TEST_CASE("columns: refreshing by changes gives the same columns as building them from scratch", "[index]") {
  const test::TemporaryDirectory directory;
  std::mt19937 random(5);
  auto writer = IndexWriter::open_live(directory.data());
  REQUIRE(writer);
  for (std::size_t i = 0; i < 100; ++i) REQUIRE(writer->put(test::random_article(i, random)));
  REQUIRE(writer->commit(1));
  auto reader = IndexReader::open(directory.data());
  REQUIRE(reader);
  for (unsigned round = 0; round < 30; ++round) {
    for (auto commits = 1 + random() % 3; commits > 0; --commits) {
      for (unsigned i = 0; i < 10; ++i) {
        const std::size_t number = random() % 150;
        if (random() % 4 == 0) {
          REQUIRE(writer->remove(test::article(number).id));
        } else {
          REQUIRE(writer->put(test::random_article(number, random)));
        }
      }
      REQUIRE(writer->commit(round));
    }
    REQUIRE((*reader)->is_stale());
    reader = (*reader)->refresh();
    REQUIRE(reader);
    const auto built = build_columns((*reader)->database());
    REQUIRE(built);
    const Columns& refreshed = (*reader)->columns();
    CHECK(printed(refreshed) == printed(*built));
    CHECK(printed(refreshed).size() == (*reader)->database().get_doccount());
    for (std::size_t i = 0; i < refreshed.fields.size(); ++i)
      CHECK(counts(refreshed.fields[i]) == counts(built->fields[i]));
  }
}

TEST_CASE("columns: changes are kept for the last 256 commits only", "[index]") {
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  for (std::uint32_t number = 1; number <= kRememberedCommits + 10; ++number) {
    write_changes(database, number, {number, 1, number});
  }
  CHECK_FALSE(read_changes(database, 5, kRememberedCommits + 10));
  const auto some = read_changes(database, 20, 22);
  REQUIRE(some);
  CHECK(*some == std::vector<std::uint32_t>{1, 21, 22});
  CHECK(read_changes(database, 20, 20)->empty());
  CHECK_FALSE(read_changes(database, 22, 20));
}

TEST_CASE("columns: readers with one cache share their columns", "[index]") {
  const test::TemporaryDirectory directory;
  auto writer = IndexWriter::open_live(directory.data());
  REQUIRE(writer);
  REQUIRE(writer->put(test::article(1)));
  REQUIRE(writer->commit(1));
  const auto cache = std::make_shared<ColumnsCache>();
  const auto a = IndexReader::open(directory.data(), cache);
  const auto b = IndexReader::open(directory.data(), cache);
  const auto apart = IndexReader::open(directory.data());
  REQUIRE((a && b && apart));
  CHECK(&(*a)->columns() == &(*b)->columns());
  CHECK(&(*a)->columns() != &(*apart)->columns());
}

TEST_CASE("columns: a value is found by its key", "[index]") {
  ValueColumn column;
  for (int i = 0; i < 5000; ++i) {
    const std::uint32_t ordinal = column.dictionary.intern("value" + std::to_string(i % 3000), column.values);
    REQUIRE(ordinal == static_cast<std::uint32_t>(i % 3000));
  }
  CHECK(column.values.size() == 3000);
  for (std::uint32_t i = 0; i < 3000; ++i) REQUIRE(column.find("value" + std::to_string(i)) == i);
  CHECK_FALSE(column.find("value3000"));
  CHECK_FALSE(ValueColumn{}.find(""));
}
