// SPDX-License-Identifier: GPL-3.0-or-later
/// Asking an address what kind of entrance it is.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/crawl/listing.h"
#include "indexer/fetch/fetcher.h"
#include "shared/schema/catalogue.h"

#include <string>

namespace trawl::commands {

/// An entrance that answered, and what it names.
struct Tried {
  schema::Entrance entrance;
  std::string title; ///< of the feed, or as its page calls it
  crawl::Listing listing;
};

/// Fetches and reads one entrance.
Result<Tried> try_entrance(fetch::Fetcher& fetcher, const schema::Entrance& entrance);

/// Finds the best entrance of a site, given its homepage or an entrance: a feed, else what the page declares and links
/// to, the usual places, a sitemap, and at last the page's own links. NotFound if nothing names an article.
Result<Tried> discover_entrance(fetch::Fetcher& fetcher, const std::string& url);

} // namespace trawl::commands
