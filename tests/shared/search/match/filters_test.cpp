// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/filters.h"
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

TEST_CASE("filters: an unknown value matches nothing", "[search][filters]") {
  const trawl::test::TestIndex index(two_authors());
  const auto reader = index.reader();
  CHECK(count(reader->columns(), "source", {{"pytorhc"}, {}, {}}) == 0);
  CHECK(count(reader->columns(), "source", {{"pytorhc", "vllm"}, {}, {}}) == 1);
  CHECK(count(reader->columns(), "source", {{}, {"pytorhc"}, {}}) == 0);
  CHECK(count(reader->columns(), "source", {{}, {}, {"pytorhc"}}) == 2);
}

TEST_CASE("filters: bounds on dates leave undated articles out", "[search][filters]") {
  Article dated = trawl::test::article(1), undated = trawl::test::article(2);
  dated.published = parse_rfc3339("2026-02-01");
  const trawl::test::TestIndex index({dated, undated});
  const auto reader = index.reader();
  Filters filters;
  filters.dates.after = parse_rfc3339("2026-02-01")->time;
  CHECK(apply_filters(DocSet(reader->columns().live()), filters, reader->columns()).passing.count() == 1);
  filters.dates.before = filters.dates.after;
  const FilteredSet none = apply_filters(DocSet(reader->columns().live()), filters, reader->columns());
  CHECK(none.passing.count() == 0);
  CHECK(none.without_filter_on("date").count() == 2);
}
