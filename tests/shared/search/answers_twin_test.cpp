// SPDX-License-Identifier: GPL-3.0-or-later
/// Whole answers against a model that asks every article (naive_search.h): totals, hits and their order, facets, dates,
/// grouping and pages, over an index made at once, over a grown one, and over a grown one of which articles were
/// removed or replaced since. Thirty queries each; $TRAWL_TWIN_QUERIES for more.
#include "shared/search/facets/date_histogram.h"
#include "tests/shared/search/twin_index.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <ios>
#include <iterator>
#include <map>
#include <random>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace answers_twin_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;
using trawl::test::must;

namespace {

constexpr std::size_t kDepth = 60; ///< documents of the second stage of ranking
constexpr double kRounding = 1e-4; ///< of scores, as a share

std::vector<std::string> ids_of(const Found& articles) {
  std::vector<std::string> out;
  for (const NaiveArticle* one : articles) out.push_back(one->article.id);
  return out;
}

std::vector<std::string> ids_of(const SearchResponse& response) {
  std::vector<std::string> out;
  for (const Hit& hit : response.hits) out.push_back(hit.article.id);
  return out;
}

template <typename T>
std::vector<T> window_of(const std::vector<T>& all, std::size_t offset, std::size_t limit) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(std::min(offset, all.size()));
  return {begin, begin + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(limit), all.end() - begin)};
}

/// What every answer to a request must say, whatever the order.
struct Expected {
  NaiveMatches matches;
  Found passing, listed, preferred;
};

Expected expected_of(const NaiveSearch& model, const NaiveQuery& query, const SearchRequest& request) {
  Expected out{model.match(query, request.match), {}, {}, {}};
  out.passing = NaiveSearch::filtered(out.matches.articles, request.filters);
  const bool by_relevance = request.sort.value_or(SortOrder::Relevance) == SortOrder::Relevance;
  out.listed = by_relevance ? NaiveSearch::filtered(out.matches.listed, request.filters) : out.passing;
  if (by_relevance) out.preferred = NaiveSearch::filtered(out.matches.preferred, request.filters);
  return out;
}

void check_facets(const NaiveSearch& model, const Expected& expected, const SearchRequest& request,
                  const SearchResponse& response) {
  REQUIRE(response.facets.size() + 1 == request.facets.size());
  for (const Facet& facet : response.facets) {
    CAPTURE(facet.field);
    const Found within = NaiveSearch::filtered(expected.matches.articles, request.filters, facet.field);
    const Facet naive = model.facet(facet.field, within, request);
    REQUIRE(facet.is_exact);
    REQUIRE(facet.missing == naive.missing);
    REQUIRE(facet.total_values == naive.total_values);
    REQUIRE(facet.other == naive.other);
    const auto row = [](const FacetValue& one) { return std::tuple(one.value, one.count, one.selected); };
    REQUIRE(facet.values.size() == naive.values.size());
    for (std::size_t i = 0; i < naive.values.size(); ++i) REQUIRE(row(facet.values[i]) == row(naive.values[i]));
  }
}

std::string bucket_of(Moment day, DateInterval interval) {
  const std::map<DateInterval, const char*> formats{{DateInterval::Day, "%F"},
                                                    {DateInterval::Week, "%G-W%V"},
                                                    {DateInterval::Month, "%Y-%m"},
                                                    {DateInterval::Year, "%Y"}};
  const std::time_t seconds = day.time_since_epoch().count();
  char name[16];
  return {name, std::strftime(name, sizeof name, formats.at(interval), std::gmtime(&seconds))};
}

void check_dates(const Expected& expected, const SearchRequest& request, const SearchResponse& response) {
  REQUIRE(response.dates);
  std::map<std::string, std::size_t> counts;
  std::size_t missing = 0;
  const char* const left_out = request.all_dates ? "date" : "";
  for (const NaiveArticle* one : NaiveSearch::filtered(expected.matches.articles, request.filters, left_out)) {
    if (one->article.published) {
      ++counts[bucket_of(day_of(*one->article.published), response.dates->interval)];
    } else {
      ++missing;
    }
  }
  REQUIRE(response.dates->missing == missing);
  for (const DateBucket& bucket : response.dates->values) {
    CAPTURE(bucket.value);
    REQUIRE(bucket.count == (counts.contains(bucket.value) ? counts[bucket.value] : 0));
    counts.erase(bucket.value);
  }
  REQUIRE(counts.empty());
}

