// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_result.h"

#include "indexer/crawl/seeds/feed_pagination.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/feed/feed.h"
#include "indexer/feed/page_list.h"
#include "indexer/feed/sitemap.h"
#include "indexer/html/charset.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace trawl::crawl {
namespace {

/// Whether only the machine that built the site knows the host.
bool is_build_machine(std::string_view host) {
  if (host.starts_with('[')) return host == "[::1]" || host == "[::]";
  return !host.contains('.') || host.starts_with("127.") || host == "0.0.0.0";
}

/// The URL at the origin of `own` if a generator wrote it with an origin of its own: that of the machine on which it
/// ran, or, with `is_foreign`, of any other site.
std::string at_own_origin(const std::string& address, const url::Url& own, bool is_foreign) {
  const auto there = url::parse(address);
  if (!there || there->host == own.host ||
      (!is_foreign && (!is_build_machine(there->host) || is_build_machine(own.host))))
    return address;
  return own.origin() + there->path + (there->query ? "?" + *there->query : "");
}

/// Adds each URL once.
class Collector {
 public:
  Collector(SeedResult& result, const std::string& seed) : result_(result), seed_(url::parse(seed)) {}

  void add(const std::string& url, std::string signal, Moment modified, bool is_foreign = false) {
    auto canonical = url::canonical(seed_ ? at_own_origin(url, *seed_, is_foreign) : url);
    if (canonical.empty() || !seen_.insert(canonical).second) return;
    result_.articles.push_back({std::move(canonical), std::move(signal), modified});
  }

 private:
  SeedResult& result_;
  std::optional<url::Url> seed_;
  std::set<std::string> seen_;
};

/// The titles of the entries with each link. A link that different entries share, such as the blog's front page, is not
/// the URL of an article.
std::map<std::string, std::set<std::string>> titles_by_link(const feed::Feed& feed) {
  std::map<std::string, std::set<std::string>> titles;
  for (const auto& entry : feed.entries) titles[url::identity_key(entry.link)].insert(entry.title);
  return titles;
}

/// The entry's URL: its link, else its id if that is a URL.
std::string url_of(const feed::FeedEntry& entry) {
  if (!url::canonical(entry.link).empty()) return entry.link;
  return url::canonical(entry.id).empty() ? std::string() : entry.id;
}

Result<SeedResult> read_feed(const fetch::FetchResponse& response) {
  TRAWL_TRY(const auto feed, feed::parse_feed(response.body, response.url, response.content_type));
  SeedResult result;
  Collector collector(result, response.url);
  const auto titles = titles_by_link(feed);
  for (const auto& entry : feed.entries) {
    const auto url = url_of(entry);
    const auto found = titles.find(url::identity_key(entry.link));
    const bool is_shared = url == entry.link && found != titles.end() && found->second.size() > 1;
    if (!url.empty() && !is_shared) collector.add(url, signal_to_json(signal_of(entry, feed)), {});
  }
  result.next = feed.next.empty() ? older_page(response.body, response.url, feed.entries.size()) : feed.next;
  result.title = feed.title;
  result.omitted = feed::what_is_missing(feed);
  if (feed.ttl) result.ttl = *feed.ttl;
  result.skip_hours = feed.skip_hours;
  result.skip_days = feed.skip_days;
  return result;
}

/// What a sitemap for news or a list says about an article.
std::string signal_of(std::string title, const std::optional<Date>& published) {
  if (title.empty() && !published) return {};
  extract::FeedSignal signal;
  signal.title = std::move(title);
  signal.published = published;
  return signal_to_json(signal);
}

/// Whether all pages were modified on one day: then that is when the sitemap was made, and tells nothing of the pages.
bool is_of_one_day(const std::vector<feed::SitemapEntry>& pages) {
  constexpr std::size_t kFew = 5;
  std::optional<Moment> first, last;
  for (const auto& page : pages) {
    if (!page.modified) continue;
    first = std::min(first.value_or(page.modified->time), page.modified->time);
    last = std::max(last.value_or(page.modified->time), page.modified->time);
  }
  return pages.size() >= kFew && first && *last - *first <= std::chrono::days(1);
}

Result<SeedResult> read_sitemap(const fetch::FetchResponse& response, std::string_view articles_at) {
  TRAWL_TRY(const auto sitemap, feed::parse_sitemap(response.body, response.url, response.content_type));
  SeedResult result;
  Collector collector(result, response.url);
  // A sitemap lists pages of its own host (https://www.sitemaps.org/protocol.html#location). One that lists only others
  // was made with a wrong address; its paths are right. Unless that is where the articles have moved.
  const auto own_site = url::site(response.url);
  const bool is_foreign = std::ranges::none_of(sitemap.pages, [&](const auto& page) {
    const auto site = url::site(page.url);
    return site == own_site || site == articles_at;
  });
  const bool is_dated = !is_of_one_day(sitemap.pages);
  for (const auto& page : sitemap.pages) {
    collector.add(page.url, signal_of(page.title, page.published),
                  page.modified && is_dated ? page.modified->time : Moment{}, is_foreign);
  }
  if (sitemap.is_cut) result.omitted = "the sitemap is too large: only its beginning was read";
  const auto own = url::parse(response.url);
  for (const auto& part : sitemap.sitemaps) {
    result.sitemaps.push_back(own ? at_own_origin(part.url, *own, false) : part.url);
  }
  return result;
}

/// All links of the page: the source's rules decide which of them are articles.
Result<SeedResult> read_page_list(const fetch::FetchResponse& response) {
  auto html = html::decode(response.body, response.content_type, html::Markup::Html).text;
  TRAWL_TRY(const auto page,
            feed::read_page_list(std::move(html), response.url, [](std::string_view) { return true; }));
  SeedResult result;
  Collector collector(result, response.url);
  for (const auto& link : page.links) collector.add(link.url, signal_of("", link.date), {});
  result.next = page.next;
  const auto extract = extract::extract_page({response.body, response.url, response.content_type, std::nullopt, {}});
  if (extract && extract->refresh_seconds >= 0 && extract->refresh_seconds <= 1) result.refresh = extract->refresh_url;
  if (result.articles.empty() && result.refresh.empty()) {
    return fail(ErrorCode::Malformed, "the page has no links", response.url,
                "a page that is built by scripts cannot be read; use a feed or sitemap instead");
  }
  return result;
}

} // namespace

Result<SeedResult> read_seed_result(schema::SourceKind kind, const fetch::FetchResponse& response,
                                    std::string_view articles_at) {
  switch (kind) {
  case schema::SourceKind::Feed:
    return read_feed(response);
  case schema::SourceKind::Sitemap:
    return read_sitemap(response, articles_at);
  case schema::SourceKind::PageList:
    return read_page_list(response);
  }
  return fail(ErrorCode::Internal, "the seed has an unknown kind", response.url);
}

} // namespace trawl::crawl
