// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/term_statistics.h"

#include "shared/schema/terms.h"

namespace trawl::search {

MatchPtr that_stand_alone(TermStatistics& statistics) {
  const std::string digest(schema::kDigestTerm), entry(schema::kEntryTerm);
  if (statistics.df(digest) == 0 && statistics.df(entry) == 0) return everything();
  return match_not(match_any({match_term(digest), match_term(entry)}));
}

} // namespace trawl::search