void check_counts(const NaiveSearch& model, const Expected& expected, const SearchRequest& request,
                  const SearchResponse& response) {
  REQUIRE(response.is_exact);
  REQUIRE(response.total == expected.passing.size());
  REQUIRE(response.total_fewer_words == expected.listed.size() - expected.passing.size());
  check_facets(model, expected, request, response);
  check_dates(expected, request, response);
}

/// All windows of a result one after another, by cursor, up to `most` hits.
std::vector<Hit> pages(Twin& twin, SearchRequest request, std::size_t most) {
  std::vector<Hit> out;
  request.facets.clear();
  request.offset = 0;
  request.limit = 100;
  while (out.size() < most) {
    SearchResponse response = twin.ask(request);
    std::ranges::move(response.hits, std::back_inserter(out));
    if (response.next.empty()) break;
    request.cursor = response.next;
  }
  return out;
}

SortOrder order_of_answer(const NaiveQuery& query, const SearchRequest& request) {
  const SortOrder asked = request.sort.value_or(SortOrder::Relevance);
  return asked == SortOrder::Relevance && query.empty() ? SortOrder::Newest : asked;
}

/// The words of a query without operators but quotes: an article with this title comes first.
Numbers16 typed_title(const NaiveQuery& query) {
  if (!query.prefix.empty() || !query.alternatives.empty() || query.excluded || query.in_title) return {};
  Numbers16 out = query.words;
  out.insert(out.end(), query.phrase.begin(), query.phrase.end());
  return out;
}

/// Beyond the documents of the second stage, hits are in the order of the first score; and no document that the second
/// stage did not see has a higher first score than one that it saw.
void check_first_scores(const NaiveSearch& model, const Numbers16& words, const Found& rest,
                        const std::vector<std::string>& hits) {
  const std::vector<double> scores = model.first_scores(rest, words);
  std::map<std::string, double> by_id;
  for (std::size_t i = 0; i < rest.size(); ++i) by_id[rest[i]->article.id] = scores[i];
  std::vector<double> sorted = scores;
  std::ranges::sort(sorted, std::greater());
  const auto is_close = [](double a, double b) { return std::abs(a - b) <= kRounding * std::max(a, b); };
  for (std::size_t i = 0; i < hits.size(); ++i) {
    CAPTURE(i, hits[i], by_id.at(hits[i]), sorted[i]);
    if (i < kDepth) {
      REQUIRE((by_id.at(hits[i]) >= sorted[kDepth - 1] || is_close(by_id.at(hits[i]), sorted[kDepth - 1])));
    } else {
      REQUIRE(is_close(by_id.at(hits[i]), sorted[i]));
    }
  }
}

/// Articles with the same first score are in order of date, newer first, then of id.
void check_ties(const NaiveSearch& model, const Found& hits, const Numbers16& words) {
  const std::vector<double> scores = model.first_scores(hits, words);
  for (std::size_t i = 1; i < hits.size(); ++i) {
    if (scores[i] != scores[i - 1]) continue;
    Found both{hits[i - 1], hits[i]};
    NaiveSearch::sort(both, SortOrder::Newest);
    CAPTURE(i, hits[i]->article.id);
    REQUIRE(both.front() == hits[i - 1]);
  }
}

