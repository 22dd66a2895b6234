// SPDX-License-Identifier: GPL-3.0-or-later
/// Counting by slots and bitmaps gives what asking each document gives.
#include "shared/index/shard/counting_column.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using trawl::index::CountingColumn;

namespace counting_column_test {

using Ordinals = std::vector<std::uint32_t>;

/// Documents with up to `most` of `values` values, low ordinals far more often than high ones.
std::vector<Ordinals> random_documents(std::mt19937& random, std::size_t count, std::size_t values, std::size_t most) {
  std::vector<Ordinals> out(count);
  for (Ordinals& ordinals : out) {
    for (std::size_t n = random() % (most + 1); n > 0; --n) {
      const auto ordinal = static_cast<std::uint32_t>(random() % (1 + random() % values));
      if (std::ranges::find(ordinals, ordinal) == ordinals.end()) ordinals.push_back(ordinal);
    }
  }
  return out;
}

void check(const std::vector<Ordinals>& documents, std::size_t values, const std::vector<std::uint64_t>& set) {
  const CountingColumn column(documents.size(), values,
                              [&](std::uint32_t document) -> const Ordinals& { return documents[document]; });
  std::vector<std::uint32_t> expected(values);
  std::size_t missing = 0;
  for (std::size_t document = 0; document < documents.size(); ++document) {
    if ((set[document / 64] >> (document % 64) & 1) == 0) continue;
    missing += documents[document].empty();
    for (const std::uint32_t ordinal : documents[document]) ++expected[ordinal];
  }
  CountingColumn::Counts counts{std::vector<std::uint32_t>(values), {}, 0};
  column.count(set, counts);
  REQUIRE(counts.by_ordinal == expected);
  REQUIRE(counts.missing == missing);
  REQUIRE(counts.ordinals.size() ==
          static_cast<std::size_t>(std::ranges::count_if(expected, [](auto n) { return n > 0; })));
  for (const std::uint32_t ordinal : counts.ordinals) REQUIRE(expected[ordinal] > 0);
}

} // namespace counting_column_test

using namespace counting_column_test;

TEST_CASE("counting column: counts are those of asking every document, for sets of any size", "[columns]") {
  std::mt19937 random(901);
  for (int round = 0; round < 60; ++round) {
    const std::size_t count = 1 + random() % 5'000, values = 1 + random() % 300, most = random() % 12;
    const std::vector<Ordinals> documents = random_documents(random, count, values, most);
    for (const unsigned one_in : {1U, 3U, 40U, 100'000U}) {
      std::vector<std::uint64_t> set(count / 64 + 1);
      for (std::size_t document = 0; document < count; ++document) {
        if (random() % one_in == 0) set[document / 64] |= std::uint64_t{1} << (document % 64);
      }
      CAPTURE(round, count, values, most, one_in);
      check(documents, values, set);
    }
  }
}

TEST_CASE("counting column: a set may be longer than the column, and a column empty", "[columns]") {
  check({{}, {0}, {1, 0}}, 2, {6, 0, 0});
  check({{}}, 0, {0});
}
