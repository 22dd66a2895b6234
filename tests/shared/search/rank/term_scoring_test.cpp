// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/term_scoring.h"

#include "shared/search/rank/ranking_parameters.h"
#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace term_scoring_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace {

std::vector<ScoredTerm> terms_of(SmallIndex& index, const std::string& q) {
  const RankingParameters parameters;
  const ScoringContext context = scoring_context(index.view(), parameters);
  Budget budget(SmallIndex::never());
  const auto query = query::parse_query(q, Moment{});
  return scored_terms(trawl::search::test::rank_terms_of(query, index.view()), index.view(), context, parameters,
                      budget);
}

const ScoredTerm& term_named(const std::vector<ScoredTerm>& terms, const std::string& term) {
  const auto found = std::ranges::find(terms, term, &ScoredTerm::term);
  REQUIRE(found != terms.end());
  return *found;
}

} // namespace

TEST_CASE("term scoring: a word twice in the query weighs twice", "[rank]") {
  SmallIndex index({{"", "flash attention"}, {"", "memory"}});
  const double once = term_named(terms_of(index, "flash memory"), "Zflash").weight;
  CHECK(term_named(terms_of(index, "flash memory flash"), "Zflash").weight == Approx(2 * once));
}

} // namespace term_scoring_test
