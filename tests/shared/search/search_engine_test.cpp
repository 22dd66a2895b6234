// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include <catch2/catch.hpp>

namespace search_engine_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

const Moment kNow = parse_rfc3339("2026-05-01T12:00:00Z")->time;

std::vector<Article> random_articles(std::size_t from, std::size_t to) {
  std::mt19937 random(static_cast<unsigned>(from + 1));
  std::vector<Article> articles;
  for (std::size_t i = from; i < to; ++i) articles.push_back(trawl::test::random_article(i, random));
  return articles;
}

SearchRequest request_for(const std::string& q, std::optional<SortOrder> sort = std::nullopt) {
  SearchRequest request;
  request.q = q;
  request.sort = sort;
  return request;
}

std::vector<std::string> ids_of(const SearchResponse& response) {
  std::vector<std::string> ids;
  for (const Hit& hit : response.hits) ids.push_back(hit.article.id);
  return ids;
}

const std::vector<SortOrder> kOrders{SortOrder::Relevance, SortOrder::Newest, SortOrder::Oldest, SortOrder::Source};
const std::vector<std::string> kQueries{
    "", "word1", "word1 word2", "word3 OR word4 OR word5", "word1 -word2", "tag:tag1 word7", "source:source-2"};

} // namespace

TEST_CASE("engine: the total is the same on every page and in every order, and every hit comes once",
          "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 300));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  for (const std::string& q : kQueries) {
    std::set<std::string> first_set;
    for (const SortOrder order : kOrders) {
      CAPTURE(q, static_cast<int>(order));
      SearchRequest request = request_for(q, order);
      request.limit = 7;
      const SearchResponse first = must(engine.search(request, kNow));
      REQUIRE(first.total > 0);
      std::vector<std::string> by_cursor, by_offset;
      for (std::size_t page = 0;; ++page) {
        const SearchResponse response = must(engine.search(request, kNow));
        CHECK(response.total == first.total);
        CHECK(response.offset == page * 7);
        for (const std::string& id : ids_of(response)) by_cursor.push_back(id);
        if (response.next.empty()) break;
        REQUIRE(response.hits.size() == 7);
        request.cursor = response.next;
      }
      const std::size_t listed = first.total + first.total_fewer_words;
      CHECK(by_cursor.size() == listed);
      const std::set<std::string> distinct(by_cursor.begin(), by_cursor.end());
      CHECK(distinct.size() == listed);
      CHECK((order == SortOrder::Relevance || first.total_fewer_words == 0));
      if (order != SortOrder::Relevance && first_set.empty()) first_set = distinct;
      CHECK(std::ranges::includes(distinct, first_set));

      request.cursor.clear();
      for (request.offset = 0; request.offset < listed; request.offset += 7) {
        const SearchResponse response = must(engine.search(request, kNow));
        CHECK(response.total == first.total);
        for (const std::string& id : ids_of(response)) by_offset.push_back(id);
      }
      CHECK(by_offset == by_cursor);
      const SearchResponse beyond = must(engine.search(request, kNow));
      CHECK(beyond.hits.empty());
      CHECK(beyond.total == first.total);
    }
  }
}

TEST_CASE("engine: while the index grows, paging by date sees each article once, and by relevance says so",
          "[search][engine]") {
  for (const std::string q : {"", "word1", "word1 word2 word3"}) {
    for (const SortOrder order : kOrders) {
      for (const bool other_engine : {false, true}) {
        CAPTURE(q, static_cast<int>(order), other_engine);
        trawl::test::TestIndex index(random_articles(0, 150));
        const auto cache = make_index_cache();
        SearchEngine engine = must(SearchEngine::open(index.data(), cache));
        SearchEngine second = must(SearchEngine::open(index.data(), cache));
        SearchRequest request = request_for(q, order);
        request.match = MatchMode::Any;
        request.limit = 100;
        std::set<std::string> before;
        for (;;) {
          const SearchResponse response = must(engine.search(request, kNow));
          for (const std::string& id : ids_of(response)) before.insert(id);
          if (response.next.empty()) break;
          request.cursor = response.next;
        }
        request.cursor.clear();
        request.limit = 9;
        std::vector<std::string> seen;
        for (std::size_t page = 0;; ++page) {
          SearchEngine& asked = other_engine && page % 2 == 1 ? second : engine;
          const SearchResponse response = must(asked.search(request, kNow));
          const bool has_grown = page > 0 && order == SortOrder::Relevance && !q.empty();
          CHECK(std::ranges::count(response.warnings, "index_changed", &Warning::code) == (has_grown ? 1 : 0));
          for (const std::string& id : ids_of(response)) seen.push_back(id);
          if (response.next.empty()) break;
          request.cursor = response.next;
          index.add(random_articles(1000 + page * 10, 1000 + page * 10 + 10));
        }
        if (order == SortOrder::Relevance && !q.empty()) continue;
        const std::set<std::string> distinct(seen.begin(), seen.end());
        CHECK(distinct.size() == seen.size());
        CHECK(std::ranges::includes(distinct, before));
      }
    }
  }
}

