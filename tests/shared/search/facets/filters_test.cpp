// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/filters.h"
#include "shared/search/facets/nearest_value.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

std::vector<Article> two_authors() {
  Article a = trawl::test::article(1), b = trawl::test::article(2);
  a.authors = {"Driss Guessous", "Élias Ellison"};
  a.source = "pytorch";
  b.authors = {"DRISS GUESSOUS"};
  b.affiliations = {"Meta"};
  b.source = "vllm";
  return {a, b};
}

std::size_t count(const index::Columns& columns, const std::string& field, const FieldFilter& filter) {
  Filters filters;
  filters.fields[field] = filter;
  return apply_filters(DocSet(columns.live()), filters, columns).passing.count();
}

} // namespace

TEST_CASE("filters: authors and their companies are matched without case and accents", "[search][filters]") {
  const trawl::test::TestIndex index(two_authors());
  const auto reader = index.reader();
  CHECK(count(reader->columns(), "author", {{"driss guessous"}, {}, {}}) == 2);
  CHECK(count(reader->columns(), "author", {{"elias  ELLISON"}, {}, {}}) == 1);
  CHECK(count(reader->columns(), "author", {{"meta"}, {}, {}}) == 1);
  CHECK(count(reader->columns(), "author", {{}, {"Meta", "Driss Guessous"}, {}}) == 1);
  CHECK(count(reader->columns(), "author", {{}, {}, {"meta"}}) == 1);
}

TEST_CASE("filters: source ids are matched without case", "[search][filters]") {
  const trawl::test::TestIndex index(two_authors());
  CHECK(count(index.reader()->columns(), "source", {{"PyTorch"}, {}, {}}) == 1);
}

TEST_CASE("filters: an unknown value matches nothing and suggests the nearest", "[search][filters]") {
  const trawl::test::TestIndex index(two_authors());
  const auto reader = index.reader();
  const auto label = [](std::string_view source) {
    return source == "vllm" ? std::string("The Fast Serving Blog") : std::string(source);
  };
  CHECK(count(reader->columns(), "source", {{"pytorhc"}, {}, {}}) == 0);
  CHECK(count(reader->columns(), "source", {{"pytorhc", "vllm"}, {}, {}}) == 1);
  CHECK(count(reader->columns(), "source", {{}, {"pytorhc"}, {}}) == 0);
  CHECK(count(reader->columns(), "source", {{}, {}, {"pytorhc"}}) == 2);
  Filters filters;
  filters.fields["source"] = {{"pytorhc", "vllm"}, {}, {"the fast serving blog"}};
  filters.fields["author"] = {{"zzzzzzzz"}, {}, {}};
  const auto warnings = unknown_values(filters, reader->columns(), label);
  REQUIRE(warnings.size() == 3);
  CHECK(warnings[0].code == "unknown_value");
  CHECK(warnings[0].message == "No article has the author \"zzzzzzzz\".");
  CHECK(warnings[1].message == "No article has the source \"pytorhc\". The nearest is \"pytorch\".");
  CHECK(warnings[2].message == "No article has the source \"the fast serving blog\". The nearest is \"vllm\".");
}

TEST_CASE("filters: values of one field given twice are alternatives, bounds get narrower", "[search][filters]") {
  Filters a, b;
  a.fields["source"].any_of = {"x", "y"};
  b.fields["source"].any_of = {"y", "z"};
  b.fields["tag"].none_of = {"t"};
  a.after = parse_rfc3339("2026-01-01")->time;
  b.after = parse_rfc3339("2026-02-01")->time;
  b.before = parse_rfc3339("2026-03-01")->time;
  const Filters both = combined(a, b);
  CHECK(both.fields.at("source").any_of == std::vector<std::string>{"x", "y", "z"});
  CHECK(both.fields.at("tag").none_of == std::vector<std::string>{"t"});
  CHECK(both.after == b.after);
  CHECK(both.before == b.before);
}

TEST_CASE("filters: bounds on dates leave undated articles out", "[search][filters]") {
  Article dated = trawl::test::article(1), undated = trawl::test::article(2);
  dated.published = parse_rfc3339("2026-02-01");
  const trawl::test::TestIndex index({dated, undated});
  const auto reader = index.reader();
  Filters filters;
  filters.after = parse_rfc3339("2026-02-01")->time;
  CHECK(apply_filters(DocSet(reader->columns().live()), filters, reader->columns()).passing.count() == 1);
  filters.before = filters.after;
  const FilteredSet none = apply_filters(DocSet(reader->columns().live()), filters, reader->columns());
  CHECK(none.passing.count() == 0);
  CHECK(none.without_filter_on("date").count() == 2);
}

TEST_CASE("filters: the edit distance counts letters and gives up at its limit", "[search][filters]") {
  CHECK(edit_distance("kitten", "sitting", 5) == 3);
  CHECK(edit_distance("", "abc", 5) == 3);
  CHECK(edit_distance("same", "same", 0) == 0);
  CHECK(edit_distance("kitten", "sitting", 2) == 3);
  CHECK(edit_distance("a", "abcdefgh", 3) == 4);
}
