// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/synonyms.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::text;

namespace {

std::vector<std::string> groups() {
  std::istringstream lines{std::string(synonym_groups())};
  std::vector<std::string> out;
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

} // namespace

TEST_CASE("synonyms: every group has two names, and none is there twice", "[synonyms]") {
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

TEST_CASE("synonyms: an abbreviation and what it stands for are each other's", "[synonyms]") {
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
