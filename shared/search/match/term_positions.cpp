// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/term_positions.h"

namespace trawl::search {
namespace {

bool is_of_title(std::string_view term) { return term.starts_with('S'); }

} // namespace

PositionedTerm::PositionedTerm(std::string_view term)
    : stem_(term.substr(is_of_title(term) ? 2 : 1)),
      part_(is_of_title(term) ? index::PositionIndex::Part::Title : index::PositionIndex::Part::All) {}

} // namespace trawl::search
