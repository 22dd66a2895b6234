// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources_try.h"

#include "indexer/commands/commands.h"
#include "indexer/commands/fetch_once.h"
#include "indexer/commands/network.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/address_rules.h"
#include "indexer/feed/discovery.h"
#include "indexer/html/charset.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <iostream>

namespace trawl::commands {
namespace {

using schema::SourceKind;

constexpr std::size_t kMaxCandidates = 20;

bool names_something(const crawl::Listing& listing) { return !listing.articles.empty() || !listing.sitemaps.empty(); }

/// The answer as a feed or sitemap, by its bytes; a page's links only when `as_page`.
Result<Tried> read_any(const fetch::FetchResponse& response, bool as_page) {
  for (const auto kind : {SourceKind::Feed, SourceKind::Sitemap, SourceKind::PageList}) {
    if (kind == SourceKind::PageList && !as_page) break;
    auto listing = crawl::read_listing(kind, response);
    if (listing && names_something(*listing)) return Tried{{kind, response.url}, "", std::move(*listing)};
  }
  return fail(ErrorCode::NotFound, "it names no article", response.url);
}

/// What `sources test` prints of one source. Whether it answered.
bool report(fetch::Fetcher& fetcher, const schema::SourceDefinition& source) {
  const auto tried = try_entrance(fetcher, source.entrance);
  if (!tried) {
    std::cout << source.id << ": " << to_sentence(tried.error()) << "\n";
    return false;
  }
  std::size_t accepted = 0;
  if (const auto rules = crawl::AddressRules::compile(source)) {
    const auto fits = [&](const crawl::Named& named) { return rules->accepts(named.url); };
    accepted = static_cast<std::size_t>(std::ranges::count_if(tried->listing.articles, fits));
  }
  std::cout << source.id << ": " << tried->listing.articles.size() << " addresses, " << accepted
            << " of them articles by its rules";
  if (!tried->listing.sitemaps.empty()) std::cout << ", " << tried->listing.sitemaps.size() << " further sitemaps";
  std::cout << "\n";
  return accepted > 0 || !tried->listing.sitemaps.empty();
}

} // namespace

Result<Tried> try_entrance(fetch::Fetcher& fetcher, const schema::Entrance& entrance) {
  TRAWL_TRY(const auto response, fetch_once(fetcher, entrance.url, fetch::ResourceKind::Feed));
  TRAWL_TRY(auto listing, crawl::read_listing(entrance.kind, response));
  return Tried{entrance, "", std::move(listing)};
}

Result<Tried> discover_entrance(fetch::Fetcher& fetcher, const std::string& url) {
  TRAWL_TRY(const auto page, fetch_once(fetcher, url, fetch::ResourceKind::Feed));
  if (auto direct = read_any(page, false)) return direct;
  const auto html = html::decode(page.body, page.content_type, html::Markup::Html).text;
  auto candidates = feed::discover_feeds(html, page.url);
  candidates.resize(std::min(candidates.size(), kMaxCandidates));
  for (const auto& candidate : candidates) {
    if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped", url);
    const auto response = fetch_once(fetcher, candidate.url, fetch::ResourceKind::Feed);
    if (!response) continue;
    auto tried = read_any(*response, false);
    if (!tried) continue;
    tried->title = candidate.title;
    return tried;
  }
  if (auto links = read_any(page, true)) return links;
  return fail(ErrorCode::NotFound, "no feed, sitemap or list of articles was found", url,
              "look for the feed's address on the page, and add that");
}

Result<int> test_sources(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto all, load_catalogue(options, directory));
  TRAWL_TRY(const auto sources, select_sources(all, options.names));
  TRAWL_TRY(auto network, fetcher_options(options, sources));
  fetch::CurlFetcher fetcher(std::move(network));
  std::size_t failed = 0;
  for (const auto& source : sources) {
    if (is_stopped()) return signal_exit_code();
    failed += report(fetcher, source) ? 0 : 1;
  }
  if (failed == 0) return 0;
  return exit_code_of(failed == sources.size() ? ErrorCode::Network : ErrorCode::Partial);
}

} // namespace trawl::commands
