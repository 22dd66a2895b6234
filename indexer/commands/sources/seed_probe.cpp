// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources/seed_probe.h"
#include "indexer/commands/commands.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/crawl/pipeline/article_links.h"
#include "indexer/crawl/pipeline/url_rules.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/feed/discovery.h"
#include "indexer/html/charset.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace trawl::commands {
namespace {

using schema::SourceKind;

constexpr std::size_t kMaxCandidates = 40;
constexpr std::size_t kMaxParts = 5; // of a sitemap index, read to learn what its articles look like

/// The title of a feed without words about feeds: "The Parrot" for "The Parrot RSS Feed", empty for "RSS".
std::string label_of(std::string_view title) {
  constexpr std::array<std::string_view, 12> kGeneric = {"rss", "atom", "feed", "feeds", "xml", "json",
                                                         "2.0", "1.0",  "-",    "|",     ":",   "»"};
  constexpr std::size_t kMaxLabel = 80;
  const auto is_generic = [&](std::string_view word) {
    return std::ranges::find(kGeneric, ascii::to_lower(word)) != kGeneric.end();
  };
  std::string label = html::squeeze(title);
  for (;;) {
    const auto blank = label.rfind(' ');
    const auto begin = blank == std::string::npos ? 0 : blank + 1;
    if (label.empty() || !is_generic(std::string_view(label).substr(begin))) break;
    label.resize(blank == std::string::npos ? 0 : blank);
  }
  return std::string(utf8::truncate(label, kMaxLabel));
}

/// The name that a page gives its site, or empty.
std::string site_name_of(const fetch::FetchResponse& page) {
  const auto extract = extract::extract_page({page.body, page.url, page.content_type, std::nullopt, {}});
  return extract ? label_of(extract->site_name) : std::string();
}

bool has_content(const crawl::SeedResult& result) { return !result.articles.empty() || !result.sitemaps.empty(); }

/// Reads the response as a feed or sitemap, judged by its bytes; as a list page only if `as_page`.
Result<SeedProbe> read_any(const fetch::FetchResponse& response, bool as_page) {
  Error last{ErrorCode::NotFound, "it lists no articles", response.url, ""};
  for (const auto kind : {SourceKind::Feed, SourceKind::Sitemap, SourceKind::PageList}) {
    if (kind == SourceKind::PageList && !as_page) break;
    auto result = crawl::read_seed_result(kind, response);
    if (result && has_content(*result)) {
      auto title = label_of(result->title);
      return SeedProbe{{kind, response.url}, response.url, std::move(title), std::move(*result), "", {}};
    }
    if (result) last.what = kind == SourceKind::Feed ? "it is a feed without entries" : "it lists no articles";
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
    return "it is at a well-known path";
  case feed::CandidateOrigin::Sitemap:
    return "the site has a sitemap but no feed";
  }
  return "";
}

/// Feeds first, then the sitemaps in robots.txt, then sitemaps at well-known paths.
std::vector<feed::FeedCandidate> candidates_of(PoliteFetcher& fetcher, const fetch::FetchResponse& page) {
  auto candidates = feed::discover_feeds(html::decode(page.body, page.content_type, html::Markup::Html).text, page.url);
  const auto is_sitemap = [](const auto& candidate) { return candidate.origin == feed::CandidateOrigin::Sitemap; };
  const auto first_sitemap = std::ranges::find_if(candidates, is_sitemap);
  std::vector<feed::FeedCandidate> sitemaps;
  for (const std::string& sitemap : fetcher.sitemaps(page.url)) {
    auto address = url::resolve(sitemap, page.url);
    if (!address.empty()) sitemaps.push_back({std::move(address), "", feed::CandidateOrigin::Sitemap});
  }
  candidates.insert(first_sitemap, sitemaps.begin(), sitemaps.end());
  candidates.resize(std::min(candidates.size(), kMaxCandidates));
  return candidates;
}

/// Reads the first sitemaps of an index, to learn what the site's article URLs look like.
void read_parts(PoliteFetcher& fetcher, SeedProbe& probe) {
  const auto parts = probe.result.sitemaps;
  for (std::size_t i = 0; i < std::min(parts.size(), kMaxParts) && !is_stopped(); ++i) {
    const auto part = probe_seed(fetcher, {SourceKind::Sitemap, parts[i]});
    if (!part) continue;
    const auto& articles = part->result.articles;
    probe.result.articles.insert(probe.result.articles.end(), articles.begin(), articles.end());
  }
}

/// The number of links on the page that may be articles of the site.
std::ptrdiff_t count_articles(const SeedProbe& links, const std::string& site) {
  return std::ranges::count_if(links.result.articles, [&](const auto& entry) {
    return url::site(entry.url) == site && !crawl::looks_like_listing(entry.url);
  });
}

/// Whether the last segment of the URL's path sounds like a list of articles: "/blog.html", "/posts/".
bool is_named_list(const std::string& address) {
  constexpr std::array<std::string_view, 11> kNames = {
      "blog", "blogs", "post", "posts", "article", "articles", "archive", "archives", "timeline", "news", "all-posts"};
  const auto parsed = url::parse(address);
  if (!parsed || parsed->query) return false;
  std::string_view name = parsed->path;
  while (name.ends_with('/')) name.remove_suffix(1);
  name.remove_prefix(name.rfind('/') + 1); // npos + 1 is 0
  return std::ranges::find(kNames, name.substr(0, name.rfind('.'))) != kNames.end();
}

/// Of the page and the lists that it links to, the one with the most articles: a home page often shows only some.
SeedProbe longest_list(PoliteFetcher& fetcher, SeedProbe page) {
  constexpr std::size_t kMaxLists = 3;
  const auto site = url::site(page.seed.url);
  std::vector<std::string> lists;
  for (const auto& entry : page.result.articles) {
    const bool is_list = url::site(entry.url) == site && entry.url != page.seed.url && is_named_list(entry.url);
    if (is_list && lists.size() < kMaxLists) lists.push_back(entry.url);
  }
  SeedProbe longest = std::move(page);
  for (const auto& list : lists) {
    if (is_stopped()) break;
    const auto response = fetcher.get(list, fetch::ResourceKind::Feed);
    auto links = response ? read_any(*response, true) : Result<SeedProbe>(std::unexpected(response.error()));
    if (links && count_articles(*links, site) > count_articles(longest, site)) longest = std::move(*links);
  }
  return longest;
}

/// Whether a seed at the root of the host is one of the site, if the site is below a path: it lists pages below that
/// path, or pages that the site's own page links to.
bool is_of_site(const SeedProbe& probe, const fetch::FetchResponse& page) {
  const auto own = url::parse(page.url);
  if (!own) return true;
  const std::string folder = own->origin() + own->path.substr(0, own->path.rfind('/') + 1);
  if (own->path.rfind('/') == 0 || probe.seed.url.starts_with(folder) || !probe.result.sitemaps.empty()) return true;
  std::set<std::string> linked;
  if (const auto links = read_any(page, true)) {
    for (const auto& entry : links->result.articles) linked.insert(entry.url);
  }
  return std::ranges::any_of(probe.result.articles, [&](const auto& entry) {
    return entry.url.starts_with(folder) || linked.contains(entry.url);
  });
}

} // namespace

