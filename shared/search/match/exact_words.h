// SPDX-License-Identifier: GPL-3.0-or-later
/// Words side by side as they are written. Only stems have positions, so whether the words that stand there are those
/// of the query or other inflections of them, or parts of identifiers, is read in the text.
#pragma once

#include "shared/search/match/node_matcher.h"
#include "shared/search/match/spelling_variants.h"

#include <span>

namespace trawl::search {

/// The documents that have the words one directly after another, folded but otherwise as they are in `words`, in title
/// or text; in captions, if the document has the words in no other inflection. Of more than a thousand candidates,
/// those that have no other inflection of the words are not read; then a part of an identifier counts as a word. If
/// time runs out, the rest is left out, and a warning says so. `exclude`: documents that need not be looked at.
DocSet match_exact_words(std::span<const QueryWord> words, const DocSet& exclude, MatchContext& context);

} // namespace trawl::search
