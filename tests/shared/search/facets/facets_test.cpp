// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/field_values.h"
#include "shared/search/facets/facets.h"

#include "shared/search/match/filters.h"
#include "shared/search/match/value_sets.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

const std::vector<std::string> kFieldNames{"source", "tag", "category", "author", "language", "site"};

/// What a reader would do with a pencil: keys of the article's values.
std::set<std::string> keys_of(const Article& article, const std::string& field) {
  std::set<std::string> keys;
  for (const auto& value : index::field_values(article, *schema::filter_index(field))) keys.insert(value.key);
  return keys;
}

bool passes(const Article& article, const std::string& field, const FieldFilter& filter) {
  const std::set<std::string> keys = keys_of(article, field);
  const auto has = [&](const std::string& value) { return keys.contains(value); };
  return (filter.any_of.empty() || std::ranges::any_of(filter.any_of, has)) &&
         std::ranges::all_of(filter.all_of, has) && std::ranges::none_of(filter.none_of, has);
}

bool passes_dates(const Article& article, const Filters& filters) {
  const auto& date = article.published;
  return filters.dates.is_open() || (date && filters.dates.contains(date->time, day_of(*date)));
}

bool passes_all_but(const Article& article, const Filters& filters, const std::string& field) {
  for (const auto& [name, filter] : filters.fields) {
    if (name != field && !passes(article, name, filter)) return false;
  }
  return field == kDateField || passes_dates(article, filters);
}

struct Corpus {
  std::vector<Article> articles;
  trawl::test::TestIndex index;
  std::shared_ptr<index::IndexReader> reader;
  std::vector<std::uint32_t> document; ///< by article

  explicit Corpus(std::vector<Article> list) : articles(std::move(list)), index(articles), reader(index.reader()) {
    for (const Article& article : articles) document.push_back(reader->find(article.id));
  }
};

std::vector<Article> random_articles(std::mt19937& random, std::size_t size) {
  std::vector<Article> articles;
  for (std::size_t i = 0; i < size; ++i) articles.push_back(trawl::test::random_article(i, random));
  return articles;
}

std::string any_value(const Corpus& corpus, const std::string& field, std::mt19937& random) {
  const index::ValueColumn& column = *corpus.reader->columns().column(field);
  if (random() % 12 == 0) return "nobody has this";
  return std::string(column.key(static_cast<std::uint32_t>(random() % column.values.size())));
}

Filters random_filters(const Corpus& corpus, std::mt19937& random) {
  Filters filters;
  for (const std::string& field : kFieldNames) {
    if (random() % 3 != 0) continue;
    FieldFilter filter;
    for (auto i = random() % 3; i > 0; --i) filter.any_of.push_back(any_value(corpus, field, random));
    if (random() % 3 == 0) filter.none_of.push_back(any_value(corpus, field, random));
    if (field == "tag" && random() % 3 == 0) {
      for (auto i = random() % 3; i > 0; --i) filter.all_of.push_back(any_value(corpus, field, random));
    }
    if (!filter.empty()) filters.fields[field] = filter;
  }
  const std::chrono::sys_days first{std::chrono::year{2024} / 1 / 1};
  const auto day = [&] { return first + std::chrono::days(random() % 700); };
  if (random() % 8 == 0) filters.dates.after = day();
  if (random() % 8 == 0) filters.dates.before = day();
  if (random() % 8 == 0) filters.dates.first_day = day();
  if (random() % 8 == 0) filters.dates.end_day = day();
  return filters;
}

std::map<std::string, std::size_t> counts_of(const Facet& facet, const index::ValueColumn& column) {
  std::map<std::string, std::size_t> counts;
  for (const FacetValue& value : facet.values) {
    if (value.count > 0) counts[std::string(column.key(*find_value(column, facet.field, value.value)))] = value.count;
  }
  return counts;
}

/// All values, without a filter's selection.
FacetOptions all_values() { return {1000, nullptr, {}, {}}; }

