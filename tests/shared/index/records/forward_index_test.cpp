// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/forward_index.h"

#include <map>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

std::map<std::string, std::uint32_t> terms_of(const std::string& title, const std::string& text) {
  const std::string packed = pack_forward_index(text::analyze_article(title, text));
  std::map<std::string, std::uint32_t> out;
  for (const ForwardTerm& word : forward_terms(packed)) CHECK(out.emplace(word.stem, word.tf).second);
  return out;
}

std::string repeated(const std::string& word, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += word + ' ';
  return out;
}

} // namespace

TEST_CASE("forward index: the stems of a short text with their frequencies, without stop words", "[index]") {
  const auto terms = terms_of("Pruning networks", "The network is pruned and " + repeated("filler", 16));
  CHECK(terms == std::map<std::string, std::uint32_t>{{"filler", 16}, {"network", 2}, {"prune", 2}});
}

TEST_CASE("forward index: titles alone and long texts have none", "[index]") {
  CHECK(terms_of("Pruning networks", "").empty());
  CHECK(terms_of("Pruning networks", repeated("filler", 17)).empty());
  CHECK_FALSE(terms_of("Pruning networks", repeated("filler", 198)).empty());
  CHECK(terms_of("Pruning networks", repeated("filler", 199)).empty());
}

TEST_CASE("forward index: reading stops at the first damaged entry", "[index]") {
  const std::string packed = pack_forward_index(text::analyze_article("", repeated("pruning", 30)));
  for (std::size_t size = 0; size < packed.size(); ++size) CHECK(forward_terms(packed.substr(0, size)).empty());
  CHECK(forward_terms(packed).size() == 1);
  CHECK(forward_terms("\xff\xff\xff").empty());
}
