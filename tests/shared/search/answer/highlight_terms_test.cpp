// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/highlight_terms.h"

#include "shared/query/parse_query.h"
#include "tests/shared/search/small_index.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " ") + text;
  return out;
}

HighlightTerms terms_of(const std::string& q) { return highlight_terms(query::parse_query(q, Moment{}).tree); }

/// stems | words | prefixes | phrases
std::string printed(const std::string& q) {
  const HighlightTerms terms = terms_of(q);
  std::string phrases;
  for (const auto& phrase : terms.phrases) phrases += "[" + joined(phrase) + "]";
  return joined(terms.stems) + "|" + joined(terms.words) + "|" + joined(terms.prefixes) + "|" + phrases;
}

} // namespace

TEST_CASE("highlight terms: what a reader would call a hit, of every kind of query", "[search][snippet]") {
  struct Row {
    const char *q, *terms;
  };
  for (const Row& row : {
           Row{"", "|||"},
           Row{"flash attention", "flash attent|||"},
           Row{"Attention attentions", "attent|||"},
           Row{"+trained model", "model|trained||"},
           Row{"ragged tensors", "tensor|ragged||"}, // its stem is RAG's
           Row{"quant* Flash*", "||quant flash|"},
           Row{"\"flash attention\"", "|||[flash attent]"},
           Row{"\"flash attention\"~3", "flash attent|||"}, // not side by side: word by word
           Row{"\"attention\"", "attent|||"},
           Row{"flash NEAR/3 attention", "flash attent|||"},
           Row{"flash AND (attention OR memory)", "flash attent memori|||"},
           Row{"flash -attention", "flash|||"},
           Row{"flash NOT (attention OR memory)", "flash|||"},
           Row{"title:flash attention", "flash attent|||"},
           Row{"source:pytorch flash", "flash|||"},
           Row{"flash OR source:pytorch", "flash|||"},
           Row{"(flash OR is:long) date:2026", "flash|||"},
           Row{"the flash", "flash|||"},
           Row{"the", "the|||"}, // nothing else to show
           Row{"the of", "the of|||"},
       }) {
    INFO(row.q);
    CHECK(printed(row.q) == row.terms);
  }
}

TEST_CASE("highlight terms: a name is highlighted as typed and by its parts", "[search][snippet]") {
  const HighlightTerms compound = terms_of("torch.compile");
  CHECK(joined(compound.words) == "torch.compile");
  CHECK(joined(compound.stems).contains("compil"));
  const HighlightTerms exact = terms_of("+torch.compile");
  CHECK(joined(exact.words) == "torch.compile");
  CHECK(exact.stems.empty());
  const HighlightTerms joined_words = terms_of("FlexAttention");
  REQUIRE(joined_words.phrases.size() == 1);
  CHECK(joined(joined_words.phrases.front()) == "flex attent");
}

TEST_CASE("highlight terms: a single letter of a name is not highlighted on its own", "[search][snippet]") {
  CHECK(printed("t-SNE") == "sne tsne|t-sne||[t sne]");
  CHECK(printed("a-b") == "b ab|a-b||"); // a is a stop word
  CHECK(printed("t sne") == "t sne|||");
}

TEST_CASE("highlight terms: a phrase is listed once", "[search][snippet]") {
  CHECK(terms_of("\"flash attention\" OR \"Flash Attentions\"").phrases.size() == 1);
}

TEST_CASE("highlight terms: synonyms, other spellings and other languages are forms of the words",
          "[search][snippet]") {
  const auto others = [&](const std::string& q, const std::vector<std::string>& languages) {
    trawl::search::test::SmallIndex small(
        std::vector<trawl::search::test::SmallArticle>{{"a", "fine tuning of flexattention, llama 3.2"}});
    const IndexView view = small.view();
    std::string out;
    Matcher matcher(view, trawl::search::test::never());
    QueryWords words(q, matcher);
    for (const OtherForm& form : highlight_terms(query::parse_query(q, Moment{}).tree, {languages, &words}).others)
      out += "[" + joined(form.stems) + (form.language.empty() ? "" : " " + form.language) + " " +
             (form.is_of_phrase ? "p" : "") + std::to_string(form.of) + "]";
    return out;
  };
  CHECK(others("big RAG", {}) == "[retriev augment generat 1]");
  CHECK(others("big ragged", {}) == "");
  CHECK(others("big retrieval augmented generation", {}) == "[rag 1]");
  CHECK(others("big \"RAG\" x", {}) == "[retriev augment generat 1]"); // a word in quotes is a word
  CHECK(others("retrieval OR augmented OR generation", {}).empty());
  CHECK(others("finetuning", {}) == "[fine tune 0]");
  CHECK(others("flex attention", {}) == "[flexattent 0]");
  CHECK(others("flex -xy attention", {}) == "");
  CHECK(others("Llama 3", {}) == "[3.2 1]");
  CHECK(others("Häuser", {"de", "en", "zz"}) == "[haus de 0]");
  CHECK(others("\"große Häuser\"", {"de"}) == "[gross haus de p0]");
  CHECK(others("+Häuser", {"de"}).empty());
}

TEST_CASE("highlight terms: the words of phrases that no article has", "[search][snippet]") {
  const auto tree = query::parse_query("\"flash attention\"", Moment{}).tree;
  CHECK(joined(highlight_terms(tree, {{}, nullptr, true}).stems) == "flash attent");
  CHECK(highlight_terms(tree, {{}, nullptr, true}).phrases.empty());
}

TEST_CASE("highlight terms: languages are those of the documents, or that of the query, except English",
          "[search][snippet]") {
  trawl::search::test::SmallIndex index({{"a", "x", "s", 0, 0, {}, {}, "en"},
                                         {"b", "x", "s", 0, 0, {}, {}, "de"},
                                         {"c", "x", "s", 0, 0, {}, {}, "fr"},
                                         {"d", "x", "s", 0, 0, {}, {}, "zh"}});
  const index::Columns& columns = index.view().columns;
  const std::vector<std::uint32_t> all{1, 2, 3, 4}, english{1, 4};
  using Languages = std::vector<std::string>;
  CHECK(highlighted_languages("attention", columns, all) == Languages{"de", "fr"});
  CHECK(highlighted_languages("was ist der haken", columns, all) == Languages{"de"});
  CHECK(highlighted_languages("attention", columns, english).empty());
}