/// Compares every facet of a match with counts made by hand.
void check_facets(const Corpus& corpus, const std::set<std::size_t>& matching, const Filters& filters,
                  const FilteredSet& filtered) {
  const index::Columns& columns = corpus.reader->columns();
  for (const std::string& field : kFieldNames) {
    std::map<std::string, std::size_t> expected;
    std::size_t missing = 0;
    for (const std::size_t i : matching) {
      if (!passes_all_but(corpus.articles[i], filters, field)) continue;
      const auto keys = keys_of(corpus.articles[i], field);
      missing += keys.empty();
      for (const std::string& key : keys) ++expected[key];
    }
    const auto& column = *columns.column(field);
    const Facet facet = count_facet(field, column, filtered.without_filter_on(field), all_values());
    REQUIRE(counts_of(facet, column) == expected);
    REQUIRE(facet.missing == missing);
    REQUIRE(facet.total_values == expected.size());
    REQUIRE(facet.other == 0);
  }
}

} // namespace

TEST_CASE("facets: counts equal those made by hand, over 1,000 random matches and filters", "[search][facets]") {
  std::mt19937 random(11);
  for (int corpora = 0; corpora < 10; ++corpora) {
    const Corpus corpus(random_articles(random, 120));
    const index::Columns& columns = corpus.reader->columns();
    for (int round = 0; round < 100; ++round) {
      const Filters filters = random_filters(corpus, random);
      DocSet match(columns.last_document);
      std::set<std::size_t> matching;
      for (std::size_t i = 0; i < corpus.articles.size(); ++i) {
        if (random() % 4 == 0) continue;
        match.add(corpus.document[i]);
        matching.insert(i);
      }
      const FilteredSet filtered = apply_filters(match, filters, columns);
      std::size_t total = 0;
      for (const std::size_t i : matching) {
        const bool expected = passes_all_but(corpus.articles[i], filters, "");
        total += expected;
        REQUIRE(filtered.passing.contains(corpus.document[i]) == expected);
      }
      REQUIRE(filtered.passing.count() == total);
      check_facets(corpus, matching, filters, filtered);
    }
  }
}

TEST_CASE("facets: a value's count is the total of a search filtered by that value", "[search][facets]") {
  std::mt19937 random(12);
  const Corpus corpus(random_articles(random, 200));
  const index::Columns& columns = corpus.reader->columns();
  const DocSet everything(columns.live());
  for (int round = 0; round < 40; ++round) {
    const Filters filters = random_filters(corpus, random);
    for (const std::string& field : kFieldNames) {
      const FilteredSet filtered = apply_filters(everything, filters, columns);
      const Facet facet = count_facet(field, *columns.column(field), filtered.without_filter_on(field), all_values());
      for (const FacetValue& value : facet.values) {
        Filters chosen = filters;
        chosen.fields[field] = {{value.value}, {}, {}};
        REQUIRE(apply_filters(everything, chosen, columns).passing.count() == value.count);
      }
    }
  }
}

TEST_CASE("facets: the limit shortens the list but not the sums, and keeps selected values", "[search][facets]") {
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 30; ++i) {
    articles.push_back(trawl::test::article(i));
    articles.back().source = "s" + std::to_string(i < 10 ? 0 : i < 16 ? 1 : i);
  }
  const Corpus corpus(articles);
  const index::ValueColumn& column = corpus.reader->columns().source();
  const DocSet everything(corpus.reader->columns().live());
  const FieldFilter filter{{"s29", "s0"}, {}, {"s28"}};
  const Facet facet = count_facet("source", column, everything, {2, &filter, {}, {}});
  REQUIRE(facet.values.size() == 3);
  CHECK(facet.values[0].value == "s0");
  CHECK(facet.values[0].count == 10);
  CHECK(facet.values[0].selected);
  CHECK(facet.values[1].value == "s1");
  CHECK_FALSE(facet.values[1].selected);
  CHECK(facet.values[2].value == "s29");
  CHECK(facet.values[2].selected);
  CHECK(facet.total_values == 16);
  CHECK(facet.other == 13);
  const Facet none = count_facet("source", column, everything, {0, nullptr, {}, {}});
  CHECK(none.values.empty());
  CHECK(none.other == 30);
}

TEST_CASE("facets: sources carry their labels", "[search][facets]") {
  const Corpus corpus({trawl::test::article(1)});
  FacetOptions options;
  options.label = [](std::string_view source) { return "Label of " + std::string(source); };
  const Facet facet =
      count_facet("source", corpus.reader->columns().source(), DocSet(corpus.reader->columns().live()), options);
  CHECK(facet.values.at(0).label == "Label of example");
}
