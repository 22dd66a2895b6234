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
constexpr int kMaxParts = 500;             // of one source in one run: sitemaps of an index, older pages
constexpr std::size_t kMaxNamed = 100'000; // by one source in one run
constexpr int kMaxRedirects = 5;
constexpr std::chrono::hours kHintPause{24}; // a sitemap that calls everything new every time is not believed at once

/// Whether an entrance names nothing at all that could be asked for.
bool is_bare(const SeedResult& listing, std::size_t accepted) {
  return accepted == 0 && listing.sitemaps.empty() && listing.refresh.empty();
}

Error status_error(const fetch::FetchResponse& response) {
  return {ErrorCode::HttpStatus, "the server answered " + std::to_string(response.status), response.url, ""};
}

} // namespace

Result<void> Crawler::add_entrances() {
  for (const auto& source : *sources_) {
    if (!source.enabled) continue;
    TRAWL_CHECK(add_entrance(source, source.entrance, true, 0));
    if (!open_entrances_.contains(source.entrance.url)) TRAWL_CHECK(add_older(source));
  }
  return {};
}

/// In a first fill, where older articles are named. Asked after the source's own entrance, as that shows what an
/// article's address looks like.
Result<void> Crawler::add_older(const schema::SourceDefinition& source) {
  if (!options_.backfill) return {};
  // Without a fallback, a site's front page is the place.
  const schema::Seed front{schema::SourceKind::PageList, source.homepage};
  const auto older = source.fallback.value_or(front);
  if (!source.fetch_pages && older.kind != schema::SourceKind::Feed) return {}; // names alone would be no use
  return add_entrance(source, older, false, 0);
}

/// The entrance has answered, or will not in this run.
Result<void> Crawler::close_entrance(const SeedRun& run) {
  open_entrances_.erase(run.entrance.url);
  return run.is_first ? add_older(*run.source) : Result<void>{};
}

Result<void> Crawler::add_entrance(const schema::SourceDefinition& source, schema::Seed entrance, bool is_first,
                                   int depth) {
  if (!entrance_urls_.insert(entrance.url).second || (depth > 0 && ++parts_[source.id] > kMaxParts)) return {};
  TRAWL_TRY(auto state, crawl_.entrance(entrance.url, source.id));
  const bool is_fresh = !options_.recheck && state.fresh_until > now();
  const bool is_early = options_.only_due && state.due_at > now();
  if (is_fresh || is_early) {
    report_of(source.id).answered |= state.failures == 0;
    return {};
  }
  Task task;
  task.kind = TaskKind::Seed;
  task.url = address_of(state);
  task.source = source.id;
  task.entrance = entrances_.size();
  const bool is_plain = entrance.url.starts_with("http://");
  task.chain.emplace(task.url, fetch::RedirectRules{.max_hops = kMaxRedirects, .allow_downgrade = is_plain});
  open_entrances_.insert(entrance.url);
  SeedRun run;
  run.source = &source;
  run.entrance = std::move(entrance);
  run.state = std::move(state);
  run.is_first = is_first;
  run.depth = depth;
  entrances_.push_back(std::move(run));
  report_of(source.id).asked = true;
  frontier_.add(std::move(task));
  return {};
}

/// What has become due while this run goes on: one source with much to do does not hold up the others' news.
Result<void> Crawler::look_again() {
  last_look_ = options_.clock();
  for (const auto& source : *sources_) {
    if (!source.enabled || open_entrances_.contains(source.entrance.url)) continue;
    entrance_urls_.erase(source.entrance.url);
    TRAWL_CHECK(add_entrance(source, source.entrance, true, 0));
  }
  return add_due_urls();
}

