// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns.h"

#include "shared/index/columns/value_key.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/columns_of.h"
#include "tests/support/index_of.h"
#include "tests/support/temporary_directory.h"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

std::vector<std::string> texts(const ValueColumn& column, std::uint32_t document) {
  std::vector<std::string> out;
  for (const std::uint32_t ordinal : column.of(document)) out.emplace_back(column.key(ordinal));
  return out;
}

/// Everything the columns say, by article id, in a form that does not depend on ordinals.
std::map<std::uint64_t, std::string> printed(const Columns& columns) {
  std::map<std::uint64_t, std::string> out;
  for (std::uint32_t document = 0; document <= columns.last_document; ++document) {
    if (!columns.is_live(document)) continue;
    std::string row = std::to_string(columns.ids()[document]) + " " + std::to_string(columns.published()[document]) +
                      " " + std::to_string(columns.words[document]) + " " +
                      std::to_string(columns.title_words[document]);
    for (std::size_t i = 0; i < kFields; ++i) {
      row += " | ";
      for (const std::string& text : texts(columns.field(i), document)) row += text + ",";
    }
    out[columns.ids()[document]] = row;
  }
  return out;
}

std::map<std::string, std::uint32_t> counts(const ValueColumn& column) {
  std::map<std::string, std::uint32_t> out;
  for (std::uint32_t i = 0; i < column.values.size(); ++i) {
    if (column.documents[i] > 0) out[std::string(column.key(i))] = column.documents[i];
  }
  return out;
}

} // namespace

TEST_CASE("columns: authors are compared without case or accents, everything without stray blanks", "[index]") {
  CHECK(value_key("author", " Ada \n Byron ") == "ada byron");
  CHECK(value_key("author", "STRAßE") == value_key("author", "strasse"));
  CHECK(value_key("source", "PyTorch") == "PyTorch");
  CHECK(value_key("tag", "  ").empty());
}

TEST_CASE("columns: readers with one cache share what was read of a revision", "[index]") {
  const test::TemporaryDirectory directory;
  auto writer = IndexWriter::open_live(directory.data());
  REQUIRE(writer);
  REQUIRE(writer->put(test::article(1)));
  REQUIRE(writer->commit(1));
  const auto cache = std::make_shared<IndexCache>();
  const auto a = IndexReader::open(directory.data(), cache), b = IndexReader::open(directory.data(), cache);
  const auto apart = IndexReader::open(directory.data());
  REQUIRE((a && b && apart));
  const auto rows_of = [](const auto& reader) { return &(*reader)->columns().published(); };
  CHECK(rows_of(a) == rows_of(b));
  CHECK(rows_of(a) != rows_of(apart));
  REQUIRE(writer->put(test::article(2)));
  REQUIRE(writer->commit(2));
  const auto after = IndexReader::open(directory.data(), cache);
  REQUIRE(after);
  CHECK(rows_of(after) != rows_of(a));
  CHECK((*after)->columns().live_documents == 2);
}

TEST_CASE("columns: whichever of however many articles is removed, the others are live", "[index]") {
  for (const std::size_t count : {1, 62, 63, 64, 65, 127}) {
    for (const std::size_t removed : {std::size_t{1}, (count + 1) / 2, count}) {
      CAPTURE(count, removed);
      const test::TemporaryDirectory directory;
      auto writer = IndexWriter::open_live(directory.data());
      REQUIRE(writer);
      for (std::size_t i = 1; i <= count; ++i) REQUIRE(writer->put(test::article(i)));
      REQUIRE(writer->commit(1));
      REQUIRE(writer->remove(test::article(removed).id));
      REQUIRE(writer->commit(2));
      const auto reader = IndexReader::open(directory.data());
      REQUIRE(reader);
      const Columns& columns = (*reader)->columns();
      const auto live = columns.live();
      for (std::uint32_t document = 0; document <= columns.last_document; ++document)
        REQUIRE(((live[document / 64] >> (document % 64) & 1) != 0) == columns.is_live(document));
      CHECK(columns.live_documents == count - 1);
    }
  }
}

