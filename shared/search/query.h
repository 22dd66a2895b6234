// SPDX-License-Identifier: GPL-3.0-or-later
/// A query from its text to what it matches and in which order: the three steps the engine takes. Each step is a value
/// with a printable form; matching decides the set, ranking decides the order, and ranking never leaves the set.
#pragma once

#include "shared/base/result.h"
#include "shared/index/index_reader.h"
#include "shared/query/tree.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// A query as understood. Filters that stand at the top of the query (source:pytorch vllm) are lifted out of the tree
/// into `filters`, so that facets can leave a field's own filter out.
struct ParsedQuery {
  QueryTree tree; ///< tree.h; empty: everything matches
  Filters filters;
  bool has_words = false; ///< something to rank by
  std::vector<Warning> warnings;
  std::string understood; ///< printed tree
};

/// Never fails unless `strict` (BadQuery with the position in `where`).
Result<ParsedQuery> parse_query(std::string_view q, Moment now, bool strict);

/// When a query has to be over. Checked every few hundred postings.
struct Deadline {
  std::chrono::steady_clock::time_point at;
  bool passed() const { return std::chrono::steady_clock::now() >= at; }
};

struct MatchResult {
  DocSet documents;
  std::optional<std::size_t> all_words; ///< how many of them hold every word
  std::vector<Warning> warnings;        ///< expansion_cut, fewer_words, …
};

/// The documents that match the tree, before the filters, those lifted out of the query too. Warnings tell what was
/// relaxed, and which of the query's filter values the index does not know. Timeout. Exceptions of Xapian pass through:
/// the caller's guard redoes the request when a writer overtook it.
Result<MatchResult> match_query(const ParsedQuery& query, index::IndexReader& reader, MatchMode mode,
                                Deadline deadline);

struct RankedDocument {
  std::uint32_t document = 0;
  double score = 0;
  std::vector<ExplainPart> explain;
};

/// The best `count` of `within`, best first; ties by date (newer first), then id. A total order over
/// `within`, the same whatever `count` is. Timeout. Exceptions of Xapian pass through.
Result<std::vector<RankedDocument>> rank(const ParsedQuery& query, index::IndexReader& reader, const DocSet& within,
                                         std::size_t count, bool explain, double recency, Moment now,
                                         Deadline deadline);

/// The folded words and stems a reader would see as hits, for snippets and marks.
struct HighlightTerms {
  std::vector<std::string> words; ///< folded forms
  std::vector<std::string> stems;
  std::vector<std::string> prefixes;
  std::vector<std::vector<std::string>> phrases; ///< of stems
};
HighlightTerms highlight_terms(const ParsedQuery& query);

} // namespace trawl::search
