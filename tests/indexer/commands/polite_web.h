// SPDX-License-Identifier: GPL-3.0-or-later
/// A web without a network, and what asks it for single URLs.
#pragma once

#include "indexer/commands/polite_fetcher.h"
#include "tests/indexer/crawl/crawl_world.h"

namespace trawl::test {

struct PoliteWeb {
  crawl::test_support::TableFetcher site;
  commands::PoliteFetcher fetcher{site, {}, "trawl", [this] { return site.time; }};
};

} // namespace trawl::test
