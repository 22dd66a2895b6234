// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/as_of.h"

#include "shared/index/lag.h"

#include <string>

namespace trawl::search {

IndexState state_as_of(const Snapshot& snapshot, bool is_foreign) {
  IndexState state = snapshot.state();
  state.store = snapshot.index->state().store;
  state.sequence = snapshot.index->state().store_sequence;
  if (is_foreign) {
    state.warnings.push_back(
        {"index_foreign", std::string("The index was made from another crawl.db; ") + index::kIfForeign + ".", {}});
    state.identity = ~state.identity; // a cached answer may lack the warning
  } else if (snapshot.index->columns().live_documents == 0) {
    state.warnings.push_back({"index_empty",
                              "No articles yet: the next crawl or import brings some; `trawl sources status` says what "
                              "each source gave.",
                              {}});
  }
  return state;
}

} // namespace trawl::search
