// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/term_filter.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace term_filter_test {

using namespace trawl::index;

TEST_CASE("term filter: every term that it was made of may be there, also when it is read again", "[index]") {
  for (const std::size_t count : {0U, 1U, 25U, 26U, 5'000U}) {
    CAPTURE(count);
    std::vector<std::uint64_t> hashes;
    for (std::size_t i = 0; i < count; ++i) hashes.push_back(hash_of_term("word" + std::to_string(i)));
    const TermFilter made{std::span<const std::uint64_t>(hashes)}, read{std::string_view(made.bytes())};
    for (const std::uint64_t hash : hashes) {
      REQUIRE(made.may_contain(hash));
      REQUIRE(read.may_contain(hash));
    }
  }
}

TEST_CASE("term filter: one absent term in fifty seems to be there at most", "[index]") {
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 20'000; ++i) hashes.push_back(hash_of_term("word" + std::to_string(i)));
  const TermFilter filter{std::span<const std::uint64_t>(hashes)};
  std::size_t wrong = 0;
  for (int i = 0; i < 20'000; ++i) wrong += filter.may_contain(hash_of_term("other" + std::to_string(i))) ? 1 : 0;
  CHECK(wrong < 400);
}

TEST_CASE("term filter: without bytes, every term may be there", "[index]") {
  const TermFilter none{std::string_view()}, short_one{std::string_view("too short")};
  none.prefetch(7);
  for (const char* term : {"", "a", "word"}) {
    CHECK(none.may_contain(hash_of_term(term)));
    CHECK(short_one.may_contain(hash_of_term(term)));
  }
}

TEST_CASE("term filter: a term's hash is that of its pieces", "[index]") {
  TermHash hash;
  hash += "flash";
  hash += '-';
  hash += "attention";
  CHECK(hash.value() == hash_of_term("flash-attention"));
  CHECK(hash.value() != hash_of_term("flash-attentiom"));
}

} // namespace term_filter_test
