// SPDX-License-Identifier: GPL-3.0-or-later
/// Walking posting lists: documents of a term as bitmaps, positions, expansions of a prefix.
#pragma once

#include "shared/search/doc_set.h"
#include "shared/search/index_view.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// A skip in a posting list costs about as much as so many steps.
inline constexpr std::size_t kSkipCost = 16;

/// All documents that exist.
DocSet all_documents(const index::Columns& columns);

/// Adds the documents of `term` to `to`.
void add_documents(const IndexView& view, const std::string& term, DocSet& to, Budget& budget);

/// The documents of `candidates` that hold `term`: skips through the list where the candidates are few.
DocSet intersection(const IndexView& view, const DocSet& candidates, const std::string& term, Budget& budget);

/// The documents that hold all `terms`, rarest first.
DocSet documents_of_all(const IndexView& view, std::vector<std::string> terms, Budget& budget);

using Positions = std::vector<std::uint32_t>;

/// The positions of `term` in each of `documents`, ascending; empty where it does not occur. The index keeps them by
/// term: reading one term through before the next stays within neighbouring blocks, which is several times faster than
/// going document by document.
std::vector<Positions> positions_in(const IndexView& view, const std::string& term,
                                    std::span<const std::uint32_t> documents, Budget& budget);

struct Expansion {
  std::vector<std::string> terms; ///< most frequent first
  std::size_t total = 0;          ///< how many there are; more than terms.size() when cut
};

inline constexpr std::size_t kMaxExpansions = 100;

/// The terms that begin with `prefix`, at most kMaxExpansions.
Expansion expand(const IndexView& view, const std::string& prefix, Budget& budget);

} // namespace trawl::search
