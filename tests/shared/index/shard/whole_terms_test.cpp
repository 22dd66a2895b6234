// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/whole_terms.h"

#include "shared/base/packed.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/schema/terms.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace whole_terms_test {

using namespace trawl;
using namespace trawl::index;

namespace {

struct Made {
  test::TemporaryDirectory directory;
  Xapian::WritableDatabase database{(directory.data().root / "shard").string(),
                                    Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS};
};

std::uint64_t hash_of(const std::string& term) {
  const auto hash = whole_hash(term);
  REQUIRE(hash);
  return *hash;
}

} // namespace

TEST_CASE("whole terms: a title and a name have a hash each, other terms have none", "[index]") {
  CHECK(hash_of(schema::title_term("k means")) != hash_of(schema::title_term("k mean")));
  CHECK(hash_of(schema::title_term("ada lovelace")) != hash_of(schema::author_term("ada lovelace")));
  for (const char* term : {"", "T", "N", "Zword", "word", "Tomorrow", "N00000000000", "Ktag", "T0g", "T12 "}) {
    CAPTURE(term);
    CHECK_FALSE(whole_hash(term));
  }
}

TEST_CASE("whole terms: what is written is found, in shards of any size, and what was there before is not", "[index]") {
  Made made;
  std::mt19937 random(3);
  for (const std::uint32_t last : {0U, 1U, 15U, 16U, 1'000U, 40U}) {
    CAPTURE(last);
    std::vector<WholeTerm> terms;
    std::map<std::uint64_t, std::vector<std::uint32_t>> expected;
    for (std::uint32_t document = 1; document <= last; ++document) {
      const std::string words = "title " + std::to_string(random() % (last / 2 + 1));
      for (const std::string& term : {schema::title_term(words), schema::author_term(std::to_string(document))}) {
        terms.push_back({hash_of(term), document});
        expected[terms.back().hash].push_back(document);
      }
    }
    std::ranges::shuffle(terms, random);
    write_whole_terms(terms, last, made.database);
    made.database.commit();
    std::ranges::sort(terms);
    CHECK(read_whole_terms(made.database, last) == terms);
    for (const auto& [hash, documents] : expected)
      REQUIRE(documents_with_whole(hash, made.database, last) == documents);
    CHECK(documents_with_whole(hash_of(schema::title_term("nobody wrote it")), made.database, last).empty());
  }
}

TEST_CASE("whole terms: bytes that do not fit are damage", "[index]") {
  Made made;
  constexpr std::uint32_t kLast = 100;
  const auto number = [](std::uint64_t one) {
    std::string out;
    packed::put_number(out, one);
    return out;
  };
  for (const std::string& bytes : {number(1), std::string("\xFF"), number(1) + number(std::uint64_t{1} << 32),
                                   number(UINT64_MAX) + number(1), number(1) + number(7) + number(0) + number(7)}) {
    made.database.set_metadata(metadata::whole(0), bytes);
    made.database.commit();
    CHECK_THROWS_AS(read_whole_terms(made.database, kLast), Xapian::DatabaseCorruptError);
    CHECK_THROWS_AS(documents_with_whole(0, made.database, kLast), Xapian::DatabaseCorruptError);
  }
}

} // namespace whole_terms_test
