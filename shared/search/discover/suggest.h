// SPDX-License-Identifier: GPL-3.0-or-later
/// Completions while typing: articles by the words of their titles, phrases that several titles share, words of the
/// index, tags, authors and sources.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/response.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// What suggestions show of articles and sources.
struct SuggestLabels {
  std::function<std::string(std::uint32_t document)> title;   ///< of an article
  std::function<std::string(std::uint32_t document)> id;      ///< of an article
  std::function<std::string(std::string_view source)> source; ///< the label of a source id
};

/// At most `limit` suggestions of mixed kinds, best first within a kind; but sources and authors whose whole name was
/// typed, in any case and with or without accents, come before all others. The last word of `typed` is taken as a
/// prefix. Filters in `typed` are kept, and only articles that pass them count. If nothing goes on like this, a
/// spelling that was probably meant is completed. Empty for fewer than two letters. Incomplete
/// once the budget is over.
std::vector<Suggestion> suggest(std::string_view typed, const IndexView& view, const SuggestLabels& labels,
                                std::size_t limit, Budget& budget);

/// The same number of each kind in turns, until none is left or the limit is reached.
std::vector<Suggestion> in_turns(const std::vector<std::vector<Suggestion>>& kinds, std::size_t limit);

} // namespace trawl::search
