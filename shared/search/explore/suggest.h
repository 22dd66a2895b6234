// SPDX-License-Identifier: GPL-3.0-or-later
/// Completions while typing: articles by the words of their titles, phrases that several titles share, words of the
/// index, tags, authors and sources.
#pragma once

#include "shared/search/explore/explore_in_index.h"
#include "shared/search/response.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::search {

/// At most `limit` suggestions of mixed kinds, best first within a kind; but sources and authors whose whole name was
/// typed, in any case and with or without accents, come before all others. The last word of `typed` is taken as a
/// prefix. Filters in `typed` are kept, and only articles that pass them count. If nothing goes on like this, a
/// spelling that was probably meant is completed. Empty for fewer than two letters. Incomplete once time is up.
std::vector<Suggestion> suggest(std::string_view typed, ExploreInIndex& index, std::size_t limit);

/// At most `limit` of suggestions of several kinds: as many of each kind, as long as it has some.
std::vector<Suggestion> shared_out(const std::vector<std::vector<Suggestion>>& kinds, std::size_t limit);

} // namespace trawl::search
