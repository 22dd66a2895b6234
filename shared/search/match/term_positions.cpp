// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/term_positions.h"

namespace trawl::search {
namespace {

bool is_of_title(std::string_view term) { return term.starts_with('S'); }

} // namespace

PositionedTerm::PositionedTerm(std::string_view term)
    : stem_(term.substr(is_of_title(term) ? 2 : 1)),
      part_(is_of_title(term) ? index::PositionIndex::Part::Title : index::PositionIndex::Part::All) {}

std::vector<Positions> positions_in(const IndexView& view, const std::string& term,
                                    std::span<const std::uint32_t> documents, Budget& budget) {
  std::vector<Positions> out(documents.size());
  const PositionedTerm positioned(term);
  for (std::size_t d = 0; d < documents.size() && !budget.spent(); ++d) {
    positioned.read(view.columns.positions_of(documents[d]), out[d]);
  }
  return out;
}

} // namespace trawl::search
