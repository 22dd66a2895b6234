// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/field_values.h"

#include "shared/index/columns/value_key.h"
#include "shared/schema/fields.h"
#include "tests/support/articles.h"

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

} // namespace

TEST_CASE("field values: values come in the article's order, each key once", "[index]") {
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