/// The order of `hits`, the first of `articles`: the model knows the first stage, and whose titles were typed.
void check_order(const NaiveSearch& model, const NaiveQuery& query, const Found& articles, std::span<const Hit> hits) {
  std::map<std::string, const NaiveArticle*> passing;
  for (const NaiveArticle* one : articles) passing[one->article.id] = one;
  const Numbers16 title = typed_title(query);
  std::size_t titled = 0;
  for (const NaiveArticle* one : articles) titled += !title.empty() && one->title == title;
  std::vector<std::string> rest_hits;
  Found beyond;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const auto found = passing.find(hits[i].article.id);
    CAPTURE(i, hits[i].article.id);
    REQUIRE(found != passing.end()); // also if it came before
    REQUIRE((i < titled) == (!title.empty() && found->second->title == title));
    if (i >= titled) rest_hits.push_back(found->first);
    if (i >= titled + kDepth) beyond.push_back(found->second);
    passing.erase(found);
  }
  if (!query.prefix.empty()) return; // the model does not score the words that begin so
  Found rest = articles;
  std::erase_if(rest, [&](const NaiveArticle* one) { return !title.empty() && one->title == title; });
  if (rest.size() > kDepth) check_first_scores(model, query.ranked_words(), rest, rest_hits);
  check_ties(model, beyond, query.ranked_words());
}

/// The order by relevance: first the articles that have enough of the words, if there are many, then the others.
void check_relevance(Twin& twin, const NaiveQuery& query, const SearchRequest& request, const Expected& expected) {
  SearchRequest plain = request;
  plain.per_source = 0;
  plain.group_by_source = false;
  plain.sort = SortOrder::Relevance;
  const std::vector<Hit> hits = pages(twin, plain, 250);
  REQUIRE(hits.size() >= std::min<std::size_t>(250, expected.listed.size()));
  REQUIRE(std::ranges::is_sorted(hits, std::greater(), &Hit::score));
  Found others = expected.listed;
  std::erase_if(others, [&](const NaiveArticle* one) {
    return std::ranges::find(expected.preferred, one) != expected.preferred.end();
  });
  const std::size_t first = std::min(hits.size(), expected.preferred.size());
  check_order(twin.model, query, expected.preferred, std::span(hits).first(first));
  check_order(twin.model, query, others, std::span(hits).subspan(first));
}

/// The whole result in order, before grouping; by relevance as the engine orders it.
Found in_order(Twin& twin, SearchRequest request, SortOrder order, const Expected& expected) {
  Found out = expected.listed;
  if (order != SortOrder::Relevance) {
    NaiveSearch::sort(out, order);
    return out;
  }
  request.per_source = 0;
  request.group_by_source = false;
  std::map<std::string, const NaiveArticle*> by_id;
  for (const NaiveArticle* one : out) by_id[one->article.id] = one;
  out.clear();
  for (const Hit& hit : pages(twin, request, SIZE_MAX)) out.push_back(by_id.at(hit.article.id));
  return out;
}

/// The hits of the window that was asked for and of the next, and how many more of their source there are.
void check_hits(Twin& twin, const NaiveQuery& query, SearchRequest request, const Expected& expected,
                const SearchResponse& response) {
  const SortOrder order = order_of_answer(query, request);
  const bool is_grouped = request.group_by_source || request.per_source > 0;
  Found all = in_order(twin, request, order, expected);
  std::map<std::string, std::size_t> of_source, shown;
  for (const NaiveArticle* one : all) ++of_source[one->article.source];
  const std::size_t most = request.group_by_source && request.per_source == 0 ? 3 : request.per_source;
  if (is_grouped) all = NaiveSearch::grouped(all, {most, request.group_by_source});
  REQUIRE(ids_of(response) == ids_of(window_of(all, request.offset, request.limit)));
  for (const Hit& hit : response.hits) {
    const std::size_t of_its_source = of_source[hit.article.source];
    REQUIRE(hit.more_from_source == (is_grouped && of_its_source > most ? of_its_source - most : 0));
  }
  REQUIRE(response.next.empty() == (request.offset + request.limit >= all.size()));
  if (response.next.empty()) return;
  request.cursor = response.next;
  const std::size_t next = std::exchange(request.offset, 0) + request.limit;
  REQUIRE(ids_of(twin.ask(request)) == ids_of(window_of(all, next, request.limit)));
}