TEST_CASE("engine: a cursor outlives the engine that gave it", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 60));
  for (const SortOrder order : kOrders) {
    SearchRequest request = request_for("word1 OR word2", order);
    request.limit = 5;
    std::vector<std::string> all;
    for (;;) {
      SearchEngine engine = must(SearchEngine::open(index.data()));
      const SearchResponse response = must(engine.search(request, kNow));
      for (const std::string& id : ids_of(response)) all.push_back(id);
      if (response.next.empty()) break;
      request.cursor = response.next;
    }
    request.cursor.clear();
    request.limit = 100;
    SearchEngine engine = must(SearchEngine::open(index.data()));
    CHECK(ids_of(must(engine.search(request, kNow))) == all);
  }
}

TEST_CASE("engine: a cursor of another query is refused", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 60));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request = request_for("word1");
  request.limit = 2;
  request.cursor = must(engine.search(request, kNow)).next;
  REQUIRE_FALSE(request.cursor.empty());
  request.q = "word2";
  const auto refused = engine.search(request, kNow);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::Usage);
  CHECK(refused.error().what.starts_with("bad-cursor"));
}

TEST_CASE("engine: the facets of an answer agree with the totals of its values", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 200));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request = request_for("word1 OR word2");
  request.filters.fields["tag"].any_of = {"tag1"};
  request.filters.fields["language"].none_of = {"de"};
  request.facets = {"source", "tag", "category", "author", "language", "site", "date"};
  request.limit = 0;
  const SearchResponse response = must(engine.search(request, kNow));
  CHECK(response.hits.empty());
  CHECK(response.next.empty());
  REQUIRE(response.facets.size() == 6);
  for (const Facet& facet : response.facets) {
    for (const FacetValue& value : facet.values) {
      SearchRequest chosen = request;
      chosen.filters.fields[facet.field] = {{value.value}, {}, {}};
      CAPTURE(facet.field, value.value);
      CHECK(must(engine.search(chosen, kNow)).total == value.count);
    }
  }
  REQUIRE(response.dates);
  std::size_t dated = response.dates->missing;
  for (const DateBucket& bucket : response.dates->values) dated += bucket.count;
  CHECK(dated == response.total);
}

TEST_CASE("engine: a filter inside the query acts like one of the request", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 100));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest typed = request_for("source:source-1 word1");
  SearchRequest chosen = request_for("word1");
  chosen.filters.fields["source"].any_of = {"source-1"};
  typed.facets = chosen.facets = {"source"};
  const SearchResponse a = must(engine.search(typed, kNow)), b = must(engine.search(chosen, kNow));
  CHECK(a.total == b.total);
  CHECK(a.filters == b.filters);
  REQUIRE(a.facets.at(0).values.size() == b.facets.at(0).values.size());
  CHECK(a.facets.at(0).values.size() > 1);
}

TEST_CASE("engine: per_source limits the hits of a source, not the total", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 120));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  for (const SortOrder order : kOrders) {
    SearchRequest request = request_for("word1 OR word2 OR word3", order);
    const std::size_t total = must(engine.search(request, kNow)).total;
    request.limit = 4;
    request.per_source = 2;
    std::map<std::string, std::size_t> hits;
    std::map<std::string, std::size_t> more;
    for (;;) {
      const SearchResponse response = must(engine.search(request, kNow));
      CHECK(response.total == total);
      for (const Hit& hit : response.hits) {
        ++hits[hit.article.source];
        more[hit.article.source] = hit.more_from_source;
      }
      if (response.next.empty()) break;
      request.cursor = response.next;
    }
    std::size_t sum = 0;
    for (const auto& [source, count] : hits) {
      CHECK(count <= 2);
      sum += count + more[source];
    }
    CHECK(sum == total);
  }
}

TEST_CASE("engine: grouped hits of a source follow each other", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 120));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request = request_for("word1 OR word2", SortOrder::Newest);
  request.group_by_source = true;
  request.limit = 100;
  const SearchResponse response = must(engine.search(request, kNow));
  std::vector<std::string> sources;
  for (const Hit& hit : response.hits) {
    if (sources.empty() || sources.back() != hit.article.source) sources.push_back(hit.article.source);
  }
  CHECK(std::set<std::string>(sources.begin(), sources.end()).size() == sources.size());
  CHECK(response.hits.size() <= 3 * sources.size());
}

