// SPDX-License-Identifier: GPL-3.0-or-later
/// What an answer says of the index that it is from.
#pragma once

#include "shared/base/result.h"
#include "shared/index/lag.h"
#include "shared/search/match/snapshot.h"
#include "shared/search/response.h"

namespace trawl::search {

/// The snapshot's state as crawl.db sees it: with what the index lacks, and a warning unless that is little and a
/// writer is about to add it.
IndexState state_as_of(const Snapshot& snapshot, const index::Lag& lag);

/// The error of an index that cannot be opened, with the number of changes that crawl.db has for one.
Error with_changes(Error error, const index::Lag& lag);

/// Names the state in an answer, if that has a place for it, and what must be said of it.
template <typename Answer>
void tell(const IndexState& state, Answer& answer) {
  if constexpr (requires { answer.index; }) {
    answer.index = state;
    answer.warnings.insert(answer.warnings.end(), state.warnings.begin(), state.warnings.end());
  }
}

} // namespace trawl::search
