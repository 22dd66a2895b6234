// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/facet_values.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

TEST_CASE("facet values: a word begins with what is typed, without case and accents", "[search][facets]") {
  struct Row {
    const char *text, *prefix;
    bool begins;
  };
  for (const Row& row :
       {Row{"open-source", "open", true}, Row{"open-source", "sour", true}, Row{"open-source", "pen", false},
        Row{"PyTorch Blog", "blog", true}, Row{"PyTorch Blog", "TORCH", false}, Row{"Émile Zola", "emi", true},
        Row{"Emile Zola", "Zô", true}, Row{"Ada Byron", "ada b", true}, Row{"Ada Byron", "ada c", false},
        Row{"大模型", "大模", true}, Row{"gpt4", "4", false}, Row{"(gpu)", "gpu", true}, Row{"gpu", "gpus", false},
        Row{"anything", "", true}, Row{"", "", true}, Row{"", "a", false}}) {
    INFO(row.text << " | " << row.prefix);
    CHECK(has_word_beginning_with(row.text, row.prefix) == row.begins);
  }
}

TEST_CASE("facet values: the query and all filters but the field's own decide what is counted", "[search][facets]") {
  std::vector<Article> articles{trawl::test::article(1), trawl::test::article(2), trawl::test::article(3)};
  articles[0].text = "alpha";
  articles[1].text = "alpha";
  articles[2].text = "beta";
  articles[0].tags = {"gpu", "news"};
  articles[1].tags = {"gpu"};
  articles[2].tags = {"gpu"};
  articles[1].source = "other";
  const trawl::test::TestIndex index(articles);
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  const Deadline never{std::chrono::steady_clock::time_point::max()};
  const auto counts = [&](const SearchRequest& request, std::string_view prefix) {
    std::string out;
    for (const FacetValue& value : must(list_facet_values("tag", request, prefix, snapshot, Moment{}, never)).values) {
      out += value.value + ":" + std::to_string(value.count) + (value.selected ? "* " : " ");
    }
    return out;
  };
  SearchRequest request;
  CHECK(counts(request, "") == "gpu:3 news:1 ");
  CHECK(counts(request, "ne") == "news:1 ");
  request.q = "alpha";
  CHECK(counts(request, "") == "gpu:2 news:1 ");
  request.filters.fields["source"].any_of = {"other"};
  CHECK(counts(request, "") == "gpu:1 ");
  request.filters.fields["tag"].any_of = {"news"};
  CHECK(counts(request, "") == "gpu:1 news:0* ");
}
