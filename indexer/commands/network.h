// SPDX-License-Identifier: GPL-3.0-or-later
/// The network as the command line sets it up: limits, proxy, addresses, pauses.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/fetch/curl_fetcher.h"
#include "indexer/fetch/politeness.h"
#include "shared/schema/catalogue.h"

#include <vector>

namespace trawl::commands {

/// Usage: an --allow-address that is none. Ports that the sources' own addresses name are allowed.
Result<fetch::FetcherOptions> fetcher_options(const Options& options,
                                              const std::vector<schema::SourceDefinition>& sources);

/// --delay 0 turns the pause for slow answers off too: it is for servers of one's own.
fetch::PolitenessOptions politeness_options(const Options& options);

/// Our name in robots.txt: the user agent up to its version.
std::string product_of(const std::string& user_agent);

} // namespace trawl::commands
