// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/forward_index.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace forward_index_test {

using namespace trawl;
using namespace trawl::index;

namespace {

using Stems = std::map<std::string, std::uint32_t>;

std::vector<ForwardTerm> forward_terms(std::string_view packed) {
  std::vector<ForwardTerm> terms;
  for_each_forward_term(packed, [&](const ForwardTerm& term) { terms.push_back(term); });
  return terms;
}

Stems stems_of(const Columns& columns, std::uint32_t document) {
  Stems out;
  const Part& part = columns.part_of(document);
  for (const auto& [number, tf] : forward_terms(part.forward_index(document))) {
    const std::string term = part.segment->terms().term(number);
    REQUIRE(term.starts_with('Z'));
    CHECK(out.emplace(term.substr(1), tf).second);
  }
  return out;
}

Article article_of(std::size_t number, const std::string& title, const std::string& text) {
  Article made = trawl::test::article(number);
  made.title = title;
  made.text = text;
  return made;
}

Stems stems_of(const std::string& title, const std::string& text) {
  const trawl::test::TestIndex made({article_of(1, title, text), article_of(2, "Another", "one")});
  const auto reader = made.reader();
  return stems_of(reader->columns(), reader->find(trawl::test::article(1).id));
}

std::string repeated(const std::string& word, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += word + ' ';
  return out;
}

} // namespace

TEST_CASE("forward index: the stems of a short text with their frequencies, without stop words", "[index]") {
  CHECK(stems_of("Pruning networks", "The network is pruned and " + repeated("filler", 16)) ==
        Stems{{"filler", 16}, {"network", 2}, {"prune", 2}});
}

TEST_CASE("forward index: titles alone and long texts have none", "[index]") {
  CHECK(stems_of("Pruning networks", "").empty());
  CHECK(stems_of("Pruning networks", repeated("filler", 17)).empty());
  CHECK_FALSE(stems_of("Pruning networks", repeated("filler", 198)).empty());
  CHECK(stems_of("Pruning networks", repeated("filler", 199)).empty());
}

TEST_CASE("forward index: of a foreign text, the English stems", "[index]") {
  Article german = article_of(1, "Modelle", repeated("neuronale", 30));
  german.language = "de";
  const trawl::test::TestIndex made({german});
  CHECK(stems_of(made.reader()->columns(), 1) == Stems{{"modell", 1}, {"neuronal", 30}});
}

TEST_CASE("forward index: it is the same after segments are merged", "[index]") {
  trawl::test::TestIndex made;
  std::map<std::string, Stems> before;
  for (std::size_t i = 0; i < 40; ++i) {
    made.add({article_of(i, "Title " + std::to_string(i),
                         repeated("filler", 20) + "word" + std::to_string(i % 7) + " unique" + std::to_string(i))});
    const auto reader = made.reader();
    before[trawl::test::article(i).id] = stems_of(reader->columns(), reader->find(trawl::test::article(i).id));
  }
  const auto reader = made.reader();
  REQUIRE(reader->columns().parts().size() < 40);
  for (const auto& [id, stems] : before) {
    CHECK(stems.at("filler") == 20);
    CHECK(stems_of(reader->columns(), reader->find(id)) == stems);
  }
}

TEST_CASE("forward index: reading stops at the first damaged entry", "[index]") {
  ForwardIndexWriter writer;
  writer.begin({0, 30});
  writer.begin_term("Zprune", 70'000);
  writer.add(1, 300);
  const std::string packed(writer.of(1));
  for (std::size_t size = 0; size < packed.size(); ++size) CHECK(forward_terms(packed.substr(0, size)).empty());
  CHECK(forward_terms(packed) == std::vector<ForwardTerm>{{70'000, 300}});
  CHECK(forward_terms("\xff\xff\xff").empty());
}

} // namespace forward_index_test
