// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/nearest_value.h"

#include "tests/shared/search/plan/made_statistics.h"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::search;

namespace {

using Values = std::vector<std::pair<std::string, std::size_t>>; // with the number of articles that have them

std::string nearest(const Values& values, std::string_view typed, const std::string& field = "tag") {
  trawl::search::test::MadeStatistics statistics;
  statistics.values[field] = values;
  statistics.labels = {{"lil-log", "Lilian Wéng"}};
  return nearest_value(field, typed, statistics).value_or("(none)");
}

} // namespace

TEST_CASE("nearest value: one edit for each three letters, at least one and at most three", "[search][filters]") {
  struct Row {
    const char *value, *typed;
    bool is_near;
  };
  for (const Row& row :
       {Row{"ab", "ax", true}, Row{"ab", "xy", false}, Row{"pytorch", "pytroch", true}, Row{"pytorch", "pitroch", true},
        Row{"qwen", "qwne", true}, Row{"pytorch", "pitrohc", false}, Row{"huggingface", "hugingfase", true},
        Row{"abcdefghijkl", "xbcdxfghixkl", true}, Row{"abcdefghijklmnop", "xbxdxfxhijklmnop", false},
        Row{"gpu", "GPU", true}, Row{"gpu", "gpu", true}}) {
    INFO(row.value << " " << row.typed);
    CHECK(nearest(Values({{row.value, 1}}), row.typed) == (row.is_near ? row.value : "(none)"));
  }
}

TEST_CASE("nearest value: a beginning of two letters or more is one edit away, however much follows",
          "[search][filters]") {
  const Values column{{"lilianweng", 3}};
  CHECK(nearest(column, "lilian") == "lilianweng");
  CHECK(nearest(column, "li") == "lilianweng");
  CHECK(nearest(column, "l") == "(none)");
  CHECK(nearest(column, "weng") == "(none)");
}

TEST_CASE("nearest value: the nearest first, then the one that more documents have", "[search][filters]") {
  CHECK(nearest(Values({{"tarin", 90}, {"train", 1}}), "trains") == "train");
  CHECK(nearest(Values({{"trail", 1}, {"train", 2}}), "traix") == "train");
  CHECK(nearest(Values({{"train", 2}, {"trail", 2}}), "traix") == "trail"); // the first of equals
}

TEST_CASE("nearest value: values that no document has any more are not offered", "[search][filters]") {
  CHECK(nearest(Values({{"train", 0}}), "trein") == "(none)");
  CHECK(nearest(Values({{"train", 0}, {"trail", 1}}), "train") == "trail");
  CHECK(nearest({}, "train") == "(none)");
}

TEST_CASE("nearest value: a source is also found by its label", "[search][filters]") {
  const Values values{{"lil-log", 1}, {"openai", 5}};
  CHECK(nearest(values, "lilian", "source") == "lil-log");
  CHECK(nearest(values, "LILIAN WENG", "source") == "lil-log");
  CHECK(nearest(values, "opnai", "source") == "openai");
}

TEST_CASE("nearest value: an author is also found by one word of the name, a language by what it is called",
          "[search][filters]") {
  CHECK(nearest({{"Sigrid Keydana", 1}}, "keydna", "author") == "Sigrid Keydana");
  CHECK(nearest({{"en", 9}, {"de", 1}}, "Germann", "language") == "de");
  CHECK(nearest({{"en", 9}, {"de", 1}}, "deutsh", "language") == "de");
}

TEST_CASE("nearest value: a name that has other letters than were typed is left out, not one with accents",
          "[search][filters]") {
  CHECK(nearest({{"Zoë Müller", 1}}, "muler", "author") == "Zoë Müller");
  CHECK(nearest({{"abcdefg", 1}}, "xbydefz") == "(none)");
  CHECK(nearest({{"abcdefghi", 1}}, "xbcyefgzi") == "abcdefghi");
  CHECK(nearest({{"abcdefghi", 1}}, "abcdefghixyz") == "abcdefghi");
}

TEST_CASE("nearest value: nothing typed, or a text of no possible length, has none", "[search][filters]") {
  const Values column{{"train", 1}, {std::string(120, 'x'), 1}};
  CHECK(nearest(column, "") == "(none)");
  CHECK(nearest(column, std::string(100, 'x')) != "(none)");
  CHECK(nearest(column, std::string(101, 'x')) == "(none)");
}
