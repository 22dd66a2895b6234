// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"
#include "shared/text/analyzer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"
#include "tests/support/documented_rows.h"
#include "tests/support/source_tree.h"

using namespace trawl;
using namespace trawl::text;

namespace {

/// The folded tokens, one blank between.
std::string tokens_of(std::string_view text) {
  std::string out;
  for (const Token& token : tokenize(text)) out += (out.empty() ? "" : " ") + token.folded;
  return out;
}

std::set<std::string> terms_of(std::string_view title, std::string_view body) {
  std::set<std::string> terms;
  TermTable table;
  for (const TermOccurrence& occurrence : analyze_article(table, title, body).terms) terms.emplace(occurrence.term);
  return terms;
}

} // namespace

TEST_CASE("analyzer: every row of the documented table holds", "[text]") {
  const auto rows = trawl::test::documented_rows("How text becomes tokens");
  CHECK(rows.size() >= 30);
  for (const auto& [text, tokens] : rows) {
    INFO(text);
    CHECK(tokens_of(text) == tokens);
  }
}

TEST_CASE("analyzer: names inside longer ones are names, but not those of addresses", "[text]") {
  const auto terms = terms_of("", "k-means-based gpt-4.1-mini-2025 see a/b/c/d/e");
  for (const char* name : {"k-means-based", "k-means", "means-based", "gpt-4.1", "gpt-4.1-mini", "4.1-mini-2025"}) {
    INFO(name);
    CHECK(terms.contains(name));
  }
  CHECK_FALSE(terms.contains("a/b"));
  CHECK_FALSE(terms.contains("gpt-4"));
  CHECK(terms_of("state-of-the-art", "").contains("Sof-the"));
}

TEST_CASE("analyzer: blanks of every kind, bullets and emoji split words", "[text]") {
  CHECK(tokens_of("a\u202Fb\u00A0c\td\u3000e\u200Bf") == "a b c d e f");
  CHECK(tokens_of("•one📩two…three–four") == "one two three four");
  CHECK(tokens_of("soft\u00ADhyphen") == "softhyphen");
}

TEST_CASE("analyzer: typographic quotes are plain ones, and a possessive is its owner", "[text]") {
  CHECK(tokens_of("TorchAO\u2019s") == "torchao torch ao");
  CHECK(tokens_of("don\u2019t") == "don't");
  CHECK(tokens_of("\u201Cquoted\u201D") == "quoted");
  const std::string text = "TorchAO\u2019s kernels";
  Stemmer stemmer;
  const auto words = words_of(text, stemmer);
  CHECK(text.substr(words[0].begin, words[0].end - words[0].begin) == "TorchAO");
}

TEST_CASE("analyzer: composed and decomposed letters are one, accents of Latin letters are dropped", "[text]") {
  CHECK(tokens_of("na\u00EFve") == "naive");
  CHECK(tokens_of("nai\u0308ve") == "naive");
  CHECK(tokens_of("Stra\u00DFe") == "strasse");
  CHECK(tokens_of("\u0439\u043E\u0433") == "\u0439\u043E\u0433");
  CHECK(tokens_of("МОДЕЛЬ") == "модель");
}

TEST_CASE("analyzer: parts share the position of their word, words follow each other", "[text]") {
  const auto tokens = tokenize("use PyTorch models");
  REQUIRE(tokens.size() == 5);
  CHECK(tokens[1].folded == "pytorch");
  CHECK(tokens[1].position == 2);
  CHECK(tokens[3].folded == "torch");
  CHECK(tokens[3].position == 2);
  CHECK(tokens[4].position == 3);
}

TEST_CASE("analyzer: titles give both kinds of terms with the prefix S, and the text follows after a gap", "[text]") {
  TermTable table;
  const AnalyzedArticle article = analyze_article(table, "Training models", "Models train");
  CHECK(article.title_words == 2);
  CHECK(article.words == 4);
  const auto terms = terms_of("Training models", "Models train");
  for (const char* term : {"training", "Ztrain", "Straining", "SZtrain", "train"}) CHECK(terms.contains(term));
  std::set<std::uint32_t> positions;
  for (const auto& occurrence : article.terms) {
    if (occurrence.term == "Zmodel") positions.insert(occurrence.position);
  }
  CHECK(positions == std::set<std::uint32_t>{2, 103});
}

TEST_CASE("analyzer: no text can give a term beyond Xapian's 245 bytes or with a filter's prefix", "[text]") {
  const std::string noise = std::string(5000, 'x') + " " + std::string(3000, '_') + "XSRCopenai Qhttps " +
                            std::string(300, '-') + std::string(500, '\'');
  for (const std::string& term : terms_of(noise, noise + " a.b-c/d " + std::string(400, '1'))) {
    CHECK(term.size() <= 245);
    CHECK_FALSE(term.empty());
    CHECK_FALSE(term.starts_with("X"));
    CHECK_FALSE(term.starts_with("Q"));
  }
}

TEST_CASE("analyzer: ranges of words are ascending, inside the text and on character borders", "[text]") {
  const std::string text = "Réseau C++ 索家坟 fine-tuning’s 8×H200 .NET v0.2 ⅓ a.b.c _x_ Ⅷ ﬁne";
  std::size_t begin = 0;
  Stemmer stemmer;
  for (const Word& word : words_of(text, stemmer)) {
    CHECK(word.begin >= std::min(begin, word.begin));
    REQUIRE(word.begin < word.end);
    REQUIRE(word.end <= text.size());
    CHECK(utf8::is_valid(text.substr(word.begin, word.end - word.begin)));
    begin = word.begin;
  }
}

TEST_CASE("analyzer: the published list of stop words is the one in use", "[text]") {
  std::ifstream file(trawl::test::in_source_tree("schema/stopwords/english.txt"));
  std::vector<std::string> listed;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('#')) listed.push_back(line);
  }
  CHECK(std::ranges::equal(listed, stop_words()));
  CHECK(is_stop_word("the"));
  CHECK_FALSE(is_stop_word("model"));
}
