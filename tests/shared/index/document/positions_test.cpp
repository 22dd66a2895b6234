// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/positions.h"
#include "shared/index/document/positions_writer.h"

#include <map>
#include <random>
#include <set>

#include <catch2/catch.hpp>

namespace positions_test {

using namespace trawl;
using namespace trawl::index;

namespace {

using Positions = std::vector<std::uint32_t>;

Positions positions_of(const std::string& bytes, std::string_view stem, PositionIndex::Part part) {
  Positions out{7};
  PositionIndex(bytes).positions(StemKey(stem), part, out);
  return out;
}

Positions each_once(Positions positions) {
  positions.erase(std::ranges::unique(positions).begin(), positions.end());
  return positions;
}

} // namespace

TEST_CASE("positions: every stem's positions come back, of the text and of the title", "[index]") {
  std::mt19937 random(3);
  for (const std::size_t vocabulary : {1, 5, 150, 3'000, 9'000}) {
    text::TermTable table;
    std::vector<text::TermOccurrence> terms;
    std::map<std::string, Positions> all, title;
    const auto title_end = static_cast<std::uint32_t>(random() % 9);
    std::uint32_t position = 1;
    for (std::size_t i = 0; i < 2 * vocabulary + 3; ++i) {
      const std::string stem = "stem" + std::to_string(random() % vocabulary);
      if (position <= title_end) terms.push_back({table.add("SZ" + stem), position});
      if (position <= title_end) title[stem].push_back(position);
      terms.push_back({table.add("Z" + stem), position});
      terms.push_back({table.add(stem), 0});
      all[stem].push_back(position);
      const bool is_part = random() % 5 == 0; // of a name, at the same position
      if (!is_part) position += static_cast<std::uint32_t>(1 + random() % 200);
    }
    const std::string bytes = pack_positions(terms);
    const PositionIndex index(bytes);
    for (const auto& [stem, positions] : all) {
      REQUIRE(positions_of(bytes, stem, PositionIndex::Part::All) == each_once(positions));
      REQUIRE(index.count(StemKey(stem), PositionIndex::Part::All) == positions.size());
      REQUIRE(positions_of(bytes, stem, PositionIndex::Part::Title) == each_once(title[stem]));
      REQUIRE(index.count(StemKey(stem), PositionIndex::Part::Title) == title[stem].size());
    }
  }
}

TEST_CASE("positions: an article without words has none", "[index]") {
  CHECK(positions_of(pack_positions({}), "word", PositionIndex::Part::All).empty());
  CHECK(positions_of("", "word", PositionIndex::Part::All).empty());
}

TEST_CASE("positions: truncated or changed bytes are read within their bounds", "[index]") {
  const std::uint32_t last = GENERATE(60U, 400U); // with marks, with ends
  text::TermTable table;
  std::vector<text::TermOccurrence> terms;
  for (std::uint32_t i = 1; i < last; ++i) terms.push_back({table.add("Zstem" + std::to_string(i % 20)), i});
  const std::string bytes = pack_positions(terms);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    positions_of(bytes.substr(0, size), "stem3", PositionIndex::Part::All);
    for (const char byte : {'\0', '\x7f', '\xff'}) {
      std::string changed = bytes;
      changed[size] = byte;
      positions_of(changed, "stem3", PositionIndex::Part::All);
    }
  }
}

} // namespace positions_test
