// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/terms.h"

#include "shared/schema/fields.h"

#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::schema;

TEST_CASE("terms: neither text nor another filter can produce a filter's terms", "[schema]") {
  CHECK(id_term("00112233445566aa") == "Q00112233445566aa");
  CHECK(filter_term("source", "pytorch") == "XSOURCE:pytorch");
  CHECK(filter_term("author", "ada b") == "XAUTHOR:ada b");
  CHECK(filter_term("source", "").empty());
  CHECK(filter_term("nonsense", "x").empty());
  for (const Field& field : kFields) {
    CHECK_FALSE(field.prefix.starts_with('Z'));
    CHECK_FALSE(field.prefix.starts_with('S'));
  }
}

TEST_CASE("terms: a value that is too long for the index is replaced by its hash", "[schema]") {
  const std::string longest(kMaxTermBytes - std::string("K").size(), 'a');
  CHECK(filter_term("tag", longest).size() == kMaxTermBytes);
  const std::string longer = filter_term("tag", longest + "a");
  CHECK(longer.starts_with("K#"));
  CHECK(longer.size() < 80);
  CHECK(longer != filter_term("tag", longest + "b"));
}

TEST_CASE("terms: a date has the term of its month", "[schema]") {
  CHECK(month_term(parse_rfc3339("2026-04-30T23:59:59Z")->time) == "M202604");
  CHECK(month_term(parse_rfc3339("1999-12-01")->time) == "M199912");
}

TEST_CASE("terms: a month begins at its first second in UTC", "[schema]") {
  const std::vector<std::pair<std::string_view, std::string_view>> rows{{"2026-01-01T00:00:00Z", "M202601"},
                                                                        {"2025-12-31T23:59:59Z", "M202512"},
                                                                        {"2026-01-01T00:30:00+01:00", "M202512"},
                                                                        {"0000-01-01T00:00:00Z", "M000001"},
                                                                        {"9999-12-31T23:59:59Z", "M999912"}};
  for (const auto& [moment, term] : rows) {
    INFO(moment);
    CHECK(month_term(parse_rfc3339(moment)->time) == term);
  }
  CHECK(month_term(parse_rfc3339("0000-01-01")->time - std::chrono::seconds(1)) == "M000001");
  CHECK(month_term(parse_rfc3339("9999-12-31")->time + std::chrono::days(400)) == "M999912");
}

TEST_CASE("terms: no two values of any filters share a term, and none is too long", "[schema]") {
  constexpr unsigned kSeed = 81;
  std::mt19937 random(kSeed);
  std::map<std::string, std::pair<std::string, std::string>> value_of;
  for (int round = 0; round < 5'000; ++round) {
    const std::string filter(kFilterFields.at(random() % kFilterFields.size()));
    std::string key(1 + random() % 3, static_cast<char>('a' + random() % 3));
    if (random() % 3 == 0) key.insert(0, 225 + random() % 30, 'x'); // around the limit
    INFO("seed " << kSeed << ": " << filter << ' ' << key);
    const std::string term = filter_term(filter, key);
    REQUIRE(term.starts_with(find_filter(filter)->prefix));
    REQUIRE(term.size() <= kMaxTermBytes);
    const auto [known, is_new] = value_of.try_emplace(term, filter, key);
    if (!is_new) REQUIRE(known->second == std::pair(filter, key));
  }
  CHECK(value_of.size() > 500);
}
