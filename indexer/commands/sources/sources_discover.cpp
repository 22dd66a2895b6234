// SPDX-License-Identifier: GPL-3.0-or-later
// `sources add`: which of a site's entrances to take.
#include "indexer/commands/commands.h"
#include "indexer/commands/fetch_once.h"
#include "indexer/commands/sources/sources_try.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/url_rules.h"
#include "indexer/feed/discovery.h"
#include "indexer/fetch/robots/robots.h"
#include "indexer/html/charset/charset.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>

namespace trawl::commands {
namespace {

using schema::SourceKind;

constexpr std::size_t kMaxCandidates = 24;
constexpr std::size_t kMaxParts = 5; // of a sitemap index, read to learn what its articles look like

bool names_something(const crawl::SeedResult& listing) {
  return !listing.articles.empty() || !listing.sitemaps.empty();
}

/// The answer as a feed or sitemap, by its bytes; a page's links only when `as_page`.
Result<Tried> read_any(const fetch::FetchResponse& response, bool as_page) {
  Error last{ErrorCode::NotFound, "it names no article", response.url, ""};
  for (const auto kind : {SourceKind::Feed, SourceKind::Sitemap, SourceKind::PageList}) {
    if (kind == SourceKind::PageList && !as_page) break;
    auto listing = crawl::read_seed_result(kind, response);
    if (listing && names_something(*listing)) return Tried{{kind, response.url}, "", std::move(*listing), "", {}};
    if (listing) last.what = kind == SourceKind::Feed ? "a feed without an entry" : "it names no article";
  }
  return std::unexpected(last);
}

const char* reason_of(feed::CandidateOrigin origin) {
  switch (origin) {
  case feed::CandidateOrigin::Declared:
    return "the page declares it";
  case feed::CandidateOrigin::Linked:
    return "the page links to it";
  case feed::CandidateOrigin::WellKnown:
    return "it is in a usual place";
  case feed::CandidateOrigin::Sitemap:
    return "the site has no feed, but a sitemap";
  }
  return "";
}

/// The sitemaps that the host's robots.txt names (https://www.sitemaps.org/protocol.html#submit_robots).
std::vector<feed::FeedCandidate> sitemaps_of_robots(fetch::Fetcher& fetcher, const std::string& url) {
  std::vector<feed::FeedCandidate> found;
  const auto response = fetch_once(fetcher, url::resolve("/robots.txt", url), fetch::ResourceKind::Robots);
  if (!response) return found;
  const auto robots = fetch::Robots::parse(response->body, "trawl");
  for (const auto& named : robots.sitemaps()) {
    auto address = url::resolve(named, url);
    if (!address.empty()) found.push_back({std::move(address), "", feed::CandidateOrigin::Sitemap});
  }
  return found;
}

/// Feeds first, then the sitemaps the site itself names, then those that may be there.
std::vector<feed::FeedCandidate> candidates_of(fetch::Fetcher& fetcher, const fetch::FetchResponse& page) {
  const auto html = html::decode(page.body, page.content_type, html::Markup::Html).text;
  auto candidates = feed::discover_feeds(html, page.url);
  const auto is_sitemap = [](const auto& candidate) { return candidate.origin == feed::CandidateOrigin::Sitemap; };
  const auto first_sitemap = std::ranges::find_if(candidates, is_sitemap);
  const auto named = sitemaps_of_robots(fetcher, page.url);
  candidates.insert(first_sitemap, named.begin(), named.end());
  candidates.resize(std::min(candidates.size(), kMaxCandidates));
  return candidates;
}

/// Of a sitemap index the first parts, so that it is known what the site's articles look like.
void read_parts(fetch::Fetcher& fetcher, Tried& tried) {
  const auto parts = tried.listing.sitemaps;
  for (std::size_t i = 0; i < std::min(parts.size(), kMaxParts) && !is_stopped(); ++i) {
    const auto part = try_entrance(fetcher, {SourceKind::Sitemap, parts[i]});
    if (!part) continue;
    const auto& articles = part->listing.articles;
    tried.listing.articles.insert(tried.listing.articles.end(), articles.begin(), articles.end());
  }
}

} // namespace

Result<Tried> try_entrance(fetch::Fetcher& fetcher, const schema::Seed& entrance) {
  TRAWL_TRY(const auto response, fetch_once(fetcher, entrance.url, fetch::ResourceKind::Feed));
  TRAWL_TRY(auto listing, crawl::read_seed_result(entrance.kind, response));
  return Tried{entrance, "", std::move(listing), "", {}};
}

Result<Tried> discover_entrance(fetch::Fetcher& fetcher, const std::string& url) {
  TRAWL_TRY(const auto page, fetch_once(fetcher, url, fetch::ResourceKind::Feed));
  if (auto direct = read_any(page, false)) {
    read_parts(fetcher, *direct);
    direct->why = direct->entrance.kind == SourceKind::Feed ? "it is a feed itself" : "it is a sitemap itself";
    return direct;
  }
  std::vector<std::string> passed;
  for (const auto& candidate : candidates_of(fetcher, page)) {
    if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped", url);
    const auto response = fetch_once(fetcher, candidate.url, fetch::ResourceKind::Feed);
    auto tried = response ? read_any(*response, false) : Result<Tried>(std::unexpected(response.error()));
    if (!tried) {
      // That a guessed address is not there is no news.
      const bool is_guess = candidate.origin == feed::CandidateOrigin::WellKnown || !response;
      if (!is_guess) passed.push_back(candidate.url + ": " + tried.error().what);
      continue;
    }
    read_parts(fetcher, *tried);
    tried->title = candidate.title;
    tried->why = reason_of(candidate.origin);
    tried->passed = std::move(passed);
    return tried;
  }
  if (auto links = read_any(page, true)) {
    links->why = "the site has neither feed nor sitemap, so its links are read";
    links->passed = std::move(passed);
    return links;
  }
  return fail(ErrorCode::NotFound, "no feed, sitemap or list of articles was found", url,
              "look for the feed's address on the page, and add that");
}

schema::SourceDefinition source_of(const Tried& tried, const std::string& url) {
  schema::SourceDefinition source;
  source.label = tried.title.empty() ? url::site(url) : tried.title;
  source.entrance = tried.entrance;
  const auto parsed = url::parse(url);
  source.homepage = parsed ? parsed->origin() + "/" : url;
  if (tried.entrance.kind == SourceKind::Feed) return source;
  crawl::UrlShapes shapes;
  for (const auto& named : tried.listing.articles) {
    const bool is_here = url::site(named.url) == url::site(url);
    if (is_here && !crawl::looks_like_listing(named.url)) shapes.learn(named.url);
  }
  source.article_pattern = shapes.pattern();
  return source;
}

} // namespace trawl::commands
