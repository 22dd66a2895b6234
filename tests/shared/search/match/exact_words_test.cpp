// SPDX-License-Identifier: GPL-3.0-or-later
/// Names that are the whole query, compared with what a reader of the texts finds.
#include "shared/search/match/exact_words.h"
#include "shared/text/tokenizer.h"
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

namespace exact_words_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

namespace {

/// Whether a text has the name as typed, its two words as one, or its words side by side.
bool has_name(const std::string& text, const std::vector<std::string>& words) {
  std::string fused, compound;
  for (const std::string& word : words) {
    fused += word;
    compound += (compound.empty() ? "" : "-") + word;
  }
  std::vector<std::string> written;
  for (const text::Token& token : text::tokenize(text)) {
    if ((words.size() == 2 && token.folded == fused) || token.folded == compound) return true;
    if (token.kind == text::TokenKind::Compound && ("-" + token.folded + "-").contains("-" + compound + "-"))
      return true;
    if (token.kind == text::TokenKind::Word) written.push_back(token.folded);
  }
  return !std::ranges::search(written, words).empty();
}

} // namespace

TEST_CASE("exact words: a name that is the whole query has exactly the articles that a reader finds", "[match]") {
  const std::vector<std::string> pieces{
      "language",       "languages", "model",           "models",          "modeling",  "Model",
      "language_model", "modelName", "LanguageModel",   "language-model",  "Languages", "x",
      "model's",        "的",        "language-models", "a-language-model"};
  const std::vector<std::string> blanks{" ", ", ", "\n\n", "-", ". ", "\n"};
  std::mt19937 random(7);
  const auto random_text = [&](std::size_t length) {
    std::string text;
    for (; length > 0; --length) text += pieces[random() % pieces.size()] + blanks[random() % blanks.size()];
    return text;
  };
  for (int round = 0; round < 60; ++round) {
    std::vector<SmallArticle> articles;
    for (int i = 0; i < 12; ++i) articles.push_back({random_text(random() % 3), random_text(random() % 8), "made"});
    articles.push_back({"long", random_text(700), "made"}); // several blocks
    articles.push_back({"", "filler " + std::string(random() % 300, 'x') + ". " + random_text(4), "made"});
    SmallIndex index(articles);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"language", "models"},
                                                  {"language", "model"},
                                                  {"models", "language"},
                                                  {"language", "model", "models"}}) {
      std::string name;
      for (const std::string& word : words) name += (name.empty() ? "" : "-") + word;
      Numbers expected;
      for (std::size_t i = 0; i < articles.size(); ++i) {
        if (has_name(articles[i].title, words) || has_name(articles[i].text, words))
          expected.insert(static_cast<std::uint32_t>(i + 1));
      }
      CAPTURE(round, name);
      if (!expected.empty()) REQUIRE(index.found(name, MatchMode::Most) == expected); // else other inflections count
    }
  }
}

TEST_CASE("exact words: parts of identifiers and other inflections side by side are not the name", "[match]") {
  SmallIndex index(std::vector<SmallArticle>{{"", "a time-timer"},
                                             {"", "start_time = timer"},
                                             {"", "time timers, and a timer at the time"},
                                             {"", "time: timer"},
                                             {"Time timer", "x"}});
  CHECK(index.found("time-timer", MatchMode::Most) == Numbers{1, 4, 5});
}

TEST_CASE("exact words: when time runs out the answer says that it is not exact", "[match]") {
  SmallIndex index(std::vector<SmallArticle>(20, {"", "a language model, and models"}));
  const Deadline soon{std::chrono::steady_clock::now() + std::chrono::hours(1)};
  Budget budget(soon);
  const IndexView view = index.view();
  PositionalMatcher positional(view, budget, soon);
  Budget over(Deadline{std::chrono::steady_clock::time_point::min()});
  const std::vector<std::string> words{"language", "model"}, stems{"Zlanguag", "Zmodel"};
  const WrittenWords found = find_written_words(words, stems, nullptr, {view, budget, positional, over});
  CHECK(found.documents.count() == 0);
  CHECK(found.candidates == 20);
  CHECK(found.unread == 20);
}

} // namespace exact_words_test
