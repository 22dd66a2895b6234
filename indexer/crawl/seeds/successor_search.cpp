// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/successor_search.h"

#include "indexer/crawl/frontier/schedule.h"
#include "indexer/feed/discovery.h"
#include "indexer/html/charset.h"

namespace trawl::crawl {
namespace {

constexpr int kMaxCandidates = 5;

} // namespace

void SuccessorSearch::begin(std::size_t dead) {
  const auto& run = queue_.run(dead);
  const bool is_feed = run.is_primary && run.seed.kind == schema::SourceKind::Feed;
  if (!is_feed || run.source->homepage.empty()) return;
  if (is_gone(run.state) || is_search_due(run.state)) queue_.add_search(dead);
}

Result<void> SuccessorSearch::on_homepage(std::size_t search, const Result<fetch::FetchResponse>& result) {
  if (!result || result->status != 200) return {};
  const auto& run = queue_.run(search);
  const auto html = html::decode(result->body, result->content_type, html::Markup::Html).text;
  int tried = 0;
  for (const auto& candidate : feed::discover_feeds(html, result->url)) {
    if (candidate.origin == feed::CandidateOrigin::Sitemap || tried == kMaxCandidates) break;
    TRAWL_TRY(const auto added, queue_.add(*run.source, {schema::SourceKind::Feed, candidate.url}, false, 1));
    if (!added) continue; // this crawl has asked it already, such as the dead feed itself
    queue_.run(*added).replaces = run.replaces;
    ++tried;
  }
  return {};
}

Result<void> SuccessorSearch::replace(std::size_t dead, const std::string& url) {
  auto& run = queue_.run(dead);
  move_to(run.state, url, context_.now());
  context_.report.of(run.source->id).error =
      "the feed " + run.seed.url + " is dead; from now on its successor is used: " + url;
  return context_.source_store.save_seed(run.state);
}

} // namespace trawl::crawl
