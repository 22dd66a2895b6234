// SPDX-License-Identifier: GPL-3.0-or-later
/// From the bytes of a page that was fetched to an article and what is stored of both.
#pragma once

#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/pipeline/known_sites.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trawl::crawl {

/// One page on its way to an article.
struct Job {
  store::Input input;
  std::vector<store::DiscoveredLink> inlinks;
  KnownSite site;                    ///< of the input's page
  std::int64_t row = 0;              ///< id of its UrlRow
  int hops = 0;                      ///< redirects that led to it
  Extraction extraction;             ///< set by `extract_job`, like the members below
  std::string frame;                 ///< the input's body, compressed
  std::vector<std::string> outlinks; ///< of the page, see links_of_page; only if they are read
};

/// `reads_outlinks`: for a backfill, which follows links. Exhausted: there was no memory, process or file left.
Result<void> extract_job(Job& job, const Knowledge& knowledge, bool reads_outlinks = false);

/// Whether the list that names the page first calls it something else.
bool is_named_otherwise(const Job& job, const identity::Places& places);

} // namespace trawl::crawl
