// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds that died: their site's homepage says where they are now.
#include "indexer/crawl/crawler.h"

#include "indexer/feed/discovery.h"
#include "indexer/html/charset/charset.h"

#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxCandidates = 5;

} // namespace

/// After a feed has failed for a while, or is gone, asks the homepage for another.
Result<void> Crawler::search_instead(std::size_t dead) {
  const auto& run = entrances_[dead];
  const bool is_feed = run.is_first && run.entrance.kind == schema::SourceKind::Feed;
  if (!is_feed || run.source->homepage.empty() || (!is_gone(run.state) && !is_worth_a_search(run.state))) return {};
  SeedRun search;
  search.source = run.source;
  search.entrance = {schema::SourceKind::PageList, run.source->homepage};
  search.is_first = false;
  search.is_search = true;
  search.instead_of = dead;
  Task task;
  task.kind = TaskKind::Seed;
  task.url = search.entrance.url;
  task.source = search.source->id;
  task.entrance = entrances_.size();
  task.chain.emplace(task.url, fetch::RedirectRules{.allow_downgrade = task.url.starts_with("http://")});
  entrances_.push_back(std::move(search));
  frontier_.add(std::move(task));
  return {};
}

/// Tries the feeds that the homepage names. One that names articles of the source takes the dead one's place.
Result<void> Crawler::on_homepage(std::size_t number, const Result<fetch::FetchResponse>& result) {
  if (!result || result->status != 200) return {};
  const auto search = entrances_[number];
  const auto html = html::decode(result->body, result->content_type, html::Markup::Html).text;
  int tried = 0;
  for (const auto& candidate : feed::discover_feeds(html, result->url)) {
    if (candidate.origin == feed::CandidateOrigin::Sitemap || tried == kMaxCandidates) break;
    const auto before = entrances_.size();
    TRAWL_CHECK(add_entrance(*search.source, {schema::SourceKind::Feed, candidate.url}, false, 1));
    if (entrances_.size() == before) continue; // asked in this run already, like the dead one itself
    entrances_.back().instead_of = search.instead_of;
    ++tried;
  }
  return {};
}

Result<void> Crawler::replace_entrance(std::size_t dead, const std::string& url) {
  auto& run = entrances_[dead];
  move_for_good(run.state, url, now());
  report_of(run.source->id).error = "its feed " + run.entrance.url + " is dead; asked from now on: " + url;
  return crawl_.save_seed(run.state);
}

} // namespace trawl::crawl
