// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_counts.h"

namespace trawl::crawl {

void PageCounts::add(const Derived& derived) {
  auto as = &SourceReport::unchanged;
  if (!derived.outcome) {
    as = derived.extraction.is_failure ? &SourceReport::failed : &SourceReport::skipped;
    report_.of(derived.source).changed += derived.was_article ? 1 : 0;
  } else if (*derived.outcome == identity::PutOutcome::Added) {
    as = &SourceReport::added;
  } else if (*derived.outcome == identity::PutOutcome::Replaced) {
    as = &SourceReport::changed;
  } else if (*derived.outcome == identity::PutOutcome::Folded) {
    as = &SourceReport::folded;
  }
  const auto [counted, is_first] = counted_.try_emplace(derived.input.id, Counted{derived.source, as});
  if (!is_first) {
    if (counted->second.as != &SourceReport::unchanged || as == &SourceReport::unchanged) return;
    --report_.of(counted->second.source).unchanged;
    counted->second = {derived.source, as};
  }
  ++(report_.of(derived.source).*as);
}

void PageCounts::add_unchanged(std::int64_t input, const std::string& source) {
  counted_.try_emplace(input, Counted{source, &SourceReport::unchanged});
  ++report_.of(source).unchanged;
}

void PageCounts::take_back(std::int64_t input) {
  const auto counted = counted_.find(input);
  if (counted == counted_.end()) return;
  auto& report = report_.of(counted->second.source);
  --(report.*counted->second.as);
  ++report.failed;
  counted_.erase(counted);
}

Result<void> PageCounts::recount_copies() {
  for (auto& [input, counted] : counted_) {
    if (counted.as != &SourceReport::added) continue;
    TRAWL_TRY(const bool is_shown, deduplicator_.is_shown(input));
    if (is_shown) continue;
    auto& report = report_.of(counted.source);
    --report.added;
    ++report.folded;
    counted.as = &SourceReport::folded;
  }
  return {};
}

} // namespace trawl::crawl
