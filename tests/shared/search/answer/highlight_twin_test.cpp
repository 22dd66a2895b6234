// SPDX-License-Identifier: GPL-3.0-or-later
/// The highlighter skips the pieces of a text that cannot hold a hit. Here its hits are compared with those of a reader
/// that analyses the whole text.
#include "shared/search/answer/highlight.h"

#include "shared/text/analyzer.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

using Range = std::pair<std::size_t, std::size_t>;

const std::vector<std::string> kPieces{
    "attention",     "Attentions", "FlexAttention",

    "torch.compile", "compile",    "compiling",     "dying",  "die",          "skies",  "sky", "Café", "cafe",
    "ｃａｆｅ",      "naïve",      "模型",          "大模型", "한국어",       "x",      "the", "42",   "gpt4",
    "(gpu)",         "gpu,",       "STRASSE",       "straße", "e\u0301clair", "éclair", "—",   "…",    "😀",
    "data\u00A0set"};

const std::vector<std::string> kBlanks{" ", "  ", "\n\n", "\t"};

std::string random_text(std::mt19937& random) {
  std::string text;
  for (auto i = random() % 14; i > 0; --i) text += kPieces[random() % kPieces.size()] + kBlanks[random() % 4];
  return text;
}

/// Terms that some words of kPieces have.
HighlightTerms random_terms(std::mt19937& random) {
  text::Stemmer stemmer;
  HighlightTerms terms;
  for (auto i = 1 + random() % 3; i > 0; --i) {
    const auto words = text::words_of(kPieces[random() % kPieces.size()], stemmer);
    if (words.empty()) continue;
    const text::Word& word = words[random() % words.size()];
    switch (random() % 3) {
    case 0:
      if (!word.stem.empty()) terms.stems.push_back(word.stem);
      break;
    case 1:
      terms.words.push_back(word.folded);
      break;
    default:
      terms.prefixes.push_back(word.folded.substr(0, 3));
    }
  }
  std::erase_if(terms.prefixes, [](const std::string& prefix) {
    return std::ranges::any_of(prefix, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  });
  return terms;
}

/// Every word of the text that is one of the terms, analysed piece by piece.
std::vector<Range> slow_hits(const std::string& text, const HighlightTerms& terms) {
  text::Stemmer stemmer;
  std::vector<Range> out;
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
  for (auto begin = text.begin(); begin != text.end();) {
    begin = std::find_if_not(begin, text.end(), is_blank);
    const auto end = std::find_if(begin, text.end(), is_blank);
    const auto offset = static_cast<std::size_t>(begin - text.begin());
    for (const text::Word& word : text::words_of(std::string(begin, end), stemmer)) {
      const bool has_stem = !word.stem.empty() && std::ranges::find(terms.stems, word.stem) != terms.stems.end();
      const bool has_word = std::ranges::find(terms.words, word.folded) != terms.words.end();
      const bool has_prefix = std::ranges::any_of(
          terms.prefixes, [&](const std::string& prefix) { return word.folded.starts_with(prefix); });
      if (has_stem || has_word || has_prefix) out.emplace_back(offset + word.begin, offset + word.end);
    }
    begin = end;
  }
  std::ranges::stable_sort(out, {}, &Range::first);
  return out;
}

} // namespace

TEST_CASE("highlight: skipping pieces loses no hit and adds none", "[search][snippet]") {
  std::mt19937 random(161);
  for (int round = 0; round < 4'000; ++round) {
    const std::string text = random_text(random);
    const HighlightTerms terms = random_terms(random);
    CAPTURE(round, text, terms.stems, terms.words, terms.prefixes);
    const Highlighter highlighter(terms);
    std::vector<Range> found;
    for (const TextHit& hit : highlighter.hits(text)) {
      found.emplace_back(hit.begin, hit.end);
      REQUIRE(hit.term < highlighter.term_count());
    }
    REQUIRE(found == slow_hits(text, terms));
  }
}