bool declares(const fetch::FetchResponse& page, const SeedProbe& probe) {
  const auto feeds =
      feed::discover_feeds(html::decode(page.body, page.content_type, html::Markup::Html).text, page.url);
  return std::ranges::any_of(feeds, [&](const feed::FeedCandidate& one) {
    const auto key = url::identity_key(one.url);
    return one.origin == feed::CandidateOrigin::Declared &&
           (key == url::identity_key(probe.seed.url) || key == url::identity_key(probe.address));
  });
}

Result<SeedProbe> probe_seed(PoliteFetcher& fetcher, const schema::Seed& seed) {
  TRAWL_TRY(const auto response, fetcher.get(seed.url, fetch::ResourceKind::Feed));
  TRAWL_TRY(auto result, crawl::read_seed_result(seed.kind, response));
  return SeedProbe{seed, seed.url, "", std::move(result), "", {}};
}

Result<SeedProbe> discover_seed(PoliteFetcher& fetcher, const std::string& url, const SeedJudge& why_not) {
  TRAWL_TRY(const auto page, fetcher.get(url, fetch::ResourceKind::Feed));
  if (auto direct = read_any(page, false)) {
    read_parts(fetcher, *direct);
    direct->address = url;
    direct->why = direct->seed.kind == SourceKind::Feed ? "it is a feed itself" : "it is a sitemap itself";
    return direct;
  }
  std::vector<std::string> rejected;
  const auto name = site_name_of(page);
  const auto complete = [&](SeedProbe probe, std::string_view title, std::string why) {
    for (const std::string& other : {label_of(title), name}) {
      if (probe.title.empty()) probe.title = other;
    }
    probe.why = std::move(why);
    probe.rejected = std::move(rejected);
    return probe;
  };
  for (const auto& candidate : candidates_of(fetcher, page)) {
    if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped", url);
    const auto response = fetcher.get(candidate.url, fetch::ResourceKind::Feed);
    auto probe = response ? read_any(*response, false) : Result<SeedProbe>(std::unexpected(response.error()));
    if (!probe) {
      // A guessed URL that does not exist is not worth reporting.
      const bool is_guess = candidate.origin == feed::CandidateOrigin::WellKnown || !response;
      if (!is_guess) rejected.push_back(candidate.url + ": " + probe.error().what);
      continue;
    }
    const bool is_guess =
        candidate.origin == feed::CandidateOrigin::WellKnown || candidate.origin == feed::CandidateOrigin::Sitemap;
    if (is_guess && !is_of_site(*probe, page)) {
      rejected.push_back(candidate.url + ": it lists other pages of the host");
      continue;
    }
    read_parts(fetcher, *probe);
    probe->address = candidate.url;
    if (const std::string refusal = why_not(*probe); !refusal.empty()) {
      rejected.push_back(candidate.url + ": " + refusal);
      continue;
    }
    return complete(std::move(*probe), candidate.title, reason_of(candidate.origin));
  }
  const std::string why = rejected.empty() ? "the site has neither a feed nor a sitemap"
                                           : "neither a feed nor a sitemap of the site can be used";
  if (auto links = read_any(page, true)) {
    auto list = longest_list(fetcher, std::move(*links));
    const std::string refusal = why_not(list);
    if (refusal.empty()) return complete(std::move(list), "", why + ", so its links are used");
    rejected.push_back(list.seed.url + ": " + refusal);
  }
  if (!rejected.empty()) {
    return fail(ErrorCode::NotFound, "found no usable feed, sitemap or list of articles", url,
                rejected.front() + "; look for the URL of a feed on the page and add that");
  }
  return fail(ErrorCode::NotFound, "found no feed, sitemap or list of articles", url,
              "look for the URL of a feed on the page and add that");
}

schema::SourceDefinition source_of(const SeedProbe& probe, const std::string& url) {
  schema::SourceDefinition source;
  source.label = probe.title.empty() ? url::site(url) : probe.title;
  source.seed = probe.seed;
  if (probe.seed.kind == SourceKind::Feed) return source;
  crawl::UrlShapes all, shapes;
  for (const auto& entry : probe.result.articles) all.learn(entry.url);
  for (const auto& entry : probe.result.articles) {
    const bool is_here = url::site(entry.url) == url::site(url);
    if (is_here && !crawl::looks_like_listing(entry.url) && !all.is_section(entry.url)) shapes.learn(entry.url);
  }
  source.article_pattern = shapes.pattern();
  return source;
}

} // namespace trawl::commands
