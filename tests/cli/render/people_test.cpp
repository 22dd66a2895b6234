// SPDX-License-Identifier: GPL-3.0-or-later
// What is in an answer, and what is missing from it, as people see it.
#include "cli/render/render.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace people_test {

using namespace trawl::cli;

namespace {

const Style kPlain{.color = false, .terminal = false, .width = 80};

Answer answer_with(Answer hits, std::size_t total) {
  return {{"total", total}, {"offset", 0}, {"hits", std::move(hits)}};
}

/// The least that a hit has.
Answer bare_hit() {
  return {{"url", "https://e.org/a"}, {"title", "Title"}, {"source", "blog"}, {"published", nullptr}};
}

} // namespace

TEST_CASE("people: a hit that has only a title and an address takes three lines", "[cli]") {
  CHECK(hits_for_people(Answer::array({bare_hit()}), kPlain) ==
        " 1  Title\n    blog · undated\n    https://e.org/a\n\n");
}

TEST_CASE("people: facts that are there are joined, those that are not leave nothing", "[cli]") {
  struct Row {
    Answer more;
    const char* facts;
  };
  for (const Row& row : {
           Row{{{"reading_minutes", 1}}, "blog · undated · 1 min\n"},
           {{{"reading_minutes", 0}}, "blog · undated\n"},
           {{{"category", "infra"}}, "blog · undated · infra\n"},
           {{{"tags", {"gpu", "rag"}}}, "blog · undated  #gpu #rag\n"},
           {{{"tags", Answer::array()}}, "blog · undated\n"},
           {{{"source", {{"id", "b"}, {"label", "The Blog"}}}}, "The Blog · undated\n"},
           {{{"source", {{"id", "b"}}}}, "· undated\n"},
       }) {
    Answer hit = bare_hit();
    hit.update(row.more);
    INFO(row.facts);
    CHECK(hits_for_people(Answer::array({hit}), kPlain).contains("    " + std::string(row.facts)));
  }
}

TEST_CASE("people: a hit lists its section, its copies, what else its source has, and why it ranks there", "[cli]") {
  Answer hit = bare_hit();
  hit["copies"] = {{{"url", "https://f.org/1"}}, {{"url", "https://f.org/2"}}};
  hit["more_from_source"] = 3;
  hit["section"] = {{"heading", "3.2 Kernels"}, {"path", {"3 Methods", "3.2 Kernels"}}, {"link", "https://e.org/1#k"}};
  hit["explain"] = {{{"name", "bm25"}, {"weight", 1.5}, {"detail", "'flash' 2 times"}}};
  const std::string shown = hits_for_people(Answer::array({hit}), kPlain);
  CHECK(shown.contains("    also: https://f.org/1\n    also: https://f.org/2\n"));
  CHECK(shown.contains("    and 3 more from this source\n"));
  CHECK(shown.contains("    § 3.2 Kernels\n"));
  CHECK(shown.contains("    bm25 1.5  'flash' 2 times\n"));
}

TEST_CASE("people: hits are numbered from the offset", "[cli]") {
  Answer search = answer_with({bare_hit(), bare_hit()}, 12);
  search["offset"] = 9;
  const std::string shown = search_for_people(search, kPlain);
  CHECK(shown.starts_with("10  Title\n"));
  CHECK(shown.contains("\n11  Title\n"));
}

TEST_CASE("people: the summary counts in the singular and the plural", "[cli]") {
  CHECK(search_for_people(answer_with({bare_hit()}, 1), kPlain).ends_with("1 article, 1 shown\n"));
  CHECK(search_for_people(answer_with({bare_hit()}, 2), kPlain).ends_with("2 articles, 1 shown\n"));
  CHECK(search_for_people(answer_with(Answer::array(), 0), kPlain).ends_with("0 articles, 0 shown\n"));
}

