// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/fields.h"

#include <random>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/schema/fields.h"

using namespace trawl;
using namespace trawl::query;

TEST_CASE("query fields: each name has its kind, its filter and its printed name", "[query]") {
  struct Row {
    std::string_view name;
    FieldKind kind;
    std::string_view filter, printed;
  };
  for (const Row& row : std::vector<Row>{{"title", FieldKind::Words, "", "title"},
                                         {"source", FieldKind::Value, "source", "source"},
                                         {"author", FieldKind::Value, "author", "author"},
                                         {"tag", FieldKind::Value, "tag", "tag"},
                                         {"category", FieldKind::Value, "category", "category"},
                                         {"site", FieldKind::Value, "site", "site"},
                                         {"lang", FieldKind::Value, "language", "lang"},
                                         {"language", FieldKind::Value, "language", "lang"},
                                         {"date", FieldKind::Date, "", "date"},
                                         {"since", FieldKind::Date, "", "date"},
                                         {"after", FieldKind::Date, "", "date"},
                                         {"before", FieldKind::Date, "", "date"},
                                         {"is", FieldKind::Property, "", "is"},
                                         {"foo", FieldKind::Unknown, "", "foo"},
                                         {"", FieldKind::Unknown, "", ""},
                                         {"Title", FieldKind::Unknown, "", "Title"}}) { // the lexer folds names
    INFO(row.name);
    CHECK(field_kind(row.name) == row.kind);
    CHECK(filter_of(row.name) == row.filter);
    CHECK(canonical_name(row.name) == row.printed);
  }
}

TEST_CASE("query fields: every filter of the table can be asked for", "[query]") {
  for (const std::string_view filter : schema::kFilterFields) {
    INFO(filter);
    CHECK(field_kind(filter) == FieldKind::Value);
    CHECK(filter_of(filter) == filter);
    CHECK(filter_of(canonical_name(filter)) == filter);
  }
}

TEST_CASE("query fields: authors are kept as typed, other values are folded", "[query]") {
  CHECK(keeps_case("author"));
  for (const std::string_view name : {"source", "tag", "lang", "title", "date", "is", "foo", ""}) {
    INFO(name);
    CHECK_FALSE(keeps_case(name));
  }
}

TEST_CASE("query fields: the properties are three", "[query]") {
  for (const std::string_view value : {"long", "undated", "duplicate"}) CHECK(is_property(value));
  for (const std::string_view value : {"", "short", "Long", "longer"}) CHECK_FALSE(is_property(value));
}

TEST_CASE("query fields: a range that is written as a value is read back", "[query]") {
  constexpr unsigned kSeed = 113;
  std::mt19937_64 random(kSeed);
  const auto moment = [&] { return Moment{std::chrono::seconds(static_cast<std::int64_t>(random() % 8'000'000'000))}; };
  const auto day = [&] { return std::chrono::floor<std::chrono::days>(moment()); };
  for (int round = 0; round < 2'000; ++round) {
    DateRange range;
    const bool begins = random() % 3 != 0, ends = !begins || random() % 3 != 0;
    if (begins) random() % 2 == 0 ? void(range.after = moment()) : void(range.first_day = day());
    if (ends) random() % 2 == 0 ? void(range.before = moment()) : void(range.end_day = day());
    if (range.is_empty()) continue;
    INFO("seed " << kSeed << ": " << date_value(range));
    REQUIRE(range_of_value(date_value(range)) == range);
  }
  CHECK_FALSE(range_of_value(date_value({})));
  CHECK_FALSE(range_of_value(""));
}
