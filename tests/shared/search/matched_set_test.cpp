// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/matched_set.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace matched_set_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

const Deadline kNever{std::chrono::steady_clock::time_point::max()};

/// Articles of which some have alpha, some beta, and each one of three tags.
std::vector<Article> random_articles(std::mt19937& random, std::size_t count) {
  std::vector<Article> articles;
  for (std::size_t i = 0; i < count; ++i) {
    Article article = trawl::test::article(i);
    article.title = "untitled";
    article.text = random() % 3 == 0 ? "alpha " : "gamma ";
    if (random() % 4 == 0) article.text += "beta";
    article.tags = {"tag" + std::to_string(random() % 3)};
    articles.push_back(article);
  }
  return articles;
}

bool has_warning(const MatchedSet& set, std::string_view code) {
  return std::ranges::find(set.warnings, code, &Warning::code) != set.warnings.end();
}

SearchRequest request_for(const std::string& q, MatchMode mode) {
  SearchRequest request;
  request.q = q;
  request.match = mode;
  return request;
}

} // namespace

TEST_CASE("matched set: of a phrase that no article has, articles with all its words are counted with filters too",
          "[search]") {
  std::vector<Article> articles{trawl::test::article(1), trawl::test::article(2), trawl::test::article(3)};
  articles[0].text = "alpha gamma beta";
  articles[1].text = "beta gamma alpha";
  articles[2].text = "alpha";
  for (Article& article : articles) article.tags = {"some"};
  articles[1].tags = {"other"};
  const trawl::test::TestIndex index(articles);
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  SearchRequest request = request_for("\"alpha beta\"", MatchMode::Most);
  const MatchedSet whole = must(match_request(request, snapshot, Moment{}, kNever));
  CHECK(has_warning(whole, "phrase_relaxed"));
  CHECK(whole.total == 2);
  CHECK(whole.total_fewer_words == 1);
  request.filters.fields["tag"].any_of = {"some"};
  const MatchedSet filtered = must(match_request(request, snapshot, Moment{}, kNever));
  CHECK(filtered.total == 1);
  CHECK(filtered.total_fewer_words == 1);
}

TEST_CASE("matched set: the total is that of match=all, with the others that of match=any, whatever the filters",
          "[search]") {
  std::mt19937 random(211);
  const trawl::test::TestIndex index(random_articles(random, 200));
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  for (const char* q : {"alpha", "alpha beta", "alpha beta nowhere", "nowhere", "alpha OR beta", "alpha -beta"}) {
    for (const char* tag : {"", "tag0", "tag1", "unknown"}) {
      CAPTURE(q, tag);
      const auto asked = [&](MatchMode mode) {
        SearchRequest request = request_for(q, mode);
        if (*tag != '\0') request.filters.fields["tag"].any_of = {tag};
        return must(match_request(request, snapshot, Moment{}, kNever));
      };
      const MatchedSet most = asked(MatchMode::Most), all = asked(MatchMode::All), any = asked(MatchMode::Any);
      CHECK(most.documents.passing == all.documents.passing);
      CHECK(most.listed == any.documents.passing);
      CHECK(most.total == all.total);
      CHECK(most.total + most.total_fewer_words == any.total);
      CHECK(all.total_fewer_words + any.total_fewer_words == 0);
    }
  }
}

TEST_CASE("matched set: a query without words counts no words, and finds what the filters leave", "[search]") {
  std::mt19937 random(212);
  const std::vector<Article> articles = random_articles(random, 50);
  const trawl::test::TestIndex index(articles);
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  const auto with_tag = [&](const std::string& tag) {
    return static_cast<std::size_t>(
        std::ranges::count_if(articles, [&](const Article& article) { return article.tags.front() == tag; }));
  };
  for (const char* q : {"", "   ", "tag:tag1"}) {
    INFO(q);
    const MatchedSet set = must(match_request(request_for(q, MatchMode::Most), snapshot, Moment{}, kNever));
    CHECK(set.total_fewer_words == 0);
    CHECK(set.total == (std::string_view(q).contains("tag") ? with_tag("tag1") : articles.size()));
  }
}

TEST_CASE("matched set: filters of the query and of the request are applied together", "[search]") {
  std::mt19937 random(213);
  const trawl::test::TestIndex index(random_articles(random, 60));
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  SearchRequest request = request_for("tag:tag1", MatchMode::Most);
  request.filters.fields["tag"].any_of = {"tag2"};
  const MatchedSet both = must(match_request(request, snapshot, Moment{}, kNever));
  const auto total = [&](const char* q) {
    return must(match_request(request_for(q, MatchMode::Most), snapshot, Moment{}, kNever)).total;
  };
  CHECK(both.total == total("tag:tag1") + total("tag:tag2"));
  CHECK(both.plan.filters.fields.at("tag").any_of == std::vector<std::string>{"tag1", "tag2"});
}

TEST_CASE("matched set: values of filters may be written as labels, with other signs, or as a part of a name",
          "[search]") {
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 4; ++i) articles.push_back(trawl::test::article(i));
  articles[0].authors = {"Sigrid Keydana", "Jos\u00E9 Garc\u00EDa"};
  articles[1].authors = {"Sigrid K. Keydana"};
  articles[2].authors = {"Sigrid"};
  articles[0].category = "open-source";
  articles[1].tags = {"machine-learning"};
  articles[2].source = "kj";
  trawl::test::TestIndex index(articles);
  must(index.writer().set_sources({{"kj", "Kernel Journal", "", {}, "", ""}}));
  must(index.writer().commit(9));
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  const auto total = [&](const char* q) {
    const MatchedSet set = must(match_request(request_for(q, MatchMode::Most), snapshot, Moment{}, kNever));
    INFO(q);
    CHECK(has_warning(set, "unknown_value") == (set.total == 0));
    return set.total;
  };
  CHECK(total("author:keydana") == 2);
  CHECK(total("author:\"keydana, SIGRID\"") == 2);
  CHECK(total("author:\"sigrid keydana\"") == 1);
  CHECK(total("author:\"sigrid k keydana\"") == 1);
  CHECK(total("author:sigrid") == 1); // a whole name
  CHECK(total("author:garcia") == 1);
  CHECK(total("author:keydana AND author:garcia") == 1);
  CHECK(total("-author:keydana") == 2);
  CHECK(total("author:garcia OR nowhere") == 1);
  CHECK(total("author:nobody") == 0);
  CHECK(total("source:\"Kernel Journal\"") == 1);
  CHECK(total("category:\"Open Source\"") == 1);
  CHECK(total("tag:\"machine learning\"") == 1);
  SearchRequest request;
  request.filters.fields["author"].any_of = {"keydana"};
  const MatchedSet set = must(match_request(request, snapshot, Moment{}, kNever));
  CHECK(set.total == 2);
  CHECK(set.plan.filters.fields.at("author").any_of.size() == 2);
}

} // namespace matched_set_test