Result<void> Crawler::on_entrance(Task task, const Result<fetch::FetchResponse>& result) {
  auto& run = entrances_[task.entrance];
  if (run.is_search && !(result && fetch::is_redirect(result->status))) return on_homepage(task.entrance, result);
  if (!result) return fail_entrance(task.entrance, result.error(), std::nullopt);
  if (fetch::is_redirect(result->status)) {
    auto next = task.chain->follow(*result);
    if (!next) return fail_entrance(task.entrance, next.error(), std::nullopt);
    task.url = std::move(*next);
    frontier_.add(std::move(task));
    return {};
  }
  const bool has_moved = task.chain->urls().size() > 1 && task.chain->is_permanent();
  if (result->status == 304) {
    note_move(run.state, has_moved ? task.url : "");
    note_success(run.state, now(), fetch::fresh_until(*result, std::nullopt), false, options_.pace);
    report_of(run.source->id).answered = true;
    TRAWL_CHECK(crawl_.clear_failure(run.source->id, run.entrance.url));
    TRAWL_CHECK(crawl_.save_seed(run.state));
    return close_entrance(SeedRun(run)); // a copy: adding entrances may move the originals
  }
  if (result->status != 200) {
    forget_move(run.state);
    return fail_entrance(task.entrance, status_error(*result), fetch::parse_retry_after(result->retry_after, now()),
                         result->status);
  }
  auto listing = read_seed_result(run.entrance.kind, *result);
  if (!listing) return fail_entrance(task.entrance, listing.error(), std::nullopt);
  note_move(run.state, has_moved ? task.url : "");
  return take_listing(task.entrance, std::move(*listing), *result);
}

Result<void> Crawler::take_listing(std::size_t number, SeedResult listing, const fetch::FetchResponse& response) {
  auto run = entrances_[number]; // a copy: adding entrances may move the originals
  const auto& source = *run.source;
  const auto& rules = knowledge_->sources.find(source.id)->second.rules;
  const auto homepage = url::identity_key(source.homepage);
  auto& report = report_of(source.id);
  // A front page links to everything there is; it names articles only as far as they are like the source's others.
  const bool is_front = options_.backfill && !source.fallback && !run.is_first && run.entrance.url == source.homepage &&
                        !following_[source.id].shapes.pattern().empty();
  bool has_news = false, has_unseen = false;
  std::size_t accepted = 0;
  for (const auto& named : listing.articles) {
    if (!rules.accepts(named.url) || url::identity_key(named.url) == homepage) continue;
    if (report.found + accepted == kMaxNamed) break;
    if (is_front && !is_followed(named.url, rules, following_[source.id].shapes)) continue;
    ++accepted;
    if (options_.backfill) {
      following_[source.id].shapes.learn(named.url);
      has_unseen |= named_.emplace(run.entrance.kind, named.url).second;
    }
    TRAWL_TRY(const bool is_news, name(run, named));
    has_news |= is_news;
  }
  report.found += accepted;
  report.answered = true;
  TRAWL_CHECK(crawl_.clear_failure(source.id, run.entrance.url));
  TRAWL_CHECK(tell_complaint(run, listing, accepted));
  const auto add_part = [&](schema::SourceKind kind, const std::string& url, int limit) -> Result<void> {
    if (run.depth >= limit || url::site(url) != url::site(response.url)) return {};
    return add_entrance(source, {kind, url}, false, run.depth + 1);
  };
  for (const auto& part : listing.sitemaps) TRAWL_CHECK(add_part(schema::SourceKind::Sitemap, part, kMaxDepth));
  if (!listing.refresh.empty()) TRAWL_CHECK(add_part(run.entrance.kind, listing.refresh, kMaxDepth));
  if (has_unseen && !listing.next.empty()) { // a server that knows no pages answers the same one for ever
    TRAWL_CHECK(add_part(run.entrance.kind, listing.next, kMaxFeedPages));
  }
  if (is_bare(listing, accepted) && run.is_first && source.fallback) {
    TRAWL_CHECK(add_entrance(source, *source.fallback, false, 0));
  }
  // The parts of a sitemap index are asked by themselves next time too, so its answer may not be "as before".
  const bool is_index = !listing.sitemaps.empty() || !listing.refresh.empty();
  run.state.etag = is_index ? "" : response.etag;
  run.state.last_modified = is_index ? "" : response.last_modified;
  note_success(run.state, now(), fetch::fresh_until(response, listing.ttl), has_news, options_.pace);
  run.state.due_at = after_quiet_hours(run.state.due_at, listing.skip_hours, listing.skip_days);
  TRAWL_CHECK(crawl_.save_seed(run.state));
  TRAWL_CHECK(close_entrance(run));
  return run.instead_of && accepted > 0 ? replace_entrance(*run.instead_of, response.url) : Result<void>{};
}

