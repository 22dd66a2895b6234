// SPDX-License-Identifier: GPL-3.0-or-later
/// Spelling help from the words of the index itself. It proposes, it never searches: results are always those of the
/// query as typed.
#pragma once

#include "shared/index/index_reader.h"
#include "shared/search/query.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// The nearest word of the index to `folded`, which the index does not hold: one edit away (a letter missing, too many,
/// wrong, or two swapped), or two edits in words of eight letters and more. Empty when there is none, or when `folded`
/// is in the index or too short. Costs some hundred term look-ups.
std::string nearest_word(Xapian::Database& database, std::string_view folded);

/// `q` with each plain word that the index does not know replaced by the nearest it knows, everything else as typed;
/// nullopt if nothing changes. A word counts as known by another form of it too, unless that is a rare slip itself. The
/// caller searches it for DidYouMean::total, and drops it when that is 0. Exceptions of Xapian pass through.
std::optional<std::string> corrected_query(std::string_view q, index::IndexReader& reader, Deadline deadline);

} // namespace trawl::search
