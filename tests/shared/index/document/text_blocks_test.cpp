// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/text_blocks.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace text_blocks_test {

using namespace trawl;
using namespace trawl::index;

namespace {

/// Lines of random words, some of them long, some beyond ASCII.
std::string random_text(std::mt19937& random, std::size_t words) {
  const std::vector<std::string> kWords = {"attention", "kernel",     "torch.compile", "naïve", "模型的能力", "x",
                                           "[12]",      "References", "2024.",         "a-b",   "👍",         "the"};
  std::string text;
  for (std::size_t i = 0; i < words; ++i) text += kWords[random() % kWords.size()] + (random() % 30 == 0 ? "\n" : " ");
  return text;
}

std::string packed(const std::string& text) {
  text::TermTable table;
  return pack_text(text, text::analyze_article(table, "A title", text).landmarks, true);
}

} // namespace

TEST_CASE("text blocks: give back the text, in blocks without gaps", "[index]") {
  std::mt19937 random(3);
  for (const std::size_t words : {0, 1, 10, 300, 3'000, 30'000}) {
    CAPTURE(words);
    const std::string text = random_text(random, words), bytes = packed(text);
    const TextBlocks blocks(bytes);
    std::string whole;
    REQUIRE(blocks.read_all(whole));
    CHECK(whole == text);
    std::size_t end = 0;
    for (const TextBlock& block : blocks.blocks()) {
      CHECK(block.begin == end);
      CHECK(TextBlocks::read(block) == text.substr(block.begin, block.end - block.begin));
      CHECK(block.end - block.begin < 4'000);
      end = block.end;
    }
    CHECK(end == text.size());
  }
}

TEST_CASE("text blocks: no word is in a block without words, wherever that stands", "[index]") {
  const std::string signs = "———\n———\n———\n———\n";
  const std::string text = signs + "A sentence about attention, which is long enough to be read as prose.\n\n" + signs;
  const std::string bytes = packed(text);
  const TextBlocks blocks(bytes);
  REQUIRE(blocks.blocks().size() > 1);
  CHECK(blocks.blocks().back().first_position == UINT32_MAX);
  std::string whole;
  REQUIRE(blocks.read_all(whole));
  CHECK(whole == text);
}

TEST_CASE("text blocks: a word is in the block that its position says", "[index]") {
  std::mt19937 random(5);
  std::string text = random_text(random, 5'000);
  text.insert(text.find('\n', text.size() / 2) + 1, "needle ");
  text::TermTable table;
  const text::AnalyzedArticle analyzed = text::analyze_article(table, "A title", text);
  const std::string bytes = pack_text(text, analyzed.landmarks, false);
  const TextBlocks blocks(bytes);
  std::size_t found = 0;
  for (const text::TermOccurrence& one : analyzed.terms) {
    if (one.term != "Zneedl") continue;
    const auto next = std::ranges::upper_bound(blocks.blocks(), one.position, {}, &TextBlock::first_position);
    REQUIRE(next != blocks.blocks().begin());
    CHECK(TextBlocks::read(*std::prev(next)).contains("needle"));
    ++found;
  }
  CHECK(found == 1);
}

TEST_CASE("text blocks: damaged bytes are noticed and never read beyond", "[index]") {
  std::mt19937 random(7);
  const std::string text = random_text(random, 2'000), bytes = packed(text);
  for (std::size_t cut = 0; cut < bytes.size(); cut += 1 + cut / 20) {
    std::string whole;
    CHECK_FALSE(TextBlocks(bytes.substr(0, cut)).read_all(whole));
  }
  for (int i = 0; i < 500; ++i) {
    std::string changed = bytes;
    changed[random() % 60] = static_cast<char>(random());
    std::string whole;
    const TextBlocks blocks(changed);
    if (blocks.read_all(whole)) CHECK(whole.size() <= 2 * text.size() + 1'000'000);
  }
}

} // namespace text_blocks_test