TEST_CASE("engine: an empty query is every article, newest first", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 80));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.limit = 100;
  const SearchResponse response = must(engine.search(request, kNow));
  CHECK(response.total == 80);
  REQUIRE(response.hits.size() == 80);
  bool undated = false;
  for (std::size_t i = 0; i < 80; ++i) {
    const auto& published = response.hits[i].article.published;
    undated = undated || !published;
    CHECK(undated == !published);
    if (i == 0 || !published) continue;
    const auto& before = *response.hits[i - 1].article.published;
    CHECK((before.time > published->time ||
           (before.time == published->time && response.hits[i - 1].article.id < response.hits[i].article.id)));
  }
  CHECK(response.total_fewer_words == 0);
}

TEST_CASE("engine: an unknown source matches nothing and is a warning", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 20));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.filters.fields["source"].any_of = {"surce-1"};
  const SearchResponse response = must(engine.search(request, kNow));
  CHECK(response.total == 0);
  REQUIRE(response.warnings.size() == 1);
  CHECK(response.warnings[0].code == "unknown_value");
  CHECK(response.warnings[0].message.find("\"source-1\"") != std::string::npos);
}

TEST_CASE("engine: it follows commits and new indexes by itself", "[search][engine]") {
  trawl::test::TestIndex index(random_articles(0, 10));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const IndexState first = must(engine.state());
  CHECK(must(engine.search({}, kNow)).total == 10);
  index.add(random_articles(10, 30));
  CHECK(must(engine.search({}, kNow)).total == 30);
  CHECK(must(engine.state()) > first);
  {
    auto next = must(index::IndexWriter::create(index.data()));
    must(next.put(trawl::test::article(1)));
    must(next.publish(1));
  }
  const SearchResponse response = must(engine.search({}, kNow));
  CHECK(response.total == 1);
  CHECK(response.index.generation > first.generation);
}

TEST_CASE("engine: constant commits do not break answers", "[search][engine]") {
  trawl::test::TestIndex index(random_articles(0, 100));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  for (std::size_t round = 0; round < 40; ++round) {
    for (std::size_t commits = 0; commits <= round % 4; ++commits) {
      index.add(random_articles(round * 2 % 100, round * 2 % 100 + 2));
    }
    SearchRequest request = request_for("word1 word2");
    request.facets = {"tag"};
    REQUIRE(engine.search(request, kNow));
  }
}

TEST_CASE("engine: an article is returned whole, an unknown id is NotFound", "[search][engine]") {
  const trawl::test::TestIndex index({trawl::test::article(1)});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const Hit hit = must(engine.article(trawl::test::article(1).id));
  CHECK(hit.article.text == trawl::test::article(1).text);
  CHECK(hit.source_label == "example");
  for (const std::string id : {"0000000000000000", "", "../../etc/passwd", "XSOURCE:example"}) {
    CHECK(engine.article(id).error().code == ErrorCode::NotFound);
    CHECK(engine.related(id, 4).error().code == ErrorCode::NotFound);
  }
}

TEST_CASE("engine: a removed article is gone until it is added again", "[search][engine]") {
  trawl::test::TestIndex index({trawl::test::article(1)});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  must(index.writer().remove(trawl::test::article(1).id));
  index.add({});
  CHECK(engine.article(trawl::test::article(1).id).error().code == ErrorCode::NotFound);
  CHECK(engine.is_removed(trawl::test::article(1).id) == true);
  CHECK(engine.is_removed(trawl::test::article(2).id) == false);
  index.add({trawl::test::article(1)});
  CHECK(engine.article(trawl::test::article(1).id));
  CHECK(engine.is_removed(trawl::test::article(1).id) == false);
}

TEST_CASE("engine: the values of a field can be searched by prefix", "[search][engine]") {
  trawl::test::TestIndex index(random_articles(0, 100));
  must(index.writer().set_sources({{"source-1", "The Élan Blog", "", {}, "ok", ""}}));
  index.add({});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const Facet all = must(engine.facet_values("source", {}, "", kNow)).facet;
  CHECK(all.values.size() == 6);
  const Facet by_label = must(engine.facet_values("source", {}, "ela", kNow)).facet;
  REQUIRE(by_label.values.size() == 1);
  CHECK(by_label.values[0].label == "The Élan Blog");
  CHECK(must(engine.facet_values("author", {}, "b3", kNow)).facet.values.size() == 1);
  CHECK(must(engine.facet_values("author", {}, "da", kNow)).facet.values.empty());
  CHECK(engine.facet_values("title", {}, "", kNow).error().code == ErrorCode::Usage);
  SearchRequest request;
  request.filters.fields["source"].any_of = {"source-2"};
  CHECK(must(engine.facet_values("source", request, "", kNow)).facet.values.size() == 6);
}