TEST_CASE("columns: after any commits and merges, they say the same as those of a new index", "[index]") {
  std::mt19937 random(5);
  const test::TemporaryDirectory live_data, rebuilt_data;
  auto writer = IndexWriter::open_live(live_data.data());
  REQUIRE(writer);
  std::map<std::size_t, Article> held;
  for (unsigned round = 1; round <= 30; ++round) {
    for (unsigned i = 0; i < 10; ++i) {
      const std::size_t number = random() % 150;
      if (random() % 4 == 0) {
        held.erase(number);
        REQUIRE(writer->remove(test::article(number).id));
      } else {
        held[number] = test::random_article(number, random);
        REQUIRE(writer->put(held[number]));
      }
    }
    REQUIRE(writer->commit(round));
    const auto reader = IndexReader::open(live_data.data());
    REQUIRE(reader);
    const Columns& columns = (*reader)->columns();
    CHECK(printed(columns).size() == held.size());
    CHECK(columns.live_documents == held.size());
    if (round % 10 != 0) continue;
    auto rebuilt = IndexWriter::create(rebuilt_data.data());
    REQUIRE(rebuilt);
    for (const auto& [number, article] : held) REQUIRE(rebuilt->put(article));
    REQUIRE(rebuilt->publish(round));
    const auto other = IndexReader::open(rebuilt_data.data());
    REQUIRE(other);
    for (const auto& [id, row] : printed((*other)->columns())) REQUIRE(printed(columns)[id] == row);
    CHECK(columns.average_words == (*other)->columns().average_words);
    CHECK(columns.average_title_words == (*other)->columns().average_title_words);
    for (std::size_t i = 0; i < kFields; ++i) CHECK(counts(columns.field(i)) == counts((*other)->columns().field(i)));
  }
}

TEST_CASE("columns: a value is shown as most articles show it", "[index]") {
  std::vector<Article> articles;
  for (const char* name : {"Ada Byron", "ADA BYRON", "Ada Byron", "ada byron"}) {
    articles.push_back(test::article(articles.size()));
    articles.back().authors = {name};
  }
  const test::TestIndex made(articles);
  const auto reader = made.reader();
  const ValueColumn& column = *reader->columns().column("author");
  const auto ordinal = column.find("ada byron");
  REQUIRE(ordinal);
  CHECK(column.values[*ordinal] == "Ada Byron");
  CHECK(column.documents[*ordinal] == 4);
}

TEST_CASE("columns: a value is found by its key", "[index]") {
  std::vector<test::ColumnValues> documents;
  for (int i = 0; i < 3000; ++i) documents.push_back({kUndated, {"value" + std::to_string(i)}});
  const test::MadeColumns made(documents);
  const ValueColumn& column = *(*made).column("tag");
  CHECK(column.values.size() == 3000);
  for (std::uint32_t i = 0; i < 3000; ++i) REQUIRE(column.find("value" + std::to_string(i)) == i);
  CHECK_FALSE(column.find("value3000"));
  CHECK_FALSE(column.find(""));
}

TEST_CASE("columns: dates before 1970, of any distance and none are kept", "[index]") {
  const std::vector<std::int64_t> dates{-62'135'596'800, -1, 0, 1, 1'775'000'000, 253'402'300'799};
  for (std::size_t count = 1; count <= dates.size(); ++count) {
    std::vector<test::ColumnValues> documents{{kUndated}};
    for (std::size_t i = 0; i < count; ++i) documents.push_back({dates[i]});
    const test::MadeColumns made(documents);
    CHECK((*made).published()[1] == kUndated);
    for (std::size_t i = 0; i < count; ++i) CHECK((*made).published()[static_cast<std::uint32_t>(i + 2)] == dates[i]);
  }
}

TEST_CASE("columns: the frequent words of one beginning are not those of another, in any script", "[index]") {
  test::MadeDatabase database;
  Xapian::Document document;
  for (const char* word : {"attention", "ქართული"}) document.add_term(word); // begin with 0x61 and 0xE1
  for (std::uint32_t i = 0; i < kFrequentDf; ++i) database.add(document);
  const auto columns = database.columns();
  CHECK(columns->frequent_words('\xE1') == std::vector<std::string>{"ქართული"});
  CHECK(columns->frequent_words('a') == std::vector<std::string>{"attention"});
}
