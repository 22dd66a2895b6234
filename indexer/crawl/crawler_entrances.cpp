// SPDX-License-Identifier: GPL-3.0-or-later
// Entrances: asking feeds, sitemaps and list pages, and what becomes of the addresses they name.
#include "indexer/crawl/crawler.h"

#include "indexer/crawl/schedule.h"
#include "indexer/fetch/http_cache.h"
#include "indexer/fetch/retry.h"
#include "shared/url/canonical.h"

#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxDepth = 3;               // of sitemap indexes
constexpr int kMaxFeedPages = 50;          // older pages of one feed, by --backfill
constexpr std::size_t kMaxEntrances = 500; // of one run, parts of sitemaps included
constexpr int kMaxRedirects = 5;
constexpr std::chrono::hours kHintPause{24}; // a sitemap that calls everything new every time is not believed at once

Error status_error(const fetch::FetchResponse& response) {
  return {ErrorCode::HttpStatus, "the server answered " + std::to_string(response.status), response.url, ""};
}

} // namespace

Result<void> Crawler::add_entrances() {
  for (const auto& source : *sources_) {
    if (!source.enabled) continue;
    TRAWL_CHECK(add_entrance(source, source.entrance, true, 0));
    if (!options_.backfill) continue;
    // Without a fallback, a site's front page is the place where older articles are named.
    const schema::Entrance front{schema::SourceKind::PageList, source.homepage};
    TRAWL_CHECK(add_entrance(source, source.fallback.value_or(front), false, 0));
  }
  return {};
}

Result<void> Crawler::add_entrance(const schema::SourceDefinition& source, schema::Entrance entrance, bool is_first,
                                   int depth) {
  if (entrances_.size() >= kMaxEntrances || !entrance_urls_.insert(entrance.url).second) return {};
  TRAWL_TRY(auto state, crawl_.entrance(entrance.url, source.id));
  const bool is_fresh = !options_.recheck && state.fresh_until > now();
  const bool is_early = options_.only_due && state.due_at > now();
  if (is_fresh || is_early) {
    report_of(source.id).answered |= state.failures == 0;
    return {};
  }
  Task task;
  task.kind = TaskKind::Entrance;
  task.url = state.moved_to.empty() ? entrance.url : state.moved_to;
  task.source = source.id;
  task.entrance = entrances_.size();
  const bool is_plain = entrance.url.starts_with("http://");
  task.chain.emplace(task.url, fetch::RedirectRules{.max_hops = kMaxRedirects, .allow_downgrade = is_plain});
  entrances_.push_back({&source, std::move(entrance), std::move(state), is_first, depth});
  report_of(source.id).asked = true;
  frontier_.add(std::move(task));
  return {};
}

Result<void> Crawler::on_entrance(Task task, const Result<fetch::FetchResponse>& result) {
  auto& run = entrances_[task.entrance];
  if (!result) return fail_entrance(task.entrance, result.error(), std::nullopt);
  if (fetch::is_redirect(result->status)) {
    auto next = task.chain->follow(*result);
    if (!next) return fail_entrance(task.entrance, next.error(), std::nullopt);
    task.url = std::move(*next);
    frontier_.add(std::move(task));
    return {};
  }
  if (result->status == 304) {
    note_success(run.state, now(), fetch::fresh_until(*result, std::nullopt), false);
    report_of(run.source->id).answered = true;
    return crawl_.save_entrance(run.state);
  }
  if (result->status != 200) {
    run.state.moved_to.clear();
    return fail_entrance(task.entrance, status_error(*result), fetch::parse_retry_after(result->retry_after, now()));
  }
  auto listing = read_listing(run.entrance.kind, *result);
  if (!listing) return fail_entrance(task.entrance, listing.error(), std::nullopt);
  const bool has_moved = task.chain->urls().size() > 1 && task.chain->is_permanent();
  if (has_moved) run.state.moved_to = task.url;
  return take_listing(task.entrance, std::move(*listing), *result);
}

