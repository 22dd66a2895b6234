// SPDX-License-Identifier: GPL-3.0-or-later
/// What of a query is ranked by: its words outside every minus, without those that say nothing, and which of them
/// stand side by side.
#pragma once

#include "shared/query/tree.h"
#include "shared/search/index_view.h"

#include <string>
#include <utility>
#include <vector>

namespace trawl::search {

/// A stem or raw word with the times it occurs in the query.
struct RankTerm {
  std::string text; ///< without prefix
  double times = 1;
};

struct RankTerms {
  std::vector<RankTerm> stems;     ///< distinct
  std::vector<RankTerm> exact;     ///< distinct words as written, folded
  std::vector<RankTerm> variants;  ///< stems of other spellings: two words as one, a name's parts
  std::vector<RankTerm> synonyms;  ///< stems of other names: llm for large language model
  std::vector<RankTerm> compounds; ///< as written with their links: torch.compile
  std::vector<std::pair<std::string, std::string>> pairs; ///< stems side by side, each pair once
  std::vector<std::string> prefixes;                      ///< folded
};

RankTerms rank_terms(const QueryTree& tree, const IndexView& view);

} // namespace trawl::search
