// SPDX-License-Identifier: GPL-3.0-or-later
/// Positions where the widths of their packed form change.
#include "shared/index/document/positions.h"

#include "shared/base/packed.h"
#include "shared/index/document/positions_writer.h"

#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace positions_limits_test {

using namespace trawl;
using namespace trawl::index;

namespace {

using Positions = std::vector<std::uint32_t>;
using Part = PositionIndex::Part;

Positions positions_of(const std::string& bytes, std::string_view stem, Part part = Part::All) {
  Positions out;
  PositionIndex(bytes).positions(StemKey(stem), part, out);
  return out;
}

/// The bytes of one hash, as the header of packed positions says.
unsigned hash_width(const std::string& bytes) {
  std::string_view rest = bytes;
  std::uint64_t number = 0;
  REQUIRE(packed::take_number(rest, number)); // last position of the title
  REQUIRE(packed::take_number(rest, number)); // stems
  return static_cast<unsigned char>(rest[0]);
}

unsigned end_width(const std::string& bytes) {
  std::string_view rest = bytes;
  std::uint64_t number = 0;
  REQUIRE(packed::take_number(rest, number));
  REQUIRE(packed::take_number(rest, number));
  return static_cast<unsigned char>(rest[1]);
}

} // namespace

TEST_CASE("positions: every stem is found on both sides of each change of the hash's width", "[index]") {
  struct Row {
    std::size_t stems;
    unsigned least, most; // a width is left for the next if no seed avoids collisions
  };
  for (const Row& row :
       {Row{1, 2, 2}, Row{199, 2, 3}, Row{200, 2, 3}, Row{201, 3, 3}, Row{3'999, 3, 4}, Row{4'001, 4, 4}}) {
    CAPTURE(row.stems);
    text::TermTable table;
    std::vector<text::TermOccurrence> terms;
    for (std::uint32_t i = 0; i < row.stems; ++i) terms.push_back({table.add("Zstem" + std::to_string(i)), 10 * i + 1});
    const std::string bytes = pack_positions(terms);
    CHECK(hash_width(bytes) >= row.least);
    CHECK(hash_width(bytes) <= row.most);
    for (std::uint32_t i = 0; i < row.stems; ++i) {
      REQUIRE(positions_of(bytes, "stem" + std::to_string(i)) == Positions{10 * i + 1});
    }
  }
}

TEST_CASE("positions: lists of any total length end where they end", "[index]") {
  struct Row {
    std::uint32_t occurrences;
    unsigned width;
  };
  // Each gap takes one byte; the second stem adds one more.
  for (const Row& row : {Row{63, 0}, Row{64, 0}, Row{255, 0}, Row{256, 2}, Row{65'534, 2}, Row{65'535, 4}}) {
    CAPTURE(row.occurrences);
    text::TermTable table;
    std::vector<text::TermOccurrence> terms;
    for (std::uint32_t i = 1; i <= row.occurrences; ++i) terms.push_back({table.add("Zmany"), i});
    terms.push_back({table.add("Zone"), 3});
    const std::string bytes = pack_positions(terms);
    CHECK(end_width(bytes) == row.width);
    CHECK(positions_of(bytes, "many").size() == row.occurrences);
    CHECK(positions_of(bytes, "one") == Positions{3});
    CHECK(PositionIndex(bytes).count(StemKey("many"), Part::All) == row.occurrences);
  }
}

TEST_CASE("positions: the largest position comes back, and one beyond it ends the list", "[index]") {
  constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();
  text::TermTable table;
  const std::string bytes =
      pack_positions(std::vector<text::TermOccurrence>{{table.add("Zword"), 1}, {table.add("Zword"), kLargest}});
  CHECK(positions_of(bytes, "word") == Positions{1, kLargest});
  std::string beyond = bytes;
  packed::put_number(beyond, 1);
  CHECK(positions_of(beyond, "word") == Positions{1, kLargest});
  beyond.back() = 0; // the largest once more
  CHECK(PositionIndex(beyond).count(StemKey("word"), Part::All) == 3);
}

TEST_CASE("positions: the title ends with its last word, whatever comes between", "[index]") {
  text::TermTable table;
  const std::vector<text::TermOccurrence> terms{
      {table.add("SZalpha"), 1}, {table.add("SZbeta"), 3},   {table.add("Zalpha"), 1}, {table.add("Zbeta"), 3},
      {table.add("Zgamma"), 4},  {table.add("Zalpha"), 104}, {table.add("Zbeta"), 3},  {table.add("Salpha"), 9'999}};
  const std::string bytes = pack_positions(terms);
  CHECK(positions_of(bytes, "alpha", Part::Title) == Positions{1});
  CHECK(positions_of(bytes, "alpha") == Positions{1, 104});
  CHECK(positions_of(bytes, "gamma", Part::Title).empty());
  CHECK(positions_of(bytes, "beta", Part::Title) == Positions{3});
  CHECK(PositionIndex(bytes).count(StemKey("beta"), Part::Title) == 2); // as often as the stem is there
}

TEST_CASE("positions: words without a position, and terms that are not stems, have none", "[index]") {
  text::TermTable table;
  const std::string bytes = pack_positions(std::vector<text::TermOccurrence>{
      {table.add("Zcounted"), 0}, {table.add("word"), 5}, {table.add("Sword"), 5}, {table.add("Zreal"), 5}});
  CHECK(positions_of(bytes, "counted").empty());
  CHECK(positions_of(bytes, "word").empty());
  CHECK(positions_of(bytes, "real") == Positions{5});
}

TEST_CASE("positions: the order in which terms are given does not matter", "[index]") {
  text::TermTable table;
  const std::vector<text::TermOccurrence> terms{
      {table.add("Zalpha"), 9}, {table.add("SZalpha"), 2}, {table.add("Zbeta"), 1}, {table.add("Zalpha"), 2}};
  const std::vector<text::TermOccurrence> reversed(terms.rbegin(), terms.rend());
  CHECK(pack_positions(terms) == pack_positions(reversed));
}

TEST_CASE("stem key: equal stems have equal keys, and each seed gives another hash", "[index]") {
  CHECK(StemKey("attent") == StemKey("attent"));
  CHECK(StemKey("attent") != StemKey("attend"));
  CHECK(StemKey("") != StemKey(std::string_view("\0", 1)));
  CHECK(StemKey("attent").seeded(0) != StemKey("attent").seeded(1));
  CHECK(StemKey("attent").seeded(255) != StemKey("attend").seeded(255));
}

TEST_CASE("positions: a header whose figures do not fit its bytes is a document without words", "[index]") {
  text::TermTable table;
  const std::string good = pack_positions(std::vector<text::TermOccurrence>{{table.add("Zword"), 5}});
  REQUIRE(positions_of(good, "word") == Positions{5});
  const auto with_byte = [&](std::size_t at, char byte) {
    std::string changed = good;
    changed[at] = byte;
    CHECK(PositionIndex(changed).stems() == 0);
    return positions_of(changed, "word");
  };
  // title end, number of stems, width of a hash, width of an end, seed
  CHECK(with_byte(1, 0).empty());
  CHECK(with_byte(1, 127).empty());
  for (const int width : {0, 9, 127, 255}) {
    CAPTURE(width);
    CHECK(with_byte(2, static_cast<char>(width)).empty());
    if (width > 0) CHECK(with_byte(3, static_cast<char>(width)).empty());
  }
  CHECK(with_byte(3, 8).empty());
  CHECK(positions_of(good.substr(0, 4), "word").empty());
}

} // namespace positions_limits_test
