// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/filters.h"

#include <catch2/catch.hpp>

#include <utility>

using namespace trawl;
using namespace trawl::query;

TEST_CASE("filters: values of one field given twice are alternatives, bounds get narrower", "[query][filters]") {
  Filters a, b;
  a.fields["source"].any_of = {"x", "y"};
  b.fields["source"].any_of = {"y", "z"};
  b.fields["tag"].none_of = {"t"};
  a.dates.after = parse_rfc3339("2026-01-01")->time;
  b.dates.after = parse_rfc3339("2026-02-01")->time;
  b.dates.before = parse_rfc3339("2026-03-01")->time;
  const Filters both = combined(a, b);
  CHECK(both.fields.at("source").any_of == std::vector<std::string>{"x", "y", "z"});
  CHECK(both.fields.at("tag").none_of == std::vector<std::string>{"t"});
  CHECK(both.dates.after == b.dates.after);
  CHECK(both.dates.before == b.dates.before);
}

TEST_CASE("filters: none is lost when one side asks for nothing", "[query][filters]") {
  // Without names of members: one that is added does not compile until it is here, too.
  const Filters every{{{"tag", {{"a"}, {"b"}, {"c"}}}}, DateRange{parse_rfc3339("2026-01-01")->time, {}}};
  CHECK(combined({}, every) == every);
  CHECK(combined(every, {}) == every);
}

namespace {

using Visited = std::vector<std::pair<std::string, std::string>>;

std::string type_of(const FieldFilter& /*filter*/) { return "values"; }
std::string type_of(const DateRange& /*dates*/) { return "dates"; }

Visited visited(const Filters& filters) {
  Visited out;
  for_each_filter(filters, [&](std::string_view name, const auto& filter) { out.emplace_back(name, type_of(filter)); });
  return out;
}

} // namespace

TEST_CASE("filters: each that asks for something is visited by its name", "[query][filters]") {
  Filters filters;
  CHECK(visited(filters).empty());
  filters.fields["source"]; // asks for nothing
  filters.fields["tag"].none_of = {"t"};
  CHECK(visited(filters) == Visited{{"tag", "values"}});
  filters.dates.before = parse_rfc3339("2026-03-01")->time;
  CHECK(visited(filters) == Visited{{"tag", "values"}, {"date", "dates"}});
}
