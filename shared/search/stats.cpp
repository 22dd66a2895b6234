// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/stats.h"

#include "shared/search/sources.h"

namespace trawl::search {

IndexStats collect_stats(const Snapshot& snapshot) {
  Xapian::Database& database = snapshot.reader->database();
  IndexStats stats;
  stats.documents = database.get_doccount();
  stats.average_length = database.get_avlength();
  for (auto it = database.allterms_begin(); it != database.allterms_end(); ++it) ++stats.terms;
  stats.bytes = snapshot.reader->bytes();
  stats.index = snapshot.state();
  stats.newest = newest_date(snapshot);
  stats.committed = snapshot.reader->committed();
  return stats;
}

} // namespace trawl::search
