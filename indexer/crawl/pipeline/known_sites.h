// SPDX-License-Identifier: GPL-3.0-or-later
/// What the stored pages of each site have in common (indexer/extract/site), for the extraction of each of them.
///
/// It is learnt from the pages that are stored, whatever their order: from at most 200 of a site, chosen by a hash of
/// their addresses. While a crawl stores pages, articles are extracted by what was known before; at its end the sites
/// that have changed are learnt anew, and where that changes anything, their articles are extracted again. So a crawl
/// ends with the articles that a rebuild gives.
#pragma once

#include "indexer/extract/site/site_knowledge.h"
#include "indexer/store/input_store.h"
#include "indexer/store/site_store.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace trawl::crawl {

/// Shared with the threads that extract; nullptr: the page is read as if it stood alone.
using KnownSite = std::shared_ptr<const extract::SiteKnowledge>;

/// Used on one thread, inside its transactions. `Database` must outlive it.
class KnownSites {
 public:
  explicit KnownSites(store::Database& database) : inputs_(database), store_(database) {}

  /// To be called before a crawl: one that was killed left sites that it had not learnt.
  Result<void> begin() { return store_.forget_changed(); }

  /// What is known of the page's site. Notes that the page is extracted by it.
  Result<KnownSite> find(std::string_view url);
  /// Notes that a page was stored.
  Result<void> note_page(std::string_view url);
  /// Learns the sites that have changed, and makes the URLs stale whose articles were extracted by anything else.
  /// Returns whether there was any.
  Result<bool> learn_changed();

  /// Learns every site, for a rebuild, which extracts all articles after that and then calls `save_all`. If it is
  /// killed before, the next crawl does that.
  Result<void> learn_all();
  Result<void> save_all();

 private:
  Result<KnownSite> learn(const std::string& origin);

  store::InputStore inputs_;
  store::SiteStore store_;
  std::map<std::string, KnownSite, std::less<>> sites_;     ///< by origin; nullptr: known to be unknown
  std::map<std::string, std::string, std::less<>> read_by_; ///< by origin, the hash of what pages were read by
};

} // namespace trawl::crawl
