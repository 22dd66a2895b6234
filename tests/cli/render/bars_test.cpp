// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace bars_test {

using namespace trawl::cli;

namespace {

const Style kPlain{.color = false, .terminal = false, .width = 80};

Answer facet_of(const std::vector<std::pair<std::string, std::size_t>>& values) {
  Answer facet{{"values", Answer::array()}};
  for (const auto& [value, count] : values) facet["values"].push_back({{"value", value}, {"count", count}});
  return facet;
}

/// The eighths of a cell that a bar draws.
std::size_t eighths(std::string_view line) {
  constexpr std::string_view kParts[] = {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
  std::size_t sum = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    for (std::size_t i = 0; i < std::size(kParts); ++i) sum += line.substr(at).starts_with(kParts[i]) ? i + 1 : 0;
  }
  return sum;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

} // namespace

TEST_CASE("bars: the longest is 40 cells, the others in proportion, and none of a count is invisible", "[cli]") {
  const auto lines = lines_of(facet_for_people(facet_of({{"a", 1000}, {"b", 500}, {"c", 1}, {"d", 0}}), "tag", kPlain));
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == "tag");
  CHECK(eighths(lines[1]) == 320);
  CHECK(eighths(lines[2]) == 160);
  CHECK(eighths(lines[3]) == 1);
  CHECK(eighths(lines[4]) == 0);
}

TEST_CASE("bars: counts are right-aligned behind labels of equal width", "[cli]") {
  const auto lines = lines_of(facet_for_people(facet_of({{"家", 1000}, {"abc", 5}}), "tag", kPlain));
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].starts_with("  家   1000 █"));
  CHECK(lines[2].starts_with("  abc     5 "));
}

TEST_CASE("bars: a label takes at most half of the terminal, and no line is too wide", "[cli]") {
  for (const std::size_t width : {24u, 33u, 40u, 80u}) {
    INFO(width);
    const Style style{.color = false, .terminal = true, .width = width};
    const auto text = facet_for_people(facet_of({{std::string(100, 'x'), 12345}, {"y", 1}}), "tag", style);
    for (const std::string& line : lines_of(text)) CHECK(cells(line) <= width);
    CHECK(text.contains("…"));
  }
}

TEST_CASE("bars: a value is shown by its label and as a filter takes it, with a star if it is selected", "[cli]") {
  const Answer facet = {{"values",
                         {{{"value", "v"}, {"label", "Label"}, {"count", 1}, {"selected", true}},
                          {{"value", "w"}, {"label", ""}, {"count", 1}, {"selected", false}},
                          {{"value", "\x1b[2J"}, {"label", nullptr}, {"count", 1}}}}};
  const auto lines = lines_of(facet_for_people(facet, "source", kPlain));
  REQUIRE(lines.size() == 4);
  CHECK(lines[1].starts_with("* Label (v)"));
  CHECK(lines[2].starts_with("  w"));
  CHECK(lines[3].starts_with("  [2J"));
}

TEST_CASE("bars: what the values leave out is counted below them", "[cli]") {
  Answer facet = facet_of({{"a", 1}});
  CHECK_FALSE(facet_for_people(facet, "tag", kPlain).contains("with"));
  facet["other"] = 7;
  facet["missing"] = 3;
  CHECK(facet_for_people(facet, "tag", kPlain).ends_with("  other values: 7 times\n  3 with no value\n"));
  CHECK(facet_for_people(Answer::object(), "tag", kPlain) == "tag\n");
}

TEST_CASE("bars: a histogram shows every bucket and the undated", "[cli]") {
  Answer histogram = facet_of({{"2025", 3}, {"2026", 4}});
  histogram["interval"] = "year";
  histogram["missing"] = 2;
  const auto text = histogram_for_people(histogram, kPlain);
  CHECK(text.starts_with("date\n  2025  3 "));
  CHECK(text.contains("  2026  4 "));
  CHECK(text.ends_with("  2 with no value\n"));
}

TEST_CASE("bars: three or more months without articles are one line, and no articles are none", "[cli]") {
  Answer histogram = facet_of({{"2019-01", 2},
                               {"2019-02", 0},
                               {"2019-03", 0},
                               {"2019-04", 1},
                               {"2019-05", 0},
                               {"2019-06", 0},
                               {"2019-07", 0},
                               {"2019-08", 0},
                               {"2019-09", 3}});
  histogram["interval"] = "month";
  const auto lines = lines_of(histogram_for_people(histogram, kPlain));
  REQUIRE(lines.size() == 7);
  CHECK(lines[2].starts_with("  2019-02 "));
  CHECK(lines[3].starts_with("  2019-03 "));
  CHECK(lines[5].starts_with("  2019-05 – 2019-08  0"));
  CHECK(lines[6].starts_with("  2019-09 "));
  histogram["values"] = Answer::array();
  CHECK(histogram_for_people(histogram, kPlain).empty());
}

} // namespace bars_test
