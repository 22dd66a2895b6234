// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/report.h"

#include <algorithm>

namespace trawl::crawl {

SourceReport& CrawlReport::of(std::string_view source) {
  const auto found = std::ranges::find(sources, source, &SourceReport::id);
  if (found != sources.end()) return *found;
  SourceReport& added = sources.emplace_back();
  added.id = added.label = source;
  return added;
}

} // namespace trawl::crawl
