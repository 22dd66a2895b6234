// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/match_query.h"

#include "shared/opensearch/json_query.h"

#include <catch2/catch.hpp>

namespace match_query_test {

using namespace trawl;
using namespace trawl::opensearch;
using search::match_all;
using search::match_term;

TEST_CASE("match query: each kind of term is looked for in its field, without its prefix", "[opensearch]") {
  CHECK(indexed_term_query("Zattent") == term_query("stems", "attent"));
  CHECK(indexed_term_query("SZattent") == term_query("title_stems", "attent"));
  CHECK(indexed_term_query("Sattention") == term_query("title_words", "attention"));
  CHECK(indexed_term_query("attention") == term_query("words", "attention"));
  CHECK(indexed_term_query("Aweng") == term_query("author_stems", "weng"));
  CHECK(indexed_term_query("Kgpu") == term_query("tag_stems", "gpu"));
  CHECK(indexed_term_query("N0123") == term_query("author_names", "N0123"));
}

TEST_CASE("match query: combinations keep their meaning", "[opensearch]") {
  const search::MatchPtr a = match_term("Za"), b = match_term("Zb");
  CHECK(match_query(*match_all({a, b})) == all_query({term_query("stems", "a"), term_query("stems", "b")}));
  CHECK(match_query(*search::everything()) == everything());
  CHECK(match_query(*search::nothing()) == nothing());
  CHECK(match_query(*search::match_not(a)) == not_query(term_query("stems", "a")));
  CHECK(match_query(*search::match_at_least(2, {a, b, b}))["bool"]["minimum_should_match"] == 2);
  CHECK(match_query(*search::match_sequence({"SZa", "SZb"}, 1)) == sequence_query("title_stems", {"a", "b"}, 1));
}

} // namespace match_query_test
