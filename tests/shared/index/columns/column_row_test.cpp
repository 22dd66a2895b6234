// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/column_row.h"

#include "shared/base/packed.h"
#include "shared/index/columns/value_key.h"
#include "tests/support/articles.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

/// "key=shown" of each value, joined by blanks.
std::string values_of(const Article& article, const std::string& field) {
  std::string out;
  for (const FieldValue& value : field_values(article, *schema::filter_index(field))) {
    out += (out.empty() ? "" : " | ") + value.key + "=" + value.shown;
  }
  return out;
}

/// A row of an article without values, but for the numbers in front.
std::string packed_numbers(std::uint64_t words, std::uint64_t title_words) {
  std::string out;
  for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{0}, words, title_words, std::uint64_t{0}}) {
    packed::put_number(out, number);
  }
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) packed::put_number(out, 0);
  return out;
}

} // namespace

TEST_CASE("column row: values come in the article's order, each key once", "[index]") {
  Article article;
  article.source = "pytorch";
  article.copies = {{"https://a.org", "vllm"}, {"https://b.org", "pytorch"}, {"https://c.org", ""}};
  article.tags = {"gpu", "attention", "gpu", " gpu ", ""};
  article.authors = {"Émile Zola", "emile zola", "  Émile \n Zola "};
  article.affiliations = {"EMILE ZOLA", "Meta"};
  article.site = "Example.org";
  CHECK(values_of(article, "source") == "pytorch=pytorch | vllm=vllm");
  CHECK(values_of(article, "tag") == "gpu=gpu | attention=attention");
  CHECK(values_of(article, "author") == "emile zola=Émile Zola | meta=Meta");
  CHECK(values_of(article, "site") == "Example.org=Example.org");
  CHECK(values_of(article, "category").empty());
  CHECK(values_of(article, "language").empty());
}

TEST_CASE("column row: an id is a number that orders like its digits", "[index]") {
  std::mt19937_64 random(71);
  std::string before;
  std::uint64_t number_before = 0;
  for (int round = 0; round < 1'000; ++round) {
    Article article;
    for (int digit = 0; digit < 16; ++digit) article.id += "0123456789abcdef"[random() % (round % 3 == 0 ? 2 : 16)];
    ColumnRow row;
    const std::string packed = pack_row(article, 0, 0, 0);
    REQUIRE(unpack_row(packed, row));
    if (round > 0) REQUIRE((article.id < before) == (row.id < number_before));
    before = article.id;
    number_before = row.id;
  }
}

TEST_CASE("column row: numbers too large for their column are read as the largest", "[index]") {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  ColumnRow row;
  for (const std::uint64_t words : {std::uint64_t{0}, kMost - 1, kMost, kMost + 1, ~std::uint64_t{0}}) {
    CAPTURE(words);
    const std::string packed = packed_numbers(words, words);
    REQUIRE(unpack_row(packed, row));
    CHECK(row.words == std::min(words, kMost));
    CHECK(row.title_words == std::min(words, kMost));
  }
  CHECK(row.published == kUndated);
}

TEST_CASE("column row: a count of values that the row cannot hold is damage", "[index]") {
  std::string packed = packed_numbers(1, 1);
  for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
    std::string changed = packed.substr(0, packed.size() - 1);
    packed::put_number(changed, count);
    ColumnRow row;
    CHECK_FALSE(unpack_row(changed, row));
  }
}

TEST_CASE("column row: a row that is reused keeps nothing of the one before", "[index]") {
  std::mt19937 random(72);
  ColumnRow reused;
  for (std::size_t i = 0; i < 200; ++i) {
    CAPTURE(i);
    const std::string packed = pack_row(test::random_article(i, random), 3, 1, i);
    ColumnRow fresh;
    REQUIRE(unpack_row(packed, fresh));
    REQUIRE(unpack_row(packed, reused));
    for (std::size_t field = 0; field < fresh.fields.size(); ++field) {
      REQUIRE(reused.fields[field].size() == fresh.fields[field].size());
      for (std::size_t v = 0; v < fresh.fields[field].size(); ++v) {
        REQUIRE(reused.fields[field][v].key == fresh.fields[field][v].key);
        REQUIRE(reused.fields[field][v].shown == fresh.fields[field][v].shown);
      }
    }
  }
}

TEST_CASE("value key: white space is squeezed, and case is folded only where the field ignores it", "[index]") {
  struct Row {
    const char *field, *value, *key;
  };
  for (const Row& row : {Row{"tag", "gpu", "gpu"}, Row{"tag", "\t gpu \r\n", "gpu"}, Row{"tag", "a \t\n b", "a b"},
                         Row{"tag", "GPU", "GPU"}, Row{"tag", "", ""}, Row{"tag", " \n\t\r ", ""},
                         Row{"author", "Ada  BYRON", "ada byron"}, Row{"author", "Ångström", "angstrom"},
                         Row{"author", "ＡＤＡ", "ada"}, Row{"author", "李 飞飞", "李 飞飞"},
                         Row{"site", "Example.ORG", "Example.ORG"}, Row{"nothing", " A  b ", "A b"}}) {
    INFO(row.field << " " << row.value);
    CHECK(value_key(row.field, row.value) == row.key);
  }
}

TEST_CASE("value key: the key of a key is the key", "[index]") {
  std::mt19937 random(73);
  const std::vector<std::string> pieces{"A", "b", " ", "\n", "\t", "É", "ß", "ﬁ", "İ", "ｇ", "漢", "\u0301", "\u00A0"};
  for (int round = 0; round < 2'000; ++round) {
    std::string value;
    for (auto i = random() % 8; i > 0; --i) value += pieces[random() % pieces.size()];
    for (const std::string_view field : schema::kFilterFields) {
      const std::string key = value_key(field, value);
      INFO(round << " " << field << " [" << value << "]");
      REQUIRE(value_key(field, key) == key);
    }
  }
}
