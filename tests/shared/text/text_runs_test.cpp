// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/text_runs.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace text_runs_test {

using namespace trawl::text;

namespace {

const std::string kParagraph = "The model learns to attend to the words that matter for the next one.\n\n";

/// One letter for each run: P, L (plain) or R, and its first word.
std::string kinds(const std::string& text) {
  std::string out;
  std::size_t end = 0;
  for (const TextRun& run : text_runs(text)) {
    CHECK(run.begin == end);
    end = run.end;
    out += out.empty() ? "" : " ";
    out += "PLR"[static_cast<int>(run.kind)];
  }
  CHECK(end == (out.empty() ? 0 : text.size()));
  return out;
}

} // namespace

TEST_CASE("text runs: paragraphs and the headings between them are prose", "[text]") {
  CHECK(kinds(kParagraph + "Results\n\n" + kParagraph) == "P");
  CHECK(kinds("大型语言模型在推理任务上取得了显著进展，但仍然存在幻觉问题。\n") == "P");
  CHECK(kinds("").empty());
  CHECK(kinds("\n \n").empty());
}

TEST_CASE("text runs: three short lines in a row are a list", "[text]") {
  CHECK(kinds(kParagraph + "import torch\nimport numpy\nx = 1\n" + kParagraph) == "P L P");
  CHECK(kinds(kParagraph + "import torch\nimport numpy\n" + kParagraph) == "P");
}

TEST_CASE("text runs: a date, a row of buttons or a heading before the first paragraph is not prose", "[text]") {
  CHECK(kinds("Posted on August 31, 2015\n\nIntroduction\n\n" + kParagraph + "Results\n\n" + kParagraph) == "L P");
  CHECK(kinds("GITHUB HUGGING FACE DEMO DISCORD\n\n" + kParagraph) == "L P");
  CHECK(kinds("Introduction\n") == "L");
}

TEST_CASE("text runs: lines after a heading such as References are not prose, up to a paragraph", "[text]") {
  const std::string entries =
      "[1] Ng et al. “Policy invariance.” ICML 1999.\n\n[2] Video on embeddings\n\n[3] PaLM\n\n";
  std::string long_paragraph;
  for (int i = 0; i < 5; ++i) long_paragraph += "We thank all readers for their many long and helpful comments. ";
  for (const char* heading : {"References", "## References:", "5. Bibliography", "参考文献", "Cited as:"}) {
    CAPTURE(heading);
    CHECK(kinds(kParagraph + heading + "\n\n" + entries) == "P R");
    CHECK(kinds(kParagraph + heading + "\n\n" + entries + long_paragraph + "\n") == "P R P");
  }
  CHECK(kinds(kParagraph + "References to people matter in this text more than in others.\n") == "P");
}

TEST_CASE("text runs: BibTeX, bibliography entries and bare links are references anywhere", "[text]") {
  CHECK(kinds(kParagraph + "@article{weng2024,\n  title = \"A long title of an article that somebody wrote.\",\n}\n" +
              kParagraph) == "P R P");
  CHECK(kinds(kParagraph + "[7] Krakovna et al. “Specification gaming” arXiv preprint 2020.\n" + kParagraph) ==
        "P R P");
  CHECK(kinds(kParagraph + "https://example.org/a\nhttps://example.org/b\n" + kParagraph) == "P R P");
  CHECK(kinds(kParagraph + "In 2017, Vaswani et al. presented the transformer at NIPS, and everybody followed.\n") ==
        "P");
  CHECK(kinds("@article{never closed\n" + std::string(100, 'x') + "\n" + kParagraph) != "");
}

} // namespace text_runs_test