TEST_CASE("engine: sources are listed with their counts, including those without articles", "[search][engine]") {
  Article dated = trawl::test::article(1);
  dated.published = parse_rfc3339("2026-04-08");
  trawl::test::TestIndex index({dated, trawl::test::article(2)});
  must(index.writer().set_sources({{"silent", "A silent one", "https://s.org/", {}, "silent", "nothing new"}}));
  index.add({});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const auto sources = must(engine.sources()).sources;
  REQUIRE(sources.size() == 2);
  CHECK(sources[0].id == "silent");
  CHECK(sources[0].articles == 0);
  CHECK(sources[0].last_error == "nothing new");
  CHECK(sources[1].id == "example");
  CHECK(sources[1].articles == 2);
  CHECK(sources[1].newest == dated.published);
}

TEST_CASE("engine: statistics of the index", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 50));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const IndexStats stats = must(engine.stats());
  CHECK(stats.documents == 50);
  CHECK(stats.terms > 50);
  CHECK(stats.bytes > 1000);
  CHECK(stats.average_length > 1);
  CHECK(stats.newest);
  CHECK(stats.index == must(engine.state()));
}

TEST_CASE("engine: a missing index is NoIndex, a broken one IndexDamaged", "[search][engine]") {
  const trawl::test::TemporaryDirectory empty;
  CHECK(SearchEngine::open(empty.data()).error().code == ErrorCode::NoIndex);
  trawl::test::TestIndex index(random_articles(0, 5));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  std::filesystem::resize_file(index.data().index_stub(), 0);
  CHECK(engine.search({}, kNow).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("engine: scores and explanations are those the ranking was made from, on every page", "[search][engine]") {
  trawl::test::TestIndex index(random_articles(0, 350));
  std::vector<Article> with_fewer_words;
  for (std::size_t i = 0; i < 600; ++i) {
    Article& one = with_fewer_words.emplace_back(trawl::test::article(i));
    one.title = i >= 80 && i < 160 ? "Alpha" : "Note";
    one.text = i < 80 ? "alpha beta" : i < 160 ? "alpha alpha alpha alpha" : "other";
    for (std::size_t word = i < 80 ? 10 * i : 0; word > 0; --word) one.text += " filler";
  }
  const trawl::test::TestIndex other_index(with_fewer_words);
  std::set<std::string> parts;
  const auto check = [&](const DataDirectory& directory, SearchRequest plain) {
    SearchEngine engine = must(SearchEngine::open(directory));
    plain.limit = 80;
    SearchRequest explained = plain;
    explained.explain = true;
    const bool never_rise = plain.per_source == 0 && plain.sort == SortOrder::Relevance;
    double last = 1e9;
    do {
      const auto a = must(engine.search(plain, kNow));
      const auto b = must(engine.search(explained, kNow));
      REQUIRE(ids_of(a) == ids_of(b));
      for (std::size_t i = 0; i < a.hits.size(); ++i) {
        CHECK(a.hits[i].score == b.hits[i].score);
        double sum = 0;
        for (const ExplainPart& part : b.hits[i].explain) {
          sum += part.weight;
          parts.insert(part.name);
        }
        CHECK(sum == Approx(b.hits[i].score).margin(1e-6));
        if (never_rise) CHECK(b.hits[i].score <= last);
        last = b.hits[i].score;
      }
      plain.cursor = a.next;
      explained.cursor = b.next;
    } while (!plain.cursor.empty());
  };
  for (const SortOrder order : kOrders) {
    for (const std::size_t per_source : {0, 40}) {
      CAPTURE(static_cast<int>(order), per_source);
      SearchRequest request = request_for("word1 word2 word3 number", order);
      request.match = MatchMode::Any;
      request.group_by_source = per_source > 0;
      request.per_source = per_source;
      check(index.data(), std::move(request));
    }
  }
  parts.clear();
  check(other_index.data(), request_for("alpha beta", SortOrder::Relevance));
  CHECK(parts.contains("words"));
  CHECK(parts.contains("fewer words"));
}

TEST_CASE("engine: an answer does not depend on what was asked before", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 150));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  constexpr unsigned kSeed = 1702;
  std::mt19937 random(kSeed);
  const auto one_of = [&](const auto& choices) { return choices[random() % choices.size()]; };
  const std::vector<std::string> queries{
      "", "word1", "word1 word2", "word1 -word2", "word1 since:90d", "word1 (before:60d OR tag:tag1)"};
  for (int round = 0; round < 400; ++round) {
    SearchRequest request = request_for(one_of(queries));
    if (random() % 3 != 0) request.sort = one_of(kOrders);
    request.match = one_of(std::vector{MatchMode::Most, MatchMode::All, MatchMode::Any});
    request.per_source = random() % 3;
    request.group_by_source = random() % 2 == 0;
    request.recency = one_of(std::vector{0.0, 0.5, 1.0});
    request.explain = random() % 2 == 0;
    request.limit = 1 + random() % 30;
    request.offset = random() % 2 == 0 ? 0 : random() % 20;
    if (random() % 4 == 0) request.filters.fields["source"].none_of = {"source-1"};
    if (random() % 4 == 0) request.filters.dates.after = kNow - std::chrono::days(random() % 400);
    const Moment now = kNow + std::chrono::days(random() % 3 * 30);
    SearchEngine fresh = must(SearchEngine::open(index.data()));
    INFO("seed " << kSeed << ", round " << round << ": " << request.q);
    SearchResponse warm = must(engine.search(request, now)), cold = must(fresh.search(request, now));
    for (int page = 0; page < 3; ++page) {
      REQUIRE(ids_of(warm) == ids_of(cold));
      for (std::size_t i = 0; i < warm.hits.size(); ++i) {
        REQUIRE(warm.hits[i].score == cold.hits[i].score);
        REQUIRE(warm.hits[i].explain.size() == cold.hits[i].explain.size());
      }
      REQUIRE(warm.next == cold.next);
      if (warm.next.empty()) break;
      request.offset = 0;
      request.cursor = warm.next;
      warm = must(engine.search(request, now));
      cold = must(fresh.search(request, now));
    }
  }
}