/// What is odd about an entrance that answered, for the report and the failures.
Result<void> Crawler::tell_complaint(const SeedRun& run, const SeedResult& listing, std::size_t accepted) {
  const auto& source = *run.source;
  auto& report = report_of(source.id);
  std::optional<Error> complaint;
  if (report.found >= kMaxNamed) {
    complaint = Error{ErrorCode::TooLarge, "more than " + std::to_string(kMaxNamed) + " articles are named", "", ""};
  } else if (!listing.missing.empty()) {
    complaint = Error{ErrorCode::TooLarge, listing.missing, "", ""};
  } else if (run.is_first && is_bare(listing, accepted)) {
    complaint = Error{ErrorCode::NotFound, "it names no article", "", ""};
    if (!listing.articles.empty()) {
      const auto& rules = knowledge_->sources.find(source.id)->second.rules;
      const auto& example = listing.articles.front().url;
      complaint->what = "none of the addresses it names is an article's";
      if (const auto field = rules.field_without_end(example); !field.empty()) {
        complaint = Error{ErrorCode::BadInput, "its " + field + " takes too many steps on " + example, "",
                          "write it without nested repetitions"};
      }
    }
  }
  if (!complaint) return {};
  report.error = to_sentence(*complaint);
  return crawl_.save_failure(
      {source.id, run.entrance.url, std::string(name_of(complaint->code)), report.error, 1, now()});
}

Result<void> Crawler::fail_entrance(std::size_t number, const Error& error,
                                    std::optional<std::chrono::seconds> retry_after, int status) {
  auto run = entrances_[number];
  if (run.is_search) return {};
  TRAWL_CHECK(close_entrance(run));
  if (run.depth > 0 && run.entrance.kind != schema::SourceKind::Sitemap && error.code == ErrorCode::HttpStatus) {
    return {}; // beyond the last of a feed's or list's older pages
  }
  if (status == 410) {
    note_gone(run.state, now());
  } else {
    note_failure(run.state, now(), error, retry_after);
  }
  entrances_[number].state = run.state;
  TRAWL_CHECK(crawl_.save_seed(run.state));
  TRAWL_CHECK(crawl_.save_failure({run.source->id, run.entrance.url, run.state.code, run.state.error, 1, now()}));
  auto& report = report_of(run.source->id);
  if (run.is_first || report.error.empty()) report.error = is_gone(run.state) ? run.state.error : to_sentence(error);
  TRAWL_CHECK(search_instead(number));
  if (run.is_first && run.source->fallback) return add_entrance(*run.source, *run.source->fallback, false, 0);
  return {};
}

/// Notes who named the address, and asks for it where that brings something. Whether it is news.
Result<bool> Crawler::name(const SeedRun& run, const SeedEntry& named) {
  TRAWL_TRY(auto row, crawl_.url(named.url));
  const bool was_new = row.state == store::UrlState::New;
  bool is_news = false;
  for (int hops = 0;; ++hops) {
    TRAWL_TRY(is_news, crawl_.save_discovered_link(row.id, {run.source->id, run.entrance.url, named.witness}));
    if (row.state != store::UrlState::Redirect || row.target == 0 || hops == kMaxRedirects) break;
    TRAWL_TRY(row, crawl_.url(row.target));
  }
  TRAWL_CHECK(take_named(run, std::move(row), named, is_news));
  return was_new;
}

Result<void> Crawler::take_named(const SeedRun& run, store::UrlRow row, const SeedEntry& named, bool is_news) {
  if (!run.source->fetch_pages) return is_news ? remake(row) : Result<void>{};
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
