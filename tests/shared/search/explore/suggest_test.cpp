// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/suggest.h"
#include "shared/search/explore/title_phrases.h"
#include "tests/shared/search/explore/disk_index.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace suggest_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

namespace {

bool has(const std::vector<Suggestion>& suggestions, std::string_view kind, std::string_view text) {
  return std::ranges::any_of(suggestions, [&](const auto& s) { return s.kind == kind && s.text == text; });
}

} // namespace

TEST_CASE("suggest: articles, words, tags and sources that continue what was typed", "[suggest]") {
  DiskIndex index({{"FlashAttention in PyTorch", "flash attention kernels", "pytorch", 3, {"attention", "gpu"}},
                   {"Flash storage", "storage flash", "other", 1, {"storage"}},
                   {"Slow storage", "tape", "other", 2, {}}});
  CHECK(has(index.suggested("fla"), "article", "Flash storage"));
  CHECK(has(index.suggested("flash sto"), "article", "Flash storage"));
  CHECK_FALSE(has(index.suggested("flash sto"), "article", "Slow storage"));
  CHECK(has(index.suggested("flash att"), "phrase", "flash attention"));
  CHECK(has(index.suggested("att"), "tag", "attention"));
  CHECK(has(index.suggested("pyt"), "source", "PyTorch Blog"));
  CHECK(has(index.suggested("blog"), "source", "PyTorch Blog"));
  CHECK(index.suggested("f").empty());
  CHECK(index.suggested("").empty());
  CHECK(index.suggested("sto", 2).size() == 2);
}

TEST_CASE("suggest: phrases that several titles share, the longest of equally frequent ones", "[suggest]") {
  const std::vector<std::string> titles{"A survey of large language models", "Large Language Models on a laptop",
                                        "Serving large language models", "Large batches", "The large hadron"};
  const auto phrases = shared_phrases(titles, {}, "larg");
  REQUIRE(phrases.size() == 1);
  CHECK(phrases[0].words == std::vector<std::string>{"large", "language", "models"});
  CHECK(phrases[0].titles == 3);
  const std::vector<std::string> typed{"large", "language"};
  CHECK(shared_phrases(titles, typed, "mo").size() == 1);
  CHECK(shared_phrases(titles, typed, "x").empty());
  CHECK(shared_phrases({}, {}, "large").empty());
  std::vector<Row> rows;
  for (const std::string& title : titles) rows.push_back({title, "text"});
  DiskIndex index(rows);
  CHECK(has(index.suggested("larg"), "phrase", "large language models"));
  CHECK(has(index.suggested("Large lang"), "phrase", "large language models"));
}

TEST_CASE("suggest: only phrases that occur, and a question may go on as in titles", "[suggest]") {
  DiskIndex index({{"How to train flash attention", "flash attention; an attack on flash"},
                   {"How to train a model", "how together we train"}});
  const auto found = index.suggested("flash at");
  CHECK(has(found, "phrase", "flash attention"));
  CHECK_FALSE(has(found, "phrase", "flash attack"));
  CHECK(has(index.suggested("how to"), "phrase", "how to train"));
  CHECK(has(index.suggested("how tog"), "phrase", "how together"));
  CHECK_FALSE(has(index.suggested("train tog"), "phrase", "train together"));
}

TEST_CASE("suggest: of a phrase with very many candidates, about how many articles have it is said", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 600; ++i)
    rows.push_back({"Note " + std::to_string(i), i % 3 == 0 ? "we train models" : "we train, and models attack"});
  DiskIndex index(rows);
  const auto found = index.suggested("train mod");
  const auto phrase = std::ranges::find(found, "train models", &Suggestion::text);
  REQUIRE(phrase != found.end());
  CHECK(phrase->count >= 190);
  CHECK(phrase->count <= 210);
  CHECK_FALSE(has(index.suggested("train att"), "phrase", "train attack"));
}

TEST_CASE("suggest: scripts without blanks stay as they are written", "[suggest]") {
  DiskIndex index({{"知识图谱的构建", "知识图谱"},
                   {"知识图谱的应用", "知识图谱"},
                   {"商品知识图谱", "知识图谱"},
                   {"知识抽取", "知识的图"},
                   {"어텐션 메커니즘", "어텐션"},
                   {"새로운 어텐션 메커니즘", "그 어텐데"}});
  std::vector<Suggestion> found = index.suggested("知识");
  CHECK(has(found, "phrase", "知识图谱"));
  CHECK(has(found, "article", "知识抽取"));
  CHECK_FALSE(has(found, "phrase", "知识图谱的"));
  CHECK_FALSE(has(found, "phrase", "知识图"));
  CHECK(has(index.suggested("어텐"), "phrase", "어텐션 메커니즘"));
  CHECK_FALSE(has(index.suggested("图知"), "article", "知识图谱的应用")); // not side by side
}

