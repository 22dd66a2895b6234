// SPDX-License-Identifier: GPL-3.0-or-later
/// Lexemes to a tree. The steps of parse_query (query.h), apart for their tests.
#pragma once

#include "shared/base/date_time.h"
#include "shared/query/tree.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string_view>
#include <vector>

namespace trawl::search {

/// The contract's caps (docs/query-language.md). Beyond them the rest is left out, with a warning.
inline constexpr std::size_t kMaxQueryBytes = 1000;
inline constexpr std::size_t kMaxQueryWords = 64; ///< stop words not counted
inline constexpr std::size_t kMaxPhraseWords = 12;
inline constexpr int kMaxDepth = 10;
inline constexpr std::size_t kMinPrefixLetters = 2;

struct ParsedTree {
  QueryTree tree;
  std::vector<Warning> warnings; ///< in the order of their positions, nearly
};

/// `q` is valid UTF-8 of at most kMaxQueryBytes.
ParsedTree parse_tree(std::string_view q, Moment now);

/// Takes the filters that every result has to meet out of `tree`, with the dates.
Filters lift_filters(QueryTree& tree);

/// A chunk without blanks as the words it holds, as typed: "a,b" → a, b; "torch.compile()" → torch.compile.
std::vector<std::string> word_units(std::string_view chunk);

} // namespace trawl::search