TEST_CASE("engine: sort is kept with per_source and group, whatever order was asked first", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 120));
  for (const bool grouped : {false, true}) {
    SearchEngine engine = must(SearchEngine::open(index.data()));
    std::set<std::vector<std::string>> orders;
    for (const SortOrder order : kOrders) {
      SearchRequest request = request_for("word1 OR word2 OR word3", order);
      request.per_source = grouped ? 0 : 2;
      request.group_by_source = grouped;
      orders.insert(ids_of(must(engine.search(request, kNow))));
    }
    CHECK(orders.size() == kOrders.size());
  }
}

TEST_CASE("engine: a query without a word or a filter searches nothing, and says so", "[search][engine]") {
  const trawl::test::TestIndex index(random_articles(0, 30));
  SearchEngine engine = must(SearchEngine::open(index.data()));
  for (const char* q : {"???", "!", "...", "\"\"", "()", "- -"}) {
    INFO(q);
    const SearchResponse response = must(engine.search(request_for(q), kNow));
    CHECK(response.total == 0);
    CHECK(response.hits.empty());
    REQUIRE_FALSE(response.warnings.empty());
    CHECK(response.warnings.back().code == "nothing_to_search");
  }
  for (const char* q : {"", " ", "\t", "-word1", "source:source-1", "??? word1"}) {
    INFO(q);
    const SearchResponse response = must(engine.search(request_for(q), kNow));
    CHECK(response.total > 0);
    for (const Warning& warning : response.warnings) CHECK(warning.code != "nothing_to_search");
  }
}

TEST_CASE("engine: a histogram that is coarser than asked for says so", "[search][engine]") {
  std::vector<Article> articles = random_articles(0, 2);
  articles[0].published = parse_rfc3339("2016-01-01");
  articles[1].published = parse_rfc3339("2026-01-01");
  const trawl::test::TestIndex index(articles);
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.facets = {"date"};
  const auto warnings_by = [&](DateInterval interval) {
    request.date_interval = interval;
    return must(engine.search(request, kNow)).warnings;
  };
  REQUIRE(warnings_by(DateInterval::Day).size() == 1);
  CHECK(warnings_by(DateInterval::Day).front().code == "coarser_interval");
  CHECK(warnings_by(DateInterval::Day).front().message ==
        "A histogram by day would have more than 1,000 bars; this one is by week.");
  for (const DateInterval interval :
       {DateInterval::Auto, DateInterval::Week, DateInterval::Month, DateInterval::Year}) {
    CHECK(warnings_by(interval).empty());
  }
}

} // namespace search_engine_test
