// SPDX-License-Identifier: GPL-3.0-or-later
/// Probes URLs for seeds: which feed, sitemap or list page of a site lists its articles.
#pragma once

#include "indexer/commands/polite_fetcher.h"
#include "indexer/crawl/seeds/seed_result.h"
#include "shared/schema/catalogue.h"

#include <functional>
#include <string>
#include <vector>

namespace trawl::commands {

/// A seed that answered, with the URLs that it lists.
struct SeedProbe {
  schema::Seed seed;
  std::string address; ///< by which it was named, which may redirect to the seed's
  std::string title;   ///< of the feed, or the name of the site; may be empty
  crawl::SeedResult result;
  std::string why;                   ///< why it was chosen: "the page declares it"
  std::vector<std::string> rejected; ///< the candidates that were tried before, each with the reason
};

/// Whether a page declares the seed as its feed (indexer/feed/discovery.h).
bool declares(const fetch::FetchResponse& page, const SeedProbe& probe);

/// Fetches and reads one seed.
Result<SeedProbe> probe_seed(PoliteFetcher& fetcher, const schema::Seed& seed);

/// Why a seed that was found cannot be used, as a phrase; empty if it can.
using SeedJudge = std::function<std::string(const SeedProbe&)>;

/// Finds the best seed of a site. `url` is its homepage, or a feed or sitemap itself, which is taken as it is. Tries
/// the feeds that the page declares or links to, well-known paths, the sitemaps in robots.txt, and finally the page's
/// own links, until `why_not` has nothing against one. NotFound if nothing lists an article.
Result<SeedProbe> discover_seed(
    PoliteFetcher& fetcher, const std::string& url,
    const SeedJudge& why_not = [](const SeedProbe&) { return std::string(); });

/// The source that `sources add` makes from a probe, without its place (seed_place.h). If the seed is not a feed, its
/// article_pattern is derived from the URLs that the seed lists.
schema::SourceDefinition source_of(const SeedProbe& probe, const std::string& url);

} // namespace trawl::commands
