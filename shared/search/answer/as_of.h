// SPDX-License-Identifier: GPL-3.0-or-later
/// What an answer says of the index that it is from.
#pragma once

#include "shared/search/match/snapshot.h"
#include "shared/search/response.h"

namespace trawl::search {

/// The state of a snapshot, with what must be said of it. `is_foreign`: see index::is_foreign.
IndexState state_as_of(const Snapshot& snapshot, bool is_foreign);

/// Names the state in an answer, if that has a place for it, and what must be said of it.
template <typename Answer>
void tell(const IndexState& state, Answer& answer) {
  if constexpr (requires { answer.index; }) {
    answer.index = state;
    answer.warnings.insert(answer.warnings.end(), state.warnings.begin(), state.warnings.end());
  }
}

} // namespace trawl::search
