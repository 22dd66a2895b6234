// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/stats.h"

#include "shared/search/match/prefix_expansion.h"
#include "shared/search/sources.h"

namespace trawl::search {

namespace {

std::size_t number_of_terms(const IndexView& view) {
  const auto parts = view.columns.parts();
  if (parts.size() == 1) return parts.front().segment->terms().size();
  std::size_t count = 0;
  for (TermWalk walk(view, {}); !walk.at_end(); walk.next()) ++count;
  return count;
}

} // namespace

IndexStats collect_stats(const Snapshot& snapshot) {
  IndexStats stats;
  const index::Columns& columns = snapshot.columns();
  stats.documents = columns.live_documents;
  stats.average_length = columns.average_words;
  stats.terms = number_of_terms(snapshot.view());
  stats.bytes = snapshot.reader->bytes();
  stats.index = snapshot.state();
  stats.newest = newest_date(snapshot);
  stats.committed = snapshot.reader->committed();
  return stats;
}

} // namespace trawl::search
