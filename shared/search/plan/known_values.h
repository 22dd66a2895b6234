// SPDX-License-Identifier: GPL-3.0-or-later
/// Filter values as people write them: the label of a source ("Kernel Journal"), a language ("German"), another
/// spelling of a value ("open source" for open-source), a part of an author's name (keydana), without accents.
#pragma once

#include "shared/query/parse_query.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// `filters` with each value that no article has replaced by the values that it means, if there are any: those that
/// have the same words in the value or another name of it; else the only one that begins so; of authors, those that
/// have all of its words. Of values that an article must all have, one that means several becomes the one that most
/// articles have.
Filters with_known_values(const Filters& filters, TermStatistics& statistics);

/// The same for the filters of a query, those inside its tree too. A value that means several, and that an article must
/// have beside others, moves into the tree as their alternatives.
void use_known_values(query::ParsedQuery& query, TermStatistics& statistics);

/// A warning for each filter value that no article has; the first few with the nearest value that some article has.
std::vector<Warning> unknown_values(const Filters& filters, TermStatistics& statistics);

/// The authors who have all words of `value` in their name; if one has no others, only that one. There may be hundreds
/// of thousands of authors: those of the articles that have the words in some author's name are looked at.
std::vector<std::string> authors_named(std::string_view value, TermStatistics& statistics);

/// Whether an article has the value, as readers write it.
bool is_known_value(std::string_view field, const std::string& value, TermStatistics& statistics);

} // namespace trawl::search
