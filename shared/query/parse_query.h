// SPDX-License-Identifier: GPL-3.0-or-later
/// The query language (docs/query-language.md): from the text of a query to its tree and its filters. Knows nothing of
/// any index.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/query/filters.h"
#include "shared/query/tree.h"
#include "shared/query/warning.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::query {

/// A query as it was understood. Filters at the top level of the query (source:pytorch vllm) are in `filters`, not
/// in the tree.
struct ParsedQuery {
  QueryTree tree; ///< empty: everything matches, unless `has_nothing_to_search`
  Filters filters;
  bool has_words = false;             ///< there is something to rank by
  bool looks_pasted = false;          ///< like an error message or a line of code, rather than typed
  bool has_capitals = false;          ///< a word behind the first is written as names are: Keydana
  bool has_nothing_to_search = false; ///< something was typed, but no word and no filter ("???"): nothing matches
  std::vector<Warning> warnings;
  std::string understood;  ///< the tree, printed
  std::string plain_words; ///< text::plain_words of the whole query, filters included
};

/// `now` resolves relative dates. Invalid UTF-8 is repaired.
ParsedQuery parse_query(std::string_view q, Moment now);

/// What a text means, parsed when that is first asked for, and again only of another text or at another time. Copies
/// share what is known. For one thread at a time.
class ParsedOnce {
 public:
  /// Valid until it is asked for another.
  const ParsedQuery& of(std::string_view q, Moment now) const;

 private:
  struct Known;
  mutable std::shared_ptr<const Known> known_;
};

} // namespace trawl::query
