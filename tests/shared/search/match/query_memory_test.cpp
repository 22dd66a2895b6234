// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/query_memory.h"

#include "tests/shared/search/small_index.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::match_query;
using trawl::search::test::MatchResult;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("memory: a term is looked up once", "[search]") {
  SmallIndex index({{"", "one two"}, {"", "two three"}});
  const IndexView view = index.view();
  const TermPostings& first = postings_of(view, "Ztwo");
  CHECK(first.df() == 2);
  CHECK(&postings_of(view, "Ztwo") == &first);
  CHECK(postings_of(view, "Znowhere").df() == 0);
}

TEST_CASE("memory: entries are forgotten only when there are too many", "[search]") {
  SmallIndex index(std::vector<SmallArticle>{{"", "one two"}});
  const IndexView view = index.view();
  view.memory->keep_in_parts("one", {1});
  view.memory->trim();
  CHECK(view.memory->in_parts("one") != nullptr);
  for (int i = 0; i < 100'000; ++i) static_cast<void>(postings_of(view, "Z" + std::to_string(i)));
  for (int i = 0; i < 5'000; ++i) view.memory->keep_in_parts(std::to_string(i), {});
  view.memory->trim();
  CHECK(view.memory->in_parts("one") == nullptr);
  CHECK(postings_of(view, "Ztwo").df() == 1);
}

TEST_CASE("memory: a word that was found as two words is found again by the next query", "[search]") {
  SmallIndex index({{"", "finetuning a model"}, {"", "fine tuning of it"}, {"", "tuning what is fine"}});
  const IndexView view = index.view();
  const auto found = [&](const char* q) {
    return match_query(query::parse_query(q, Moment{}), view, MatchMode::All, SmallIndex::never())->documents;
  };
  const DocSet first = found("finetuning");
  CHECK(first.count() == 2);
  CHECK(found("finetuning") == first);
  CHECK(found("finetuning -model").count() == 1);
  CHECK(found("title:finetuning").count() == 0);
}