Result<void> Crawler::take_listing(std::size_t number, Listing listing, const fetch::FetchResponse& response) {
  auto run = entrances_[number]; // a copy: adding entrances may move the originals
  const auto& source = *run.source;
  const auto& rules = knowledge_->sources.find(source.id)->second.rules;
  const auto homepage = url::identity_key(source.homepage);
  auto& report = report_of(source.id);
  bool has_news = false;
  std::size_t accepted = 0;
  for (const auto& named : listing.articles) {
    if (!rules.accepts(named.url) || url::identity_key(named.url) == homepage) continue;
    ++accepted;
    TRAWL_TRY(const bool is_news, name(run, named));
    has_news |= is_news;
  }
  report_of(source.id).found += accepted;
  report_of(source.id).answered = true;
  const auto add_part = [&](schema::SourceKind kind, const std::string& url, int limit) -> Result<void> {
    if (run.depth >= limit || url::site(url) != url::site(response.url)) return {};
    return add_entrance(source, {kind, url}, false, run.depth + 1);
  };
  for (const auto& part : listing.sitemaps) TRAWL_CHECK(add_part(schema::SourceKind::Sitemap, part, kMaxDepth));
  if (!listing.refresh.empty()) TRAWL_CHECK(add_part(run.entrance.kind, listing.refresh, kMaxDepth));
  if (options_.backfill && !listing.next.empty()) {
    TRAWL_CHECK(add_part(run.entrance.kind, listing.next, kMaxFeedPages));
  }
  const bool is_bare = accepted == 0 && listing.sitemaps.empty() && listing.refresh.empty();
  if (is_bare && run.is_first) {
    report.error = listing.articles.empty() ? "it names no article" : "none of the addresses it names is an article's";
    if (source.fallback) TRAWL_CHECK(add_entrance(source, *source.fallback, false, 0));
  }
  // The parts of a sitemap index are asked by themselves next time too, so its answer may not be "as before".
  const bool is_index = !listing.sitemaps.empty() || !listing.refresh.empty();
  run.state.etag = is_index ? "" : response.etag;
  run.state.last_modified = is_index ? "" : response.last_modified;
  note_success(run.state, now(), fetch::fresh_until(response, listing.ttl), has_news);
  return crawl_.save_entrance(run.state);
}

Result<void> Crawler::fail_entrance(std::size_t number, const Error& error,
                                    std::optional<std::chrono::seconds> retry_after) {
  auto run = entrances_[number];
  note_failure(run.state, now(), error, retry_after);
  TRAWL_CHECK(crawl_.save_entrance(run.state));
  TRAWL_CHECK(crawl_.save_failure({run.source->id, run.entrance.url, run.state.code, run.state.error, 1, now()}));
  auto& report = report_of(run.source->id);
  if (run.is_first || report.error.empty()) report.error = to_sentence(error);
  if (run.is_first && run.source->fallback) return add_entrance(*run.source, *run.source->fallback, false, 0);
  return {};
}

/// Notes who named the address, and asks for it where that brings something. Whether it is news.
Result<bool> Crawler::name(const EntranceRun& run, const Named& named) {
  TRAWL_TRY(auto row, crawl_.url(named.url));
  const bool was_new = row.state == store::UrlState::New;
  bool is_news = false;
  for (int hops = 0;; ++hops) {
    TRAWL_TRY(is_news, crawl_.save_mention(row.id, {run.source->id, run.entrance.url, named.witness}));
    if (row.state != store::UrlState::Redirect || row.target == 0 || hops == kMaxRedirects) break;
    TRAWL_TRY(row, crawl_.url(row.target));
  }
  TRAWL_CHECK(take_named(run, std::move(row), named, is_news));
  return was_new;
}

Result<void> Crawler::take_named(const EntranceRun& run, store::UrlRow row, const Named& named, bool is_news) {
  if (!run.source->fetch_pages) return is_news ? make_entry(row) : Result<void>{};
  const bool has_word = is_news && !named.witness.empty();
  switch (row.state) {
  case store::UrlState::New:
    break;
  case store::UrlState::Redirect:
    return {};
  case store::UrlState::Failed:
    if (!row.due_at || (*row.due_at > now() && !has_word)) return {};
    break;
  case store::UrlState::NotArticle:
    if (!has_word) return {};
    break;
  case store::UrlState::Stored: {
    TRAWL_TRY(const auto input, inputs_.find(row.url, store::InputKind::Page, false));
    const bool is_modified = input && named.modified > input->fetched_at && now() - input->fetched_at > kHintPause;
    if (!has_word && !is_modified) return is_news ? remake(row) : Result<void>{};
    row.stale = row.stale || is_news;
    break;
  }
  }
  row.due_at = now(); // also for the next crawl, should this one be killed
  row.modified_hint = std::max(row.modified_hint, named.modified);
  TRAWL_CHECK(crawl_.save_url(row));
  want_page(row);
  return {};
}

} // namespace trawl::crawl