TEST_CASE("suggest: authors are found by any part of their names", "[suggest]") {
  DiskIndex index({{"One", "alpha", "a", 1, {}, {"Lilian Weng"}}, {"Two", "alpha", "b", 1, {}, {"Ann Author"}}});
  CHECK(has(index.suggested("weng"), "author", "Lilian Weng"));
  CHECK(has(index.suggested("Lilian W"), "author", "Lilian Weng"));
  CHECK_FALSE(has(index.suggested("weng"), "author", "Ann Author"));
}

TEST_CASE("suggest: a source or a person whose name was typed comes first", "[suggest]") {
  std::vector<Row> rows(5, Row{"PyTorch Blog posts by Sigrid Keydana", "pytorch blog", "pytorch", 1, {"pytorch"}, {}});
  rows.push_back({"PyTorch 2", "news", "news-of-ai", 1, {"pytorch blog"}, {"Sigrid Keydana", "José Muñoz-Pérez"}});
  rows.push_back({"Pytorch", "news", "other", 1, {}, {"Sigrid Keydana-Smith", "Pytorch"}});
  DiskIndex index(rows);
  const auto first = [&](std::string_view typed) {
    const auto found = index.suggested(typed);
    return found.empty() ? "" : found.front().kind + " " + found.front().text;
  };
  CHECK(first("PyTorch Blog") == "source PyTorch Blog");
  CHECK(first("pytorch  blog ") == "source PyTorch Blog");
  CHECK(first("pytorch") == "source PyTorch Blog"); // its id
  CHECK(first("news-of-ai") == "source news-of-ai");
  CHECK(first("News of AI") == "source news-of-ai");
  CHECK(first("Sigrid Keydana") == "author Sigrid Keydana");
  CHECK(first("sigrid keydana") == "author Sigrid Keydana");
  CHECK(first("jose munoz perez") == "author José Muñoz-Pérez");
  CHECK(first("José Muñoz-Pérez") == "author José Muñoz-Pérez");
  CHECK(first("JOSE\u0301 MUÑOZ-PÉREZ") == "author José Muñoz-Pérez"); // a combining accent
  CHECK(first("source:news-of-ai sigrid keydana") == "author Sigrid Keydana");
  CHECK(first("source:pytorch sigrid keydana") != "author Sigrid Keydana"); // no article of hers is there
  CHECK(first("Sigrid") == "article PyTorch Blog posts by Sigrid Keydana"); // not a whole name
  const auto of_id = index.suggested("pytorch");
  REQUIRE(of_id.size() > 1);
  CHECK(of_id[1].kind == "author"); // who is called so, too
  CHECK(of_id.front().count == 5);
  CHECK(std::ranges::count(of_id, "source", &Suggestion::kind) == 1);
  CHECK(index.suggested("pytorch", 1).size() == 1);
}

TEST_CASE("suggest: filters are kept, and only articles that pass them count", "[suggest]") {
  DiskIndex index(
      {{"Attention here", "attention kernels", "keras"}, {"Attention there", "attention attempts", "other"}});
  const auto found = index.suggested("source:keras att");
  CHECK(has(found, "article", "Attention here"));
  CHECK_FALSE(has(found, "article", "Attention there"));
  CHECK(has(found, "phrase", "source:keras attention"));
  CHECK_FALSE(has(found, "phrase", "source:keras attempts"));
}

TEST_CASE("suggest: a misspelt word is completed as what was meant", "[suggest]") {
  DiskIndex index(std::vector<Row>(3, Row{"Quantization of models", "quantization of diffusion models"}));
  CHECK(has(index.suggested("quantizaton"), "phrase", "quantization"));
  CHECK(has(index.suggested("diffsion mod"), "phrase", "diffusion models"));
  CHECK(has(index.suggested("qauntiz"), "phrase", "quantization")); // of a word that is not complete
  CHECK(index.suggested("xyzzyxyzzy").empty());
}

TEST_CASE("suggest: names of code and of citations are no completions of words", "[suggest]") {
  DiskIndex index(std::vector<Row>(
      2, Row{"Notes", "attention isolation is.null is_available torch.compile torch compute @weng2018bandit weng"}));
  const auto found = index.suggested("attention is");
  CHECK(has(found, "phrase", "attention isolation"));
  CHECK_FALSE(has(found, "phrase", "attention is.null"));
  CHECK_FALSE(has(found, "phrase", "attention is_available"));
  CHECK_FALSE(has(index.suggested("wen"), "phrase", "weng2018bandit"));
  CHECK(has(index.suggested("torch.com"), "phrase", "torch.compile"));
  CHECK_FALSE(has(index.suggested("torch.com"), "phrase", "torch.compute"));
}

TEST_CASE("suggest: one form of each word", "[suggest]") {
  DiskIndex index({{"A", "kernel kernels"}, {"B", "kernels"}, {"C", "kernels fine-tuning"}});
  const auto found = index.suggested("kern");
  CHECK(has(found, "phrase", "kernels"));
  CHECK_FALSE(has(found, "phrase", "kernel"));
  CHECK_FALSE(has(index.suggested("finet"), "phrase", "finetuned"));
}

} // namespace suggest_test