/// The same answer, to the last bit of a score.
void check_same(const SearchResponse& a, const SearchResponse& b) {
  REQUIRE(a.total == b.total);
  REQUIRE(a.total_fewer_words == b.total_fewer_words);
  REQUIRE(ids_of(a) == ids_of(b));
  for (std::size_t i = 0; i < a.hits.size(); ++i) {
    CAPTURE(i);
    REQUIRE(a.hits[i].score == b.hits[i].score);
  }
  for (std::size_t f = 0; f < a.facets.size(); ++f) {
    REQUIRE(a.facets[f].other == b.facets[f].other);
    const auto rows = [](const Facet& facet) {
      std::vector<std::pair<std::string, std::size_t>> out;
      for (const FacetValue& one : facet.values) out.emplace_back(one.value, one.count);
      return out;
    };
    REQUIRE(rows(a.facets[f]) == rows(b.facets[f]));
  }
}

/// Appends an answer to the file $TRAWL_TWIN_ANSWERS, if there is one, for comparing two programs.
void note_answer(const SearchResponse& response) {
  const char* const path = std::getenv("TRAWL_TWIN_ANSWERS");
  if (path == nullptr) return;
  std::ofstream out(path, std::ios::app);
  out << response.total << std::hexfloat;
  for (const Hit& hit : response.hits) out << ' ' << hit.article.id << ' ' << hit.score;
  for (const Facet& facet : response.facets) {
    out << ' ' << facet.field << ' ' << facet.other << ' ' << facet.missing;
    for (const FacetValue& one : facet.values) out << ' ' << one.value << ' ' << one.count;
  }
  out << '\n';
}

int queries() {
  const char* const asked = std::getenv("TRAWL_TWIN_QUERIES");
  return asked == nullptr ? 30 : std::atoi(asked);
}

void add_grouping(SearchRequest& request, Random& random) {
  if (random.one_in(2)) request.per_source = 1 + random.below(4);
  request.group_by_source = request.per_source == 0 || random.one_in(2);
}

} // namespace

TEST_CASE("answers: over an index with removed and replaced articles they are what asking every article gives",
          "[search]") {
  Random random(1'913);
  Twin twin;
  const std::vector<NaiveArticle> all = articles(random);
  fill(twin, all, false);
  remove_some(twin, all, random);
  for (int left = queries(); left > 0; --left) {
    const NaiveQuery query = random_query(random);
    SearchRequest request = random_request(query, random);
    const Expected expected = expected_of(twin.model, query, request);
    const bool by_relevance = order_of_answer(query, request) == SortOrder::Relevance;
    // By relevance, every page is asked for to know the whole order.
    if (random.one_in(3) && (!by_relevance || expected.listed.size() < 800)) add_grouping(request, random);
    CAPTURE(left, request.q, static_cast<int>(request.match), request.offset, request.limit, request.per_source,
            request.group_by_source, static_cast<int>(order_of_answer(query, request)));
    const SearchResponse response = twin.ask(request);
    check_counts(twin.model, expected, request, response);
    if (by_relevance && !query.empty()) check_relevance(twin, query, request, expected);
    if (!by_relevance || expected.listed.size() < 800) check_hits(twin, query, request, expected, response);
  }
}

TEST_CASE("answers: an index that grew gives what one made at once gives, to the last bit of a score", "[search]") {
  Random random(1'914);
  Twin one, grown;
  const std::vector<NaiveArticle> all = articles(random);
  fill(one, all, true);
  fill(grown, all, false);
  for (int left = queries(); left > 0; --left) {
    const NaiveQuery query = random_query(random);
    SearchRequest request = random_request(query, random);
    if (random.one_in(3)) add_grouping(request, random);
    if (random.one_in(4)) request.recency = 0.5;
    CAPTURE(left, request.q, static_cast<int>(request.match), request.per_source, request.group_by_source);
    const SearchResponse answer = one.ask(request);
    note_answer(answer);
    check_same(answer, grown.ask(request));
  }
}

} // namespace answers_twin_test
