// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace lists_test {

using namespace trawl::cli;

namespace {

const Style kPlain{.color = false, .terminal = false, .width = 80};

} // namespace

TEST_CASE("lists: sources are a table with a header, errors below their source", "[cli]") {
  const Answer sources = {
      {{"id", "pytorch"}, {"label", "PyTorch Blog"}, {"articles", 17}, {"newest", nullptr}, {"health", "ok"}},
      {{"id", "dead"}, {"label", "家"}, {"articles", 0}, {"health", "failing"}, {"last_error", "404\x1b"}}};
  CHECK(sources_for_people(sources, kPlain) ==
        "source                name                                  count   newest    health\n"
        "pytorch               PyTorch Blog                          17      undated   ok\n"
        "dead                  家                                    0       none      failing\n"
        "    404\n");
}

TEST_CASE("lists: a long id or label keeps a blank before the next column", "[cli]") {
  const Answer sources = {
      {{"id", std::string(30, 'i')}, {"label", std::string(50, 'l')}, {"articles", 123456789}, {"health", "ok"}}};
  const std::string shown = sources_for_people(sources, kPlain);
  CHECK(shown.contains(std::string(30, 'i') + " " + std::string(35, 'l') + "…  123456789 undated"));
}

TEST_CASE("lists: without sources it says what to run", "[cli]") {
  CHECK(sources_for_people(Answer::array(), kPlain).contains("trawl crawl"));
}

TEST_CASE("lists: sizes are in megabytes with one decimal, rounded", "[cli]") {
  struct Row {
    std::size_t bytes;
    const char* shown;
  };
  for (const Row& row : {Row{0, "0.0 MB"},
                         {49'999, "0.0 MB"},
                         {50'000, "0.1 MB"},
                         {999'999, "1.0 MB"},
                         {1'250'000, "1.3 MB"},
                         {12'345'678, "12.3 MB"},
                         {5'000'000'000, "5000.0 MB"}}) {
    INFO(row.bytes);
    CHECK(stats_for_people({{"bytes", row.bytes}}, kPlain).contains("size          " + std::string(row.shown) + "\n"));
  }
}

TEST_CASE("lists: the numbers of the index, one on each line", "[cli]") {
  const Answer stats = {{"documents", 30},
                        {"terms", 1234},
                        {"bytes", 100'000},
                        {"generation", 2},
                        {"revision", 9},
                        {"newest", "2026-04-08"},
                        {"committed", "2026-04-20T08:00:00Z"}};
  CHECK(stats_for_people(stats, kPlain) == "documents     30 articles\nterms         1234\nsize          0.1 MB\n"
                                           "generation    2\nrevision      9\nnewest        2026-04-08\n"
                                           "committed     2026-04-20T08:00:00Z\n");
}

TEST_CASE("lists: a suggestion has its kind, and its count if there is one", "[cli]") {
  const Answer suggestions = {{{"kind", "tag"}, {"text", "gpu"}, {"count", 12}},
                              {{"kind", "title"}, {"text", "One\nline"}, {"count", 0}}};
  CHECK(suggestions_for_people(suggestions, kPlain) == "tag      gpu  12\ntitle    One line\n");
  CHECK(suggestions_for_people(Answer::array(), kPlain) == "No completions.\n");
}

TEST_CASE("lists: trending terms with their articles, in the singular and the plural", "[cli]") {
  const auto term = [](int count) {
    return Answer{{"term", "moe"}, {"count", count}, {"times_usual", 6.5}, {"sources", {"a", "b"}}};
  };
  const std::string padding(25, ' ');
  CHECK(trending_for_people({{"terms", {term(4)}}}, kPlain) == "moe" + padding + "4 articles, 6.5× usual; a, b\n");
  CHECK(trending_for_people({{"terms", {term(1)}}}, kPlain) == "moe" + padding + "1 article, 6.5× usual; a, b\n");
  CHECK(trending_for_people(Answer::object(), kPlain).contains("--window"));
  const Answer with_article = {{"terms", {term(4)}}, {"articles", {{{"title", "T"}, {"url", "https://e.org"}}}}};
  CHECK(trending_for_people(with_article, kPlain).contains("\n\n 1  T\n"));
}

TEST_CASE("lists: nothing trending advises a longer window, but not in the longest", "[cli]") {
  const auto text = [](const char* from) {
    const Answer empty{{"from", from}, {"to", "2026-04-20T08:00:00Z"}, {"terms", Answer::array()}};
    return trending_for_people(empty, kPlain);
  };
  CHECK(text("2026-04-18T08:00:00Z").contains("try a longer --window"));
  CHECK(text("2026-01-20T08:01:00Z").contains("try a longer --window"));
  CHECK(text("2026-01-20T08:00:00Z") == "No term is rising in two or more sources.\n");
}

} // namespace lists_test
