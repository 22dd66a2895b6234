// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/report.h"

#include <algorithm>

namespace trawl::crawl {

bool gave_nothing(const SourceReport& source) {
  if (!source.asked || !source.answered) return false;
  if (source.added + source.changed + source.unchanged + source.folded + source.postponed > 0) return false;
  return source.found == 0 ? !source.error.empty() : source.failed + source.skipped >= source.found;
}

std::string trouble_of(const SourceReport& source) {
  if (!source.error.empty() || !gave_nothing(source)) return source.error;
  return "not one of the articles that it lists could be read; `trawl sources status " + source.id + "` says why";
}

SourceReport& CrawlReport::of(std::string_view source) {
  const auto found = std::ranges::find(sources, source, &SourceReport::id);
  if (found != sources.end()) return *found;
  SourceReport& added = sources.emplace_back();
  added.id = added.label = source;
  return added;
}

SourceReport CrawlReport::sum() const {
  SourceReport sum;
  for (const SourceReport& source : sources) {
    for (const auto& [name, count] : kSourceCounts) sum.*count += source.*count;
  }
  return sum;
}

} // namespace trawl::crawl
