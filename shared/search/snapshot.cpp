// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/snapshot.h"

namespace trawl::search {

Result<Snapshot> make_snapshot(std::shared_ptr<index::IndexReader> reader) {
  Snapshot snapshot;
  TRAWL_TRY(snapshot.notes, reader->sources());
  for (const index::SourceNote& note : snapshot.notes) snapshot.labels[note.id] = note.label;
  snapshot.reader = std::move(reader);
  return snapshot;
}

} // namespace trawl::search
