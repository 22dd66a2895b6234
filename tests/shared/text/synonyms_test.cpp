// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/synonyms.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

using namespace trawl::text;

namespace {

std::vector<std::string> groups() {
  std::istringstream lines{std::string(synonym_groups())};
  std::vector<std::string> out;
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

using Stems = std::vector<std::string>;

/// The groups, each name as its stems.
std::vector<std::vector<Stems>> stemmed_groups() {
  std::vector<std::vector<Stems>> out;
  Stemmer stemmer;
  for (const std::string& group : groups()) {
    out.emplace_back();
    std::istringstream names(group);
    for (std::string name; std::getline(names, name, '|');) {
      out.back().emplace_back();
      for (const Token& token : tokenize(name)) {
        if (token.kind == TokenKind::Word) out.back().back().push_back(stemmer.stem(token.folded));
      }
    }
  }
  return out;
}

Stems without_stop_words(Stems stems) {
  std::erase_if(stems, [](const std::string& stem) { return is_stop_word(stem); });
  return stems;
}

/// synonyms_among by comparing every name of the table at every place.
std::vector<Synonyms> found_slowly(const std::vector<std::vector<Stems>>& table, const Stems& stems) {
  std::vector<Synonyms> out;
  for (std::size_t at = 0; at < stems.size(); ++at) {
    Synonyms longest{at, 0, {}};
    for (const auto& group : table) {
      for (const Stems& name : group) {
        const Stems key = without_stop_words(name);
        if (key.size() <= longest.count || key.size() > stems.size() - at) continue;
        if (!std::equal(key.begin(), key.end(), stems.begin() + static_cast<std::ptrdiff_t>(at))) continue;
        longest = {at, key.size(), {}};
        for (const Stems& other : group) {
          if (&other != &name) longest.others.push_back(other);
        }
      }
    }
    if (longest.count == 0) continue;
    at += longest.count - 1;
    out.push_back(std::move(longest));
  }
  return out;
}

} // namespace

TEST_CASE("synonyms: every group has at least two names, and no name occurs twice", "[synonyms]") {
  std::vector<std::string> firsts;
  for (const std::string& group : groups()) {
    INFO(group);
    const std::size_t bar = group.find('|');
    REQUIRE(bar != std::string::npos);
    CHECK(bar > 1);
    CHECK(bar + 1 < group.size());
    firsts.push_back(group.substr(0, bar));
  }
  CHECK(firsts.size() > 300);
  CHECK(std::ranges::is_sorted(firsts));
  CHECK(std::ranges::adjacent_find(firsts) == firsts.end());
}

TEST_CASE("synonyms: an abbreviation and its long form are synonyms of each other", "[synonyms]") {
  const std::vector<std::string> words{"train", "snn"};
  const auto abbreviation = synonyms_among(words);
  REQUIRE(abbreviation.size() == 1);
  CHECK(abbreviation[0].begin == 1);
  CHECK(abbreviation[0].others == std::vector<std::vector<std::string>>{{"spike", "neural", "network"}});

  const std::vector<std::string> name{"spike", "neural", "network"};
  const auto longer = synonyms_among(name);
  REQUIRE(longer.size() == 1); // not that of the "neural network" inside it
  CHECK(longer[0].count == 3);
  CHECK(longer[0].others == std::vector<std::vector<std::string>>{{"snn"}});
}

TEST_CASE("synonyms: every name in the table is found by itself", "[synonyms]") {
  const auto table = stemmed_groups();
  for (const auto& group : table) {
    for (const Stems& name : group) {
      const Stems key = without_stop_words(name);
      REQUIRE_FALSE(key.empty());
      INFO(key.front() << " …, " << key.size() << " words");
      const auto found = synonyms_among(key);
      REQUIRE(found.size() == 1);
      CHECK(found[0].begin == 0);
      CHECK(found[0].count == key.size());
      CHECK_FALSE(found[0].others.empty());
    }
  }
}

TEST_CASE("synonyms: in any words, the longest names are found from left to right", "[synonyms]") {
  const auto table = stemmed_groups();
  constexpr unsigned kSeed = 97;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    Stems stems;
    for (std::size_t left = random() % 4; left > 0; --left) {
      const auto& group = table[random() % table.size()];
      Stems name = without_stop_words(group[random() % group.size()]);
      if (random() % 3 == 0) name.resize((name.size() + 1) / 2); // cut off
      std::ranges::copy(name, std::back_inserter(stems));
      if (random() % 3 == 0) stems.emplace_back("zebra");
    }
    INFO("seed " << kSeed << ", round " << round);
    const auto found = synonyms_among(stems), expected = found_slowly(table, stems);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      REQUIRE(found[i].begin == expected[i].begin);
      REQUIRE(found[i].count == expected[i].count);
      REQUIRE(found[i].others == expected[i].others);
    }
  }
}

TEST_CASE("synonyms: no words have no synonyms", "[synonyms]") {
  CHECK(synonyms_among({}).empty());
  const Stems unknown{"zebra", "crossing"};
  CHECK(synonyms_among(unknown).empty());
}
