// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/term_positions.h"

namespace trawl::search {
namespace {

bool is_of_title(std::string_view term) { return term.starts_with('S'); }

std::string_view stem_of(std::string_view term) { return term.substr(is_of_title(term) ? 2 : 1); }

} // namespace

PositionedTerm::PositionedTerm(std::string_view term)
    : stem_(stem_of(term)),
      part_(is_of_title(term) ? index::PositionIndex::Part::Title : index::PositionIndex::Part::All) {}

std::string PositionedTerm::in_text(std::string_view term) { return std::string("Z").append(stem_of(term)); }

} // namespace trawl::search
