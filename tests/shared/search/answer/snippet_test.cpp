// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/snippet.h"

#include "shared/base/utf8.h"
#include "shared/text/analyzer.h"

#include <random>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

HighlightTerms stems(const std::vector<std::string>& stems) { return {{}, stems, {}, {}}; }

/// The text with [marks] in it.
std::string marked(const std::string& text, const std::vector<Mark>& marks) {
  std::string out;
  std::size_t at = 0;
  for (const Mark& mark : marks) {
    out += text.substr(at, mark.begin - at) + "[" + text.substr(mark.begin, mark.end - mark.begin) + "]";
    at = mark.end;
  }
  return out + text.substr(at);
}

std::string marked(const std::string& text, const HighlightTerms& terms) {
  return marked(text, to_marks(Highlighter(terms).hits(text)));
}

std::vector<std::string> passages(const std::string& text, const HighlightTerms& terms, std::size_t count,
                                  std::size_t words) {
  std::vector<std::string> out;
  for (const Snippet& snippet : make_snippets(text, Highlighter(terms), count, words)) {
    out.push_back(marked(snippet.text, snippet.marks));
  }
  return out;
}

const std::string kLong = "One two three four five six seven. Eight nine attention ten eleven twelve thirteen fourteen "
                          "fifteen sixteen seventeen eighteen nineteen twenty. Twenty-one flash kernels and attention "
                          "again, and the rest of it, which nobody reads to its end because it is long and dull.";

} // namespace

TEST_CASE("highlight: whatever form matched is marked, and only whole words", "[search][snippet]") {
  CHECK(marked("Kernels, a kernel; kernelspace", stems({"kernel"})) == "[Kernels], a [kernel]; kernelspace");
  CHECK(marked("Attention attends", stems({"attent"})) == "[Attention] attends");
  CHECK(marked("A Model, models and modelless", stems({"model"})) == "A [Model], [models] and modelless");
  CHECK(marked("quantize quantization unquant", {{}, {}, {"quant"}, {}}) == "[quantize] [quantization] unquant");
  CHECK(marked("MXFP8 mxfp8s", {{"mxfp8"}, {}, {}, {}}) == "[MXFP8] mxfp8s");
  CHECK(marked("Zoë saw Café Noir", {{"cafe"}, {}, {}, {}}) == "Zoë saw [Café] Noir");
}

TEST_CASE("highlight: stems that are spelled differently from their words are found", "[search][snippet]") {
  for (const std::string word : {"dying", "skies", "tying", "studies", "running", "matrices", "news", "early", "happy",
                                 "capability", "relational", "generalization", "analogies", "valency", "hopefulness"}) {
    text::Stemmer stemmer;
    const HighlightTerms terms = stems({stemmer.stem(word)});
    CHECK(marked("a " + word + ", b", terms) == "a [" + word + "], b");
  }
}

TEST_CASE("highlight: parts of names and compounds are marked inside them", "[search][snippet]") {
  CHECK(marked("Use torch.compile now", {{"torch.compile"}, {}, {}, {}}) == "Use [torch.compile] now");
  CHECK(marked("Use torch.compile now", stems({"compil"})) == "Use torch.[compile] now");
  CHECK(marked("See FlexAttention here", stems({"attent"})).find("ttention]") != std::string::npos);
}

TEST_CASE("highlight: a phrase is one mark, and its words alone are not marked", "[search][snippet]") {
  const HighlightTerms terms{{}, {}, {}, {{"flash", "attent"}}};
  CHECK(marked("Flash  attention is attention. Flash of attention", terms) ==
        "[Flash  attention] is attention. Flash of attention");
  CHECK(marked("FLASH-attention", terms) == "[FLASH-attention]");
  CHECK(marked("flash\nattention", terms) == "[flash\nattention]");
}

TEST_CASE("highlight: words between Chinese and Korean ones, and letters that fold to those asked for",
          "[search][snippet]") {
  CHECK(marked("我们的 cafés 注意力机制 模型", stems({"cafe"})) == "我们的 [cafés] 注意力机制 模型");
  CHECK(marked("어텐션 ｍｏｄｅｌ 모델 模型model", stems({"model"})) == "어텐션 [ｍｏｄｅｌ] 모델 模型[model]");
  CHECK(marked("모델 model", {{"모델"}, {"model"}, {}, {}}) == "[모델] [model]");
}

TEST_CASE("highlight: Chinese and Japanese words are marked without blanks", "[search][snippet]") {
  CHECK(marked("我们训练大模型很快", {{"模型"}, {}, {}, {}}) == "我们训练大[模型]很快");
}

