// SPDX-License-Identifier: GPL-3.0-or-later
/// Which kinds of article (shared/article/kind.h) are listed. A search finds all kinds unless it names some. Where
/// people look through lists, these begin with kind:article, or a day's papers would bury what else is new.
#pragma once

#include "shared/query/parse_query.h"

#include <string_view>

namespace trawl::query {

/// As a value of the filter: every kind, also in a list that would begin with one.
inline constexpr std::string_view kEveryKind = "all";

/// Whether a list of what this query finds begins with kind:article: it has no words, and names neither kinds nor what
/// its reader marked.
bool begins_with_articles(const ParsedQuery& query);

/// Removes kEveryKind, which filters nothing.
void drop_every_kind(Filters& filters);

} // namespace trawl::query
