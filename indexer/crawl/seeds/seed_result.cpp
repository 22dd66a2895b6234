// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_result.h"

#include "indexer/crawl/pages/feed_signal.h"
#include "indexer/crawl/seeds/feed_pagination.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/feed/feed.h"
#include "indexer/feed/page_list.h"
#include "indexer/feed/sitemap.h"
#include "indexer/html/charset/charset.h"
#include "shared/url/canonical.h"

#include <map>
#include <set>
#include <utility>

namespace trawl::crawl {
namespace {

/// Adds articles once per address.
class Collector {
 public:
  explicit Collector(SeedResult& listing) : listing_(listing) {}

  void add(const std::string& url, std::string witness, Moment modified) {
    auto canonical = url::canonical(url);
    if (canonical.empty() || !seen_.insert(canonical).second) return;
    listing_.articles.push_back({std::move(canonical), std::move(witness), modified});
  }

 private:
  SeedResult& listing_;
  std::set<std::string> seen_;
};

/// How many different entries have each link: a link that several share (a blog's front page) is nobody's address.
std::map<std::string, std::set<std::string>> titles_by_link(const feed::Feed& feed) {
  std::map<std::string, std::set<std::string>> titles;
  for (const auto& entry : feed.entries) titles[url::identity_key(entry.link)].insert(entry.title);
  return titles;
}

/// The entry's address: its link, else an id that is one.
std::string address_of(const feed::FeedEntry& entry) {
  if (!url::canonical(entry.link).empty()) return entry.link;
  return url::canonical(entry.id).empty() ? std::string() : entry.id;
}

Result<SeedResult> read_feed(const fetch::FetchResponse& response) {
  TRAWL_TRY(const auto feed, feed::parse_feed(response.body, response.url, response.content_type));
  SeedResult listing;
  Collector collector(listing);
  const auto titles = titles_by_link(feed);
  for (const auto& entry : feed.entries) {
    const auto address = address_of(entry);
    const auto found = titles.find(url::identity_key(entry.link));
    if (address.empty()) {
      ++listing.without_link;
    } else if (address == entry.link && found != titles.end() && found->second.size() > 1) {
      ++listing.shared_links;
    } else {
      collector.add(address, signal_to_json(signal_of(entry, feed)), {});
    }
  }
  listing.next = feed.next.empty() ? older_page(response.body, response.url, feed.entries.size()) : feed.next;
  listing.missing = feed::what_is_missing(feed);
  if (feed.ttl) listing.ttl = *feed.ttl;
  listing.skip_hours = feed.skip_hours;
  listing.skip_days = feed.skip_days;
  return listing;
}

Result<SeedResult> read_sitemap(const fetch::FetchResponse& response) {
  TRAWL_TRY(const auto sitemap, feed::parse_sitemap(response.body, response.url, response.content_type));
  SeedResult listing;
  Collector collector(listing);
  for (const auto& page : sitemap.pages) {
    collector.add(page.url, "", page.modified ? page.modified->time : Moment{});
  }
  if (sitemap.is_cut) listing.missing = "the sitemap has more than is read: its end was left out";
  for (const auto& part : sitemap.sitemaps) listing.sitemaps.push_back(part.url);
  return listing;
}

/// Which of the links are articles is the source's rules' to say, not ours.
Result<SeedResult> read_page_list(const fetch::FetchResponse& response) {
  const auto html = html::decode(response.body, response.content_type, html::Markup::Html).text;
  const auto page = feed::read_page_list(html, response.url, [](std::string_view) { return true; });
  SeedResult listing;
  Collector collector(listing);
  for (const auto& link : page.links) collector.add(link.url, "", {});
  listing.next = page.next;
  const auto extract = extract::extract_page({response.body, response.url, response.content_type, std::nullopt, {}});
  if (extract && extract->refresh_seconds >= 0 && extract->refresh_seconds <= 1) listing.refresh = extract->refresh_url;
  if (listing.articles.empty() && listing.refresh.empty()) {
    return fail(ErrorCode::Malformed, "the page has no links", response.url, "is it made by scripts?");
  }
  return listing;
}

} // namespace

Result<SeedResult> read_seed_result(schema::SourceKind kind, const fetch::FetchResponse& response) {
  switch (kind) {
  case schema::SourceKind::Feed:
    return read_feed(response);
  case schema::SourceKind::Sitemap:
    return read_sitemap(response);
  case schema::SourceKind::PageList:
    return read_page_list(response);
  }
  return fail(ErrorCode::Internal, "an entrance of no kind", response.url);
}

} // namespace trawl::crawl