TEST_CASE("highlight: with the positions of its words, only these are read, and no hit is lost or added",
          "[search][snippet]") {
  std::mt19937 random(163);
  for (int round = 0; round < 4'000; ++round) {
    const std::string text = random_text(random);
    HighlightTerms terms = random_terms(random);
    terms.prefixes.clear(); // nobody knows their positions
    // hits() does not see that two words are neighbours if only signs stand between them.
    const bool has_signs = text.contains("—") || text.contains("…") || text.contains("😀");
    if (!has_signs && random() % 2 == 0) terms.phrases.push_back({"attent", "flexattent"});
    CAPTURE(round, text, terms.stems, terms.words, terms.phrases.size());
    const Highlighter highlighter(terms);
    constexpr std::uint32_t kFirst = 100;
    std::set<std::uint32_t> candidates;
    text::Stemmer stemmer;
    for (const text::Word& word : text::words_of(text, stemmer)) {
      const bool has_stem = std::ranges::find(terms.stems, word.stem) != terms.stems.end();
      const bool is_of_phrase = std::ranges::any_of(
          terms.phrases, [&](const auto& phrase) { return std::ranges::find(phrase, word.stem) != phrase.end(); });
      const bool has_word = std::ranges::find(terms.words, word.folded) != terms.words.end();
      if (has_stem || has_word || is_of_phrase || random() % 8 == 0) candidates.insert(word.position + kFirst - 1);
    }
    const std::vector<std::uint32_t> positions(candidates.begin(), candidates.end());
    const auto triples = [](const std::vector<TextHit>& hits) {
      std::multiset<std::tuple<std::size_t, std::size_t, std::uint32_t>> out;
      for (const TextHit& hit : hits) out.insert({hit.begin, hit.end, hit.term});
      return out;
    };
    REQUIRE(triples(highlighter.hits_at(text, text::word_places(text), kFirst, positions)) ==
            triples(highlighter.hits(text)));
  }
}

TEST_CASE("highlight: words of an article in another language by their stems in it", "[search][snippet]") {
  HighlightTerms terms{{}, {"modell", "haus"}, {}, {{"gross", "haus"}}};
  terms.others = {{{"haus"}, "de", false, 1},
                  {{"modell"}, "de", false, 0},
                  {{"gross", "haus"}, "de", true, 0},
                  {{"mak", "mal"}, {}, false, 0}};
  const Highlighter highlighter(terms);
  const std::string text = "Die Modellen der Häuser, in großem Haus, mak mal.";
  const auto shown = [&](const std::string& language) {
    std::string out;
    for (const TextHit& hit : highlighter.hits(text, language))
      out += text.substr(hit.begin, hit.end - hit.begin) + ":" + std::to_string(hit.term) + " ";
    return out;
  };
  CHECK(shown("de") == "Modellen:0 Häuser:1 großem Haus:2 Haus:1 mak mal:0 ");
  CHECK(shown("en") == "Haus:1 mak mal:0 "); // other stems in English
  const std::vector<std::uint32_t> positions{2, 4, 6, 7, 8, 9};
  CHECK(highlighter.hits_at(text, text::word_places(text), 1, positions, "de").size() == 5);
}

TEST_CASE("highlight: marks are sorted, apart, and cover exactly the bytes of the hits", "[search][snippet]") {
  std::mt19937 random(162);
  for (int round = 0; round < 2'000; ++round) {
    CAPTURE(round);
    std::vector<TextHit> hits;
    std::vector<bool> covered(60);
    for (auto i = random() % 6; i > 0; --i) {
      const std::size_t begin = random() % 50, end = begin + 1 + random() % 9;
      hits.push_back({begin, end, 0});
      for (std::size_t at = begin; at < end; ++at) covered[at] = true;
    }
    std::ranges::sort(hits, {}, &TextHit::begin);
    std::vector<bool> marked(60);
    std::size_t last_end = 0;
    for (const Mark& mark : to_marks(hits)) {
      REQUIRE(mark.begin < mark.end);
      REQUIRE(mark.begin >= last_end);
      last_end = mark.end;
      for (std::size_t at = mark.begin; at < mark.end; ++at) marked[at] = true;
    }
    REQUIRE(marked == covered);
  }
}

TEST_CASE("highlight: all forms of one word of the query are one term, phrases are the last", "[search][snippet]") {
  const Highlighter highlighter({{"torch.compile"}, {"attent"}, {"quant"}, {{"flash", "attent"}, {}}});
  CHECK(highlighter.term_count() == 4); // an empty phrase is none
  std::vector<std::uint32_t> terms;
  for (const TextHit& hit : highlighter.hits("quantize flash attention in torch.compile")) terms.push_back(hit.term);
  CHECK(terms == std::vector<std::uint32_t>{2, 3, 0, 1});
  CHECK(highlighter.hits("").empty());
  CHECK(Highlighter({}).hits("any text").empty());
  CHECK(Highlighter({}).term_count() == 0);
}
