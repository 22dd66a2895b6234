// SPDX-License-Identifier: GPL-3.0-or-later
/// What the stored pages of each site have in common (indexer/extract/site), for the extraction of each of them. A site
/// are the pages of one source at one origin, so that no source changes how another one's pages are read.
///
/// It is learnt from the pages that are stored, whatever their order: from at most 200 of a site, chosen by a hash of
/// their addresses.
#pragma once

#include "indexer/extract/site/site_knowledge.h"
#include "indexer/identity/places.h"
#include "indexer/store/input_store.h"
#include "indexer/store/url_store.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::crawl {

/// Shared with the threads that extract; nullptr: the page is read as if it stood alone.
using KnownSite = std::shared_ptr<const extract::SiteKnowledge>;

/// Used on one thread. `Database` and `places` must outlive it.
class KnownSites {
 public:
  KnownSites(store::Database& database, const identity::Places& places)
      : inputs_(database), urls_(database), places_(places) {}

  /// What is known of the site of a page that belongs to `source`, as it was learnt last.
  Result<KnownSite> find(const std::string& source, std::string_view url);
  /// Pages of the source were stored since: its sites are learnt anew when they are asked for.
  void forget(std::string_view source);

 private:
  Result<KnownSite> learn(const std::string& source, const std::string& origin);

  store::InputStore inputs_;
  store::UrlStore urls_;
  const identity::Places& places_;
  std::map<std::pair<std::string, std::string>, KnownSite> sites_; ///< by source and origin
};

} // namespace trawl::crawl
