// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/identifier_parts.h"

#include <cctype>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::text;

namespace {

/// The parts with a bar between.
std::string parts_of(std::string_view word) {
  std::string out;
  for (const PartRange& part : identifier_parts(word)) {
    out += (out.empty() ? "" : "|") + std::string(word.substr(part.begin, part.end - part.begin));
  }
  return out;
}

bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The rules in the header, applied to a single boundary: does a part begin at `at`?
bool begins_part(std::string_view word, std::size_t at) {
  const char before = word[at - 1], here = word[at];
  const char after = at + 1 < word.size() ? word[at + 1] : '\0';
  if (is_digit(before) != is_digit(here)) return true;
  if (is_lower(before) && is_upper(here)) return true;
  const bool is_plural_s = after == 's' && (at + 2 == word.size() || !is_lower(word[at + 2]));
  return is_upper(before) && is_upper(here) && is_lower(after) && !is_plural_s;
}

std::string parts_slowly(std::string_view word) {
  std::vector<std::string> parts;
  bool is_inside = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '_') {
      is_inside = false;
      continue;
    }
    if (!is_inside || begins_part(word, i)) parts.emplace_back();
    parts.back() += word[i];
    is_inside = true;
  }
  if (parts.size() > 12 || (parts.size() == 1 && parts[0] == word)) return {};
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "|") + part;
  return out;
}

} // namespace

TEST_CASE("identifier parts: names are split where their words begin", "[text]") {
  struct Row {
    std::string_view word, want;
  };
  for (const Row& row : std::vector<Row>{{"load_state", "load|state"},
                                         {"_private_", "private"},
                                         {"a__b", "a|b"},
                                         {"FlexAttention", "Flex|Attention"},
                                         {"vLLM", "v|LLM"},
                                         {"HTTPServer", "HTTP|Server"},
                                         {"PyTorch", "Py|Torch"},
                                         {"8xH200", "8|x|H|200"},
                                         {"Float8", "Float|8"},
                                         {"MXFP8", "MXFP|8"},
                                         {"getHTTPResponse2", "get|HTTP|Response|2"},
                                         {"DMPCollection", "DMP|Collection"}}) {
    INFO(row.word);
    CHECK(parts_of(row.word) == row.want);
  }
}

TEST_CASE("identifier parts: words without an inner boundary have none", "[text]") {
  for (const char* word :
       {"", "_", "___", "word", "Word", "WORD", "2026", "LLMs", "GPUs", "don't", "0.2", "naïve", "étude"}) {
    INFO(word);
    CHECK(parts_of(word).empty());
  }
}

TEST_CASE("identifier parts: the plural s of an abbreviation stays with it, another s begins a word", "[text]") {
  CHECK(parts_of("LLMs").empty());
  CHECK(parts_of("LLMs_old") == "LLMs|old");
  CHECK(parts_of("LLMsX") == "LLMs|X");
  CHECK(parts_of("LLMs2") == "LLMs|2");
  CHECK(parts_of("DBstate") == "D|Bstate"); // the last capital begins the next word
  CHECK(parts_of("FAQSet") == "FAQ|Set");
}

TEST_CASE("identifier parts: a word with more than twelve parts is a hash and has none", "[text]") {
  CHECK(identifier_parts("a1a1a1a1a1a1").size() == 12);
  CHECK(identifier_parts("a1a1a1a1a1a1a").empty());
  CHECK(identifier_parts("a_b_c_d_e_f_g_h_i_j_k_l_").size() == 12);
}

TEST_CASE("identifier parts: letters beyond ASCII count as lower case", "[text]") {
  CHECK(parts_of("größeX") == "größe|X");
  CHECK(parts_of("ßA1") == "ß|A|1");
}

TEST_CASE("identifier parts: any name is split as the rules say for each boundary", "[text]") {
  constexpr unsigned kSeed = 93;
  constexpr std::string_view kAlphabet = "abssXYZAS12_";
  std::mt19937 random(kSeed);
  for (int round = 0; round < 50'000; ++round) {
    std::string word;
    for (std::size_t left = random() % 18; left > 0; --left) word += kAlphabet[random() % kAlphabet.size()];
    INFO("seed " << kSeed << ": " << word);
    REQUIRE(parts_of(word) == parts_slowly(word));
  }
}
