// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/doc_set.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace doc_set_test {

using namespace trawl::search;

namespace {

using Twin = std::set<std::uint32_t>;

struct Pair {
  DocSet set;
  Twin twin;
};

/// A set of some of the numbers 0 … last, and the same as a std::set.
Pair random_pair(std::mt19937& random, std::uint32_t last) {
  Pair out{DocSet(last), {}};
  const auto one_in = 1 + random() % 5;
  for (std::uint32_t document = 0; document <= last; ++document) {
    if (random() % one_in != 0) continue;
    out.set.add(document);
    out.twin.insert(document);
  }
  return out;
}

Twin members(const DocSet& set) {
  std::vector<std::uint32_t> in_order;
  set.for_each([&](std::uint32_t document) { in_order.push_back(document); });
  REQUIRE(std::ranges::is_sorted(in_order));
  return {in_order.begin(), in_order.end()};
}

template <typename Combine>
Twin combined(const Twin& a, const Twin& b, Combine combine) {
  Twin out;
  combine(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

} // namespace

TEST_CASE("doc set: its operations are those of sets", "[match]") {
  std::mt19937 random(101);
  for (int round = 0; round < 1'500; ++round) {
    const auto last = static_cast<std::uint32_t>(random() % 300);
    const Pair a = random_pair(random, last), b = random_pair(random, last);
    CAPTURE(round, last);
    REQUIRE(members(a.set) == a.twin);
    REQUIRE(a.set.count() == a.twin.size());
    const auto both = combined(a.twin, b.twin, [](auto... x) { std::set_intersection(x...); });
    const auto any = combined(a.twin, b.twin, [](auto... x) { std::set_union(x...); });
    const auto one = combined(a.twin, b.twin, [](auto... x) { std::set_symmetric_difference(x...); });
    const auto rest = combined(a.twin, b.twin, [](auto... x) { std::set_difference(x...); });
    REQUIRE(members(DocSet(a.set) &= b.set) == both);
    REQUIRE(members(DocSet(a.set) |= b.set) == any);
    REQUIRE(members(DocSet(a.set) ^= b.set) == one);
    REQUIRE(members(DocSet(a.set) -= b.set) == rest);
    REQUIRE((a.set == b.set) == (a.twin == b.twin));
    for (std::uint32_t document = 0; document <= last + 130; ++document) {
      REQUIRE(a.set.contains(document) == a.twin.contains(document));
    }
  }
}

TEST_CASE("doc set: numbers on both sides of a word's border", "[match]") {
  for (const std::uint32_t last : {0U, 1U, 62U, 63U, 64U, 65U, 127U, 128U}) {
    CAPTURE(last);
    DocSet set(last);
    CHECK(set.words().size() == last / 64 + 1);
    CHECK(set.count() == 0);
    for (std::uint32_t document = 0; document <= last; ++document) set.add(document);
    CHECK(set.count() == last + 1);
    CHECK(set.contains(last));
    CHECK_FALSE(set.contains(last + 1));
  }
}

TEST_CASE("doc set: a shorter set has none of the numbers beyond its end", "[match]") {
  DocSet longer(200), shorter(60);
  for (const std::uint32_t document : {5U, 50U, 70U, 200U}) longer.add(document);
  for (const std::uint32_t document : {5U, 60U}) shorter.add(document);
  CHECK(members(DocSet(longer) &= shorter) == Twin{5});
  CHECK(members(DocSet(longer) |= shorter) == Twin{5, 50, 60, 70, 200});
  CHECK(members(DocSet(longer) -= shorter) == Twin{50, 70, 200});
  CHECK(members(DocSet(longer) ^= shorter) == Twin{50, 60, 70, 200});
  CHECK(members(DocSet(shorter) &= longer) == Twin{5});
}

TEST_CASE("doc set: an empty set has no documents, and combines with any other", "[match]") {
  DocSet none, some(10);
  some.add(3);
  CHECK(none.count() == 0);
  CHECK_FALSE(none.contains(0));
  CHECK(members(DocSet(none) |= some).empty()); // keeps its own size
  CHECK(members(DocSet(some) |= none) == Twin{3});
  CHECK(members(DocSet(some) &= none).empty());
}

TEST_CASE("doc set: adding twice is adding once", "[match]") {
  DocSet set(10);
  set.add(7);
  set.add(7);
  CHECK(set.count() == 1);
}

TEST_CASE("doc set: counting bits is the same for any number of words", "[match]") {
  std::mt19937_64 random(102);
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<std::uint64_t> words(size);
    std::size_t bits = 0;
    for (std::uint64_t& word : words) {
      word = random();
      for (unsigned bit = 0; bit < 64; ++bit) bits += word >> bit & 1;
    }
    CHECK(count_bits(words) == bits);
    CHECK(DocSet(words).count() == bits);
  }
}

} // namespace doc_set_test
