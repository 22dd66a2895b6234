// SPDX-License-Identifier: GPL-3.0-or-later
/// Words side by side as they are written. Only stems have positions, so whether the words that stand there are those
/// of the query or other inflections of them, or parts of identifiers, is read in the text.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/positional_matcher.h"

#include <cstddef>
#include <span>
#include <string>

namespace trawl::search {

/// What looking for written words takes: `reading` is the budget for texts.
struct WrittenContext {
  const IndexView& view;
  Budget& budget;
  PositionalMatcher& positional;
  Budget& reading;
};

struct WrittenWords {
  DocSet documents;
  std::size_t candidates = 0; ///< documents with the words side by side in any inflection
  std::size_t unread = 0;     ///< of these, not read because time ran out, and so missing
};

/// The documents that have the words one directly after another, folded but otherwise as they are in `words`, in title
/// or text; in captions, if the document has the words in no other inflection. `stems`: the terms of their stems. Of
/// more than a thousand candidates, those that have no other inflection of the words are not read; then a part of an
/// identifier counts as a word. `exclude`: documents that need not be looked at; may be null.
WrittenWords find_written_words(std::span<const std::string> words, std::span<const std::string> stems,
                                const DocSet* exclude, const WrittenContext& context);

} // namespace trawl::search
