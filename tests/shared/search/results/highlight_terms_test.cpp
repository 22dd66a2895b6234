// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/highlight_terms.h"

#include "shared/query/parse_query.h"

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

HighlightTerms terms_of(const std::string& q) {
  return highlight_terms(query::parse_query(q, Moment{}, false).value().tree);
}

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

TEST_CASE("highlight terms: a phrase is listed once", "[search][snippet]") {
  CHECK(terms_of("\"flash attention\" OR \"Flash Attentions\"").phrases.size() == 1);
}
