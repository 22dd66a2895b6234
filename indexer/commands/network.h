// SPDX-License-Identifier: GPL-3.0-or-later
/// The network settings of the command line: limits, proxy, allowed addresses, delays.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/fetch/curl_fetcher.h"
#include "indexer/fetch/politeness.h"
#include "shared/schema/catalogue.h"

#include <functional>
#include <string>
#include <vector>

namespace trawl::commands {

/// Usage: an invalid --allow-address. Ports in the sources' own URLs are allowed.
Result<fetch::FetcherOptions> fetcher_options(const Options& options,
                                              const std::vector<schema::SourceDefinition>& sources);

/// --delay 0 also turns off the adaptive delay and the daily limit: it is meant for one's own servers.
fetch::PolitenessOptions politeness_options(const Options& options);

/// Wall time that does not jump while a crawl runs, even if the clock is set.
std::function<fetch::Instant()> steady_wall_clock();

/// The URL that was typed, perhaps without its scheme: "a.blog" means https://a.blog.
std::string typed_url(const std::string& text);

/// Our product token in robots.txt: the user agent up to its version.
std::string product_of(const std::string& user_agent);

} // namespace trawl::commands
