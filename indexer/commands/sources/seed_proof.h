// SPDX-License-Identifier: GPL-3.0-or-later
/// Proves that a seed lists articles: some of the pages that it lists are fetched, read as pages of one site, and
/// compared with one another.
#pragma once

#include "indexer/commands/sources/seed_probe.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::commands {

/// One page of the sample.
struct ProvenPage {
  std::string url, title;
  std::string published;      ///< as a day; empty: unknown
  std::size_t words = 0;      ///< of the text
  double likeness = 0;        ///< to the most similar other page of the sample, 0 to 1
  bool is_short = false;      ///< too few words to prove anything
  bool declares_seed = false; ///< it names the seed as its feed
  std::string trouble;        ///< why it cannot be an article, as a phrase; empty: it can
};

struct SeedProof {
  std::vector<ProvenPage> pages; ///< the sample, in the order of the seed
  std::string refusal;           ///< why the seed cannot be used, as a phrase; empty: it can
};

/// Fetches at most five of the pages that `probe` lists, spread over the list. A list or sitemap is refused if none of
/// them has a hundred words of its own, or if half of them cannot be fetched or repeat the text of another page. A feed
/// is never refused: its entries are articles in themselves. `url`: the site's address, as for source_of.
SeedProof prove_seed(PoliteFetcher& fetcher, const SeedProbe& probe, const std::string& url);

} // namespace trawl::commands
