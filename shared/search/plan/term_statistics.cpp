// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/term_statistics.h"

#include "shared/article/kind.h"

namespace trawl::search {

MatchPtr that_stand_alone(TermStatistics& statistics) {
  const MatchPtr alone = match_value("kind", {std::string(kArticleKind)});
  return statistics.count(alone) == statistics.articles() ? everything() : alone;
}

} // namespace trawl::search
