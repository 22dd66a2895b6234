// SPDX-License-Identifier: GPL-3.0-or-later
/// Which place a source that is added by the address of its site gets (indexer/identity/places.h): folders whose own
/// pages declare the feed. What the feed lists gives it none, so nobody gets another's folder on a host of many.
#pragma once

#include "indexer/commands/sources/seed_probe.h"
#include "indexer/commands/sources/seed_proof.h"

#include <string>
#include <vector>

namespace trawl::commands {

/// The folder of an address, as an address that ends with a slash: of a page with the name of a file the one above it,
/// else the address itself. Empty if it is no web address.
std::string folder_at(const std::string& address);

/// The folder in which a feed is: above "/blog/feed/", "/blog/rss.xml" and "/blog/?feed=rss2" it is "/blog/". A last
/// segment that names neither a feed nor a file may be somebody's on a host of many, and counts as a folder.
std::string folder_of_feed(const std::string& feed);

/// The folders that a source with this seed may name as its place, at least one, the user's own first. `url`: what the
/// user typed. Of a feed: the highest folders above `url` and above the pages of the proof whose pages declare it, for
/// which it fetches at most a dozen of them; if none does, the feed's own folder. Of a sitemap or list: its folder
/// (https://www.sitemaps.org/protocol.html#location), or the one that was typed if that is below it.
std::vector<std::string> places_of_seed(PoliteFetcher& fetcher, const SeedProbe& probe, const SeedProof& proof,
                                        const std::string& url);

} // namespace trawl::commands
