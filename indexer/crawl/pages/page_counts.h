// SPDX-License-Identifier: GPL-3.0-or-later
/// As what each input counts in the report of a crawl: once, whatever becomes of it later.
#pragma once

#include "indexer/crawl/frontier/report.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/identity/deduplicator.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace trawl::crawl {

class PageCounts {
 public:
  /// Both must outlive it.
  PageCounts(CrawlReport& report, identity::Deduplicator& deduplicator)
      : report_(report), deduplicator_(deduplicator) {}

  /// Counts an input as what it was first, unless that was "unchanged".
  void add(const Derived& derived);
  /// The stored page is current.
  void add_unchanged(std::int64_t input, const std::string& source);
  /// What was counted is no article after all.
  void take_back(std::int64_t input);

  /// At the end: what came before the article that it is a copy of was new, and is not, so that the counts do not
  /// depend on the order.
  Result<void> recount_copies();

 private:
  struct Counted {
    std::string source;
    std::size_t SourceReport::* as = nullptr;
  };

  CrawlReport& report_;
  identity::Deduplicator& deduplicator_;
  std::map<std::int64_t, Counted> counted_; ///< by input
};

} // namespace trawl::crawl
