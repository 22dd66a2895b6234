// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/clauses.h"

#include "shared/query/parse_query.h"

#include <catch2/catch.hpp>

namespace clauses_test {

using namespace trawl;
using namespace trawl::search;

namespace {

/// How many words, phrases and required clauses a query has.
std::vector<std::size_t> sizes(std::string_view q) {
  const query::QueryTree tree = query::parse_query(q, Moment{}, false)->tree;
  const Clauses clauses = clauses_of(tree);
  return {clauses.words.size(), clauses.phrases.size(), clauses.required.size()};
}

} // namespace

TEST_CASE("clauses: only words and prefixes side by side may be relaxed", "[match]") {
  CHECK(sizes("a b c* d") == std::vector<std::size_t>{4, 0, 0});
  CHECK(sizes("a") == std::vector<std::size_t>{1, 0, 0});
  CHECK(sizes("a \"b c\" \"d e\"") == std::vector<std::size_t>{1, 2, 0});
  CHECK(sizes("a +b -c title:d (e OR f) g NEAR h") == std::vector<std::size_t>{1, 0, 5});
  CHECK(sizes("a AND b") == std::vector<std::size_t>{0, 0, 1});
}

} // namespace clauses_test
