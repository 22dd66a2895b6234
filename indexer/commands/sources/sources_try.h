// SPDX-License-Identifier: GPL-3.0-or-later
/// Asking an address what kind of entrance it is.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/crawl/seeds/seed_result.h"
#include "indexer/fetch/fetcher.h"
#include "shared/schema/catalogue.h"

#include <string>
#include <vector>

namespace trawl::commands {

/// An entrance that answered, and what it names.
struct Tried {
  schema::Seed entrance;
  std::string title; ///< of the feed, or as its page calls it
  crawl::SeedResult listing;
  std::string why;                 ///< it was chosen: "the page declares it"
  std::vector<std::string> passed; ///< what was tried before it, with the reason it was not taken
};

/// Fetches and reads one entrance.
Result<Tried> try_entrance(fetch::Fetcher& fetcher, const schema::Seed& entrance);

/// Finds the best entrance of a site, given its homepage or an entrance: a feed, else what the page declares and links
/// to, the usual places, the sitemaps that robots.txt names, and at last the page's own links. NotFound if nothing
/// names an article.
Result<Tried> discover_entrance(fetch::Fetcher& fetcher, const std::string& url);

/// A source as `sources add` makes it of an entrance: with a pattern for its articles where the entrance names more.
schema::SourceDefinition source_of(const Tried& tried, const std::string& url);

} // namespace trawl::commands