TEST_CASE("people: what to try depends on whether filters were set", "[cli]") {
  Answer search = answer_with(Answer::array(), 0);
  CHECK(search_for_people(search, kPlain).starts_with("Nothing found. Try fewer or other words.\n"));
  search["query"] = {{"filters", {{"tag", "gpu"}}}};
  CHECK(search_for_people(search, kPlain)
            .starts_with("Nothing found. Try it without the filters, or with fewer words.\n"));
  search["query"]["understood"] = "gpus";
  CHECK(search_for_people(search, kPlain).starts_with("Nothing found. Try it without the filters.\n"));
  search["without_filters"] = {{"total", 7}, {"hits", {{{"published", "2026-08-21T10:00:00Z"}}}}};
  CHECK(search_for_people(search, kPlain)
            .starts_with("Nothing found. Without the filters: 7 articles, the newest of 2026-08-21.\n"));
  search.erase("without_filters");
  search["query"] = {{"filters", Answer::object()}};
  CHECK(search_for_people(search, kPlain).starts_with("Nothing found. Try fewer or other words"));
  search["query"] = {{"q", "!!!"}, {"understood", ""}, {"filters", Answer::object()}}; // a note says why
  CHECK(search_for_people(search, kPlain).starts_with("Nothing found.\n"));
  search["query"] = {{"filters", Answer::object()}};
  search["query"]["understood"] = "is:starred";
  CHECK(search_for_people(search, kPlain).starts_with("No articles.\n"));
}

TEST_CASE("people: a total that is not exact says so", "[cli]") {
  Answer search = answer_with({bare_hit()}, 7);
  search["total_relation"] = "at_least";
  CHECK(search_for_people(search, kPlain).ends_with("at least 7 articles, 1 shown\n"));
}

TEST_CASE("people: an answer with other types than expected is shown without them", "[cli]") {
  const Answer odd = {{"title", 7}, {"url", nullptr}, {"source", Answer::array()}, {"published", 3}};
  CHECK(hits_for_people(Answer::array({odd}), kPlain).contains(" · undated"));
  CHECK(search_for_people(Answer::object(), kPlain).ends_with("0 articles, 0 shown\n"));
  CHECK(article_for_people(Answer::object(), kPlain).contains("undated"));
}

TEST_CASE("people: an article has title, facts, authors, address, copies and its paragraphs", "[cli]") {
  Answer article = bare_hit();
  article["authors"] = {"Ada", "Bob"};
  article["copies"] = {{{"url", "https://f.org/1"}}};
  article["text"] = "First.\n\nSecond\nline.";
  CHECK(article_for_people(article, kPlain) ==
        "Title\nblog · undated\nby Ada, Bob\nhttps://e.org/a\nalso: https://f.org/1\n\nFirst.\n\nSecond\nline.\n");
}

TEST_CASE("people: many authors are wrapped", "[cli]") {
  Answer article = bare_hit();
  article["authors"] = {"Ada Lovelace", "Grace Hopper", "Edsger Dijkstra"};
  CHECK(article_for_people(article, {.color = false, .terminal = true, .width = 32})
            .contains("\nby Ada Lovelace, Grace Hopper,\nEdsger Dijkstra\nhttps:"));
}

TEST_CASE("people: the lines of an article are at most 100 cells, however wide the terminal", "[cli]") {
  Answer article = bare_hit();
  std::string text;
  for (int i = 0; i < 100; ++i) text += "words ";
  article["text"] = text;
  std::string shown = article_for_people(article, {.color = false, .terminal = true, .width = 200});
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < shown.size(); begin = shown.find('\n', begin) + 1) {
    widest = std::max(widest, shown.find('\n', begin) - begin);
  }
  CHECK(widest <= 100);
  CHECK(widest > 90);
}

TEST_CASE("people: an empty list of hits says so", "[cli]") {
  CHECK(hits_for_people(Answer::array(), kPlain) == "No articles.\n");
}

} // namespace people_test
