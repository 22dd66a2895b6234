// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/rank_terms.h"

#include "tests/shared/search/small_index.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace rank_terms_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace {

/// "flash:2 attent": terms that the query has once have no number.
std::string printed(const std::vector<RankTerm>& terms) {
  std::string out;
  for (const RankTerm& term : terms) {
    out += (out.empty() ? "" : " ") + term.text;
    if (term.occurrences != 1) out += ":" + std::to_string(term.occurrences).substr(0, 4);
  }
  return out;
}

RankTerms terms_of(SmallIndex& index, const std::string& q) {
  return trawl::search::test::rank_terms_of(query::parse_query(q, Moment{}), index.view());
}

std::string pairs_of(SmallIndex& index, const std::string& q) {
  std::string out;
  for (const auto& [left, right] : terms_of(index, q).pairs) out += (out.empty() ? "" : ", ") + left + " " + right;
  return out;
}

SmallIndex some_articles() {
  return SmallIndex({{"", "flash attention memory"}, {"", "flashattention"}, {"", "fine tuning"}, {"", "llama 3.1"}});
}

} // namespace

TEST_CASE("rank terms: a word that is no name by its case is not one of an author's name", "[rank]") {
  SmallIndex index = some_articles();
  for (const RankTerm& term : terms_of(index, "\"loss is nan\" by Jiang").stems) {
    INFO(term.text);
    CHECK(term.may_be_name == (term.text == "jiang"));
  }
}

TEST_CASE("rank terms: the stem and the typed form of each word that is not negated", "[rank]") {
  SmallIndex index = some_articles();
  struct Row {
    const char *q, *stems, *exact;
  };
  for (const Row& row :
       {Row{"", "", ""}, Row{"Kernels kernel", "kernel:2.00", "kernels kernel"},
        Row{"memory -kernels", "memori", "memory"}, Row{"memory NOT (a OR b)", "memori", "memory"},
        Row{"+trained", "train", "trained"}, Row{"\"deep nets\" OR memory", "deep net memori", "deep nets memory"},
        Row{"title:memory source:pytorch", "memori", "memory"}, Row{"memory OR source:pytorch", "memori", "memory"},
        Row{"the memory of a kernel", "memori kernel", "memory kernel"}, Row{"the of", "the of", "the of"}}) {
    INFO(row.q);
    CHECK(printed(terms_of(index, row.q).stems) == row.stems);
    CHECK(printed(terms_of(index, row.q).exact) == row.exact);
  }
}

TEST_CASE("rank terms: a lone letter of a name counts only beside its neighbour", "[rank]") {
  SmallIndex index = some_articles();
  CHECK(printed(terms_of(index, "t-SNE").stems) == "sne");
  CHECK(pairs_of(index, "t-SNE") == "t sne");
  CHECK(printed(terms_of(index, "t sne").stems) == "t sne");
}

TEST_CASE("rank terms: neighbours are pairs, unless an operator or a stop word is between them", "[rank]") {
  SmallIndex index = some_articles();
  CHECK(pairs_of(index, "deep kernel memory") == "deep kernel, kernel memori");
  CHECK(pairs_of(index, "\"deep kernel\"") == "deep kernel");
  CHECK(pairs_of(index, "deep the kernel").empty());
  CHECK(pairs_of(index, "deep AND kernel").empty());
  CHECK(pairs_of(index, "deep OR kernel memory") == "kernel memori");
  CHECK(pairs_of(index, "deep -nets kernel") == "deep kernel");
  CHECK(pairs_of(index, "deep ker* kernel").empty());
  CHECK(pairs_of(index, "kernel kernels").empty()); // one stem
  CHECK(pairs_of(index, "deep kernel deep kernel") == "deep kernel, kernel deep");
  CHECK(pairs_of(index, "the of") == "the of");
}

TEST_CASE("rank terms: other spellings that the index has are variants", "[rank]") {
  SmallIndex index = some_articles();
  CHECK(printed(terms_of(index, "flash attention").variants) == "flashattent");
  CHECK(printed(terms_of(index, "finetuning").variants) == "fine:0.50 tune:0.50");
  CHECK(printed(terms_of(index, "deep kernel").variants).empty());
  CHECK(printed(terms_of(index, "llama 3").variants).empty()); // 3.1 is found, but may not be meant
}

TEST_CASE("rank terms: prefixes are kept as typed, folded", "[rank]") {
  SmallIndex index = some_articles();
  CHECK(terms_of(index, "Quant* memory").prefixes == std::vector<std::string>{"quant"});
}

TEST_CASE("rank terms: the words of a synonym share its weight", "[rank]") {
  SmallIndex index = some_articles();
  CHECK(printed(terms_of(index, "agi").synonyms) == "artifici:0.33 general:0.33 intellig:0.33");
  CHECK(printed(terms_of(index, "speech recognition").synonyms) == "asr");
  CHECK(printed(terms_of(index, "speech OR recognition").synonyms).empty());
}

} // namespace rank_terms_test
