// SPDX-License-Identifier: GPL-3.0-or-later
/// Walking posting lists: documents of a term as bitmaps, positions, expansions of a prefix.
#pragma once

#include "shared/index/records/positions.h"
#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/posting_cursor.h"

#include <array>
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

/// Calls `visit(document, times)` for each document of `within` that holds `term`; `size`: of `within`. Skips through
/// the list where the documents are few.
template <typename Visit>
void for_each_posting_in(const IndexView& view, const std::string& term, const DocSet& within, std::size_t size,
                         Budget& budget, Visit visit) {
  const index::Columns& columns = view.columns;
  if (size * kSkipCost >= document_frequency(view, term)) {
    for_each_merged_block(view, term, true, budget, [&](const index::PostingBlock& block) {
      // Without a branch for each posting, which nobody could foretell.
      std::array<std::uint8_t, index::PostingBlock::kSize + 1> found;
      std::size_t count = 0;
      for (std::size_t p = 0; p < block.size; ++p) {
        found[count] = static_cast<std::uint8_t>(p);
        count += within.contains(block.documents[p]) ? 1 : 0;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t document = block.documents[found[i]];
        if (columns.all_merged || is_merged(columns, document)) visit(document, block.tf[found[i]]);
      }
    });
    for_each_delta_posting(view, term, budget, [&](std::uint32_t document, std::uint32_t times) {
      if (within.contains(document)) visit(document, times);
    });
    return;
  }
  PostingCursor cursor(view, term);
  within.for_each([&](std::uint32_t document) {
    if (budget.spent()) return;
    if (const std::uint32_t times = cursor.times(document); times > 0) visit(document, times);
  });
}

/// How often each of `documents` (ascending) holds `term`.
std::vector<std::uint32_t> tf_in(const IndexView& view, const std::string& term,
                                 std::span<const std::uint32_t> documents);

using Positions = std::vector<std::uint32_t>;

/// A stem of the text ("Z…") or of the title ("SZ…") as what a document's places are asked for.
class PositionedTerm {
 public:
  explicit PositionedTerm(std::string_view term);

  /// Of a document that holds the term; `out` is set.
  void positions(const index::PositionIndex& places, Positions& out) const { places.positions(stem_, part_, out); }

 private:
  index::StemKey stem_;
  index::PositionIndex::Part part_;
};

/// The positions of `term` in each of `documents`, all of which hold it, ascending.
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