TEST_CASE("snippets: a passage shows the most different words of the query", "[search][snippet]") {
  const auto found = passages(kLong, stems({"flash", "attent"}), 1, 8);
  REQUIRE(found.size() == 1);
  CHECK(found[0] == "…Twenty-one [flash] kernels and [attention] again, and the…");
}

TEST_CASE("snippets: several passages follow the text and do not overlap", "[search][snippet]") {
  const auto found = passages(kLong, stems({"flash", "attent"}), 3, 6);
  REQUIRE(found.size() == 2);
  CHECK(found[0].find("nine [attention]") != std::string::npos);
  CHECK(found[1].find("[flash]") != std::string::npos);
  CHECK(found[1].find("[attention]") != std::string::npos);
}

TEST_CASE("snippets: a text without hits is shown from the beginning, a short one whole", "[search][snippet]") {
  CHECK(passages(kLong, stems({"nothing"}), 2, 4) == std::vector<std::string>{"One two three four…"});
  CHECK(passages("Chat Code Models Weights Data Paper Demo Forum Kaggle\n\nIntroduction\n\nWe release it today. More.",
                 stems({"nothing"}), 2, 3) == std::vector<std::string>{"…We release it today."});
  CHECK(passages("no sentence at all in these words", stems({"nothing"}), 2, 3) ==
        std::vector<std::string>{"no sentence at…"});
  CHECK(passages("Only  a\n\nfew words.  ", stems({"few"}), 2, 30) == std::vector<std::string>{"Only a [few] words."});
  CHECK(passages("", stems({"few"}), 2, 30).empty());
  CHECK(passages(" \n ", stems({"few"}), 2, 30).empty());
  CHECK(passages("text", stems({"text"}), 0, 30).empty());
  CHECK(passages("text", stems({"text"}), 1, 0).empty());
}

TEST_CASE("snippets: text without blanks is cut between characters", "[search][snippet]") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "训练";
  text += "模型";
  for (int i = 0; i < 200; ++i) text += "很快";
  const auto found = make_snippets(text, Highlighter({{"模型"}, {}, {}, {}}), 1, 10);
  REQUIRE(found.size() == 1);
  CHECK(utf8::is_valid(found[0].text));
  CHECK(utf8::length(found[0].text) <= 23);
  CHECK(marked(found[0].text, found[0].marks).find("[模型]") != std::string::npos);
}

TEST_CASE("snippets: for any text, marks are at character boundaries and positions are right", "[search][snippet]") {
  const std::vector<std::string> pieces{"flash", "attention",     "模型",          "é",  "…", " ",  "\n\n", " ", ".",
                                        "-",     "FlexAttention", "torch.compile", "😀", "ﬁ", "\t", "a",    "’s"};
  std::mt19937 random(17);
  const Highlighter highlighter({{"模型", "compile"}, {"flash", "attent"}, {"tor"}, {{"flash", "attent"}}});
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (auto i = random() % 60; i > 0; --i) text += pieces[random() % pieces.size()];
    std::size_t last = 0;
    for (const Snippet& snippet : make_snippets(text, highlighter, 1 + random() % 3, 1 + random() % 12)) {
      REQUIRE(utf8::is_valid(snippet.text));
      REQUIRE(snippet.position >= last);
      last = snippet.position;
      std::size_t end = 0;
      for (const Mark& mark : snippet.marks) {
        REQUIRE(mark.begin < mark.end);
        REQUIRE(mark.begin >= end);
        REQUIRE(mark.end <= snippet.text.size());
        end = mark.end;
        REQUIRE(utf8::is_valid(snippet.text.substr(mark.begin, mark.end - mark.begin)));
      }
      // The first character after the ellipsis is the one at `position`.
      std::string shown = snippet.text;
      if (snippet.position > 0) {
        REQUIRE(shown.starts_with("…"));
        shown.erase(0, std::string("…").size());
      }
      const std::string from = text.substr(utf8::truncate(text, snippet.position).size());
      REQUIRE(from.starts_with(std::string(utf8::truncate(shown, 1))));
    }
  }
}

TEST_CASE("snippets: an endless word is cut", "[search]") {
  std::string text = "needle ";
  for (int i = 0; i < 100'000; ++i) text += "é";
  const auto snippets = make_snippets(text, Highlighter(stems({"needl"})), 1, 30);
  REQUIRE(snippets.size() == 1);
  CHECK(snippets[0].text.starts_with("needle é"));
  CHECK(snippets[0].text.size() < 3'000);
  CHECK(utf8::is_valid(snippets[0].text));
}
