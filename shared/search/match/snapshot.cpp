// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/snapshot.h"

#include "shared/query/fields.h"
#include "shared/search/match/matcher.h"

#include <algorithm>

namespace trawl::search {

Result<Snapshot> make_snapshot(std::shared_ptr<index::IndexReader> reader) {
  Snapshot snapshot;
  TRAWL_TRY(snapshot.notes, reader->sources());
  for (const index::SourceNote& note : snapshot.notes) snapshot.labels[note.id] = note.label;
  if (auto all = reader->with_gone()) {
    Snapshot gone = snapshot;
    gone.index = std::move(all);
    snapshot.with_gone = std::make_shared<const Snapshot>(std::move(gone));
  }
  snapshot.index = std::move(reader);
  return snapshot;
}

const Snapshot& Snapshot::for_query(const query::ParsedQuery& query) const {
  return with_gone && query::asks_for(query.tree, query::kGone) ? *with_gone : *this;
}

std::unique_ptr<Matcher> Snapshot::matcher(Deadline deadline) const {
  return std::make_unique<Matcher>(view(), deadline, labels_of("source"));
}

} // namespace trawl::search
