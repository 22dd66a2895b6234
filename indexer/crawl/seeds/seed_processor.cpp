// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_processor.h"

#include "indexer/crawl/frontier/schedule.h"
#include "indexer/fetch/freshness.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxDepth = 3;                    // of sitemap indexes
constexpr int kMaxFeedPages = 50;               // older pages of one feed
constexpr std::size_t kMaxDiscovered = 100'000; // articles of one source in one crawl

/// Whether there is nothing to fetch: neither articles nor further seeds.
bool is_empty(const SeedResult& result, std::size_t accepted) {
  return accepted == 0 && result.sitemaps.empty() && result.refresh.empty();
}

} // namespace

fetch::FetchRequest SeedProcessor::request_for(const Task& task) const {
  const auto& state = queue_.run(task.run).state;
  fetch::FetchRequest request;
  request.url = task.url;
  request.kind = fetch::ResourceKind::Feed;
  request.etag = state.etag;
  request.last_modified = state.last_modified;
  return request;
}

Result<void> SeedProcessor::on_response(Task task, const Result<fetch::FetchResponse>& result) {
  auto& run = queue_.run(task.run);
  if (!result) return fail(task.run, result.error(), std::nullopt);
  if (fetch::is_redirect(result->status)) {
    auto next = task.chain->follow(*result);
    if (!next) return fail(task.run, next.error(), std::nullopt);
    task.url = std::move(*next);
    frontier_.add(std::move(task));
    return {};
  }
  const bool has_moved = task.chain->urls().size() > 1 && task.chain->is_permanent();
  const auto moved_to = has_moved ? task.url : std::string();
  if (result->status == 304) return not_modified(run, moved_to, *result);
  if (result->status != 200) {
    const Error error{ErrorCode::HttpStatus, "the server answered " + std::to_string(result->status), result->url, ""};
    return fail(task.run, error, fetch::parse_retry_after(result->retry_after, context_.now()), result->status);
  }
  TRAWL_TRY(const auto articles_at, site_of_articles(run));
  const auto seed_result = read_seed_result(run.seed.kind, *result, articles_at);
  if (!seed_result) return fail(task.run, seed_result.error(), std::nullopt);
  note_move(run.state, moved_to, context_.now());
  return take_result(run, *seed_result, *result);
}

/// Where the page of an article of the source was seen last; only sitemaps need it.
Result<std::string> SeedProcessor::site_of_articles(const SeedRun& run) {
  if (run.seed.kind != schema::SourceKind::Sitemap) return std::string();
  TRAWL_TRY(const auto last, context_.rechecks.last_there(run.source->id, "", 0));
  if (!last) return std::string();
  TRAWL_TRY(const auto row, context_.urls.url(*last));
  return url::site(row.url);
}

Result<void> SeedProcessor::not_modified(SeedRun& run, const std::string& moved_to,
                                         const fetch::FetchResponse& response) {
  note_move(run.state, moved_to, context_.now());
  const auto fresh_until = fetch::fresh_until(response, std::nullopt);
  note_success(run.state, context_.now(), fresh_until, false, run.is_beside ? kStillListPace : context_.options.pace);
  context_.report.of(run.source->id).answered |= !run.is_beside;
  TRAWL_CHECK(context_.source_store.clear_failure(run.source->id, run.seed.url));
  TRAWL_CHECK(context_.source_store.save_seed(run.state));
  TRAWL_CHECK(queue_.close(run));
  const bool has_older = run.seed.kind == schema::SourceKind::Feed && !run.state.next.empty();
  if (has_older && context_.is_backfill(run.source->id) && run.depth < kMaxFeedPages)
    TRAWL_CHECK(queue_.add(*run.source, {run.seed.kind, run.state.next}, false, run.depth + 1));
  return run.depth == 0 ? queue_.add_lists(*run.source) : Result<void>{};
}

Result<void> SeedProcessor::take_result(SeedRun& run, const SeedResult& result, const fetch::FetchResponse& response) {
  const auto& source = *run.source;
  TRAWL_TRY(const auto discovery, discover_articles(run, result, response.url));
  auto& report = context_.report.of(source.id);
  if (!run.is_beside) report.found += discovery.accepted;
  report.answered |= !run.is_beside;
  TRAWL_CHECK(context_.source_store.clear_failure(source.id, run.seed.url));
  TRAWL_CHECK(note_problem(run, result, discovery.accepted));
  TRAWL_CHECK(add_parts(run, result, response.url, discovery.has_unseen));
  if (is_empty(result, discovery.accepted) && run.is_primary && source.fallback) {
    TRAWL_CHECK(queue_.add(source, *source.fallback, false, 0));
  }
  // Some servers ignore the page number and answer with the same entries for ever.
  const bool is_same = context_.is_backfill(source.id) && !discovery.has_unseen;
  run.state.next = is_same ? "" : result.next;
  // The parts of a sitemap index change without the index, so the index is never asked conditionally.
  const bool is_index = !result.sitemaps.empty() || !result.refresh.empty();
  run.state.etag = is_index ? "" : response.etag;
  run.state.last_modified = is_index ? "" : response.last_modified;
  const auto fresh_until = fetch::fresh_until(response, result.ttl);
  note_success(run.state, context_.now(), fresh_until, discovery.has_news, pace_of(run));
  skip_quiet_hours(run.state, result.skip_hours, result.skip_days);
  TRAWL_CHECK(context_.source_store.save_seed(run.state));
  TRAWL_CHECK(queue_.close(run));
  return run.depth == 0 ? queue_.add_lists(source) : Result<void>{};
}

const Pace& SeedProcessor::pace_of(const SeedRun& run) const {
  return run.is_beside ? kListPace : context_.options.pace;
}

/// `url`: of the response.
Result<SeedProcessor::Discovery> SeedProcessor::discover_articles(const SeedRun& run, const SeedResult& result,
                                                                  const std::string& url) {
  const auto& source = *run.source;
  const bool is_backfill = context_.is_backfill(source.id);
  const auto& rules = context_.knowledge.sources.find(source.id)->second.rules;
  const auto homepage = url::identity_key(source.homepage);
  const auto found_before = context_.report.of(source.id).found;
  // A front page, or where it leads on to, links to everything on the site, so its links must look like the articles
  // that are known already. On its further pages what it links to, too, is the site's menu.
  const bool is_front_page = is_backfill && !source.fallback && !run.is_primary &&
                             (run.seed.url == source.homepage || run.is_led_to) &&
                             !links_.shapes(source.id).pattern().empty();
  // A page links to whatever it likes: where nothing says what an article is, the site's own pages are, if it has any.
  const bool is_page = run.seed.kind == schema::SourceKind::PageList && !rules.has_pattern();
  const bool is_own_only =
      run.is_beside ||
      (is_page && std::ranges::any_of(result.articles, [&](const SeedEntry& entry) {
         return rules.accepts(entry.url) && url::identity_key(entry.url) != homepage && is_of_site(run, url, entry.url);
       }));
  List list{result.articles, {}, {}, store::DiscoveredLink::kNew};
  if (run.is_beside) {
    TRAWL_TRY(list.first_link, context_.urls.first_link(run.seed.url));
  }
  for (const auto& entry : result.articles) {
    if (run.is_beside) list.shapes.learn(entry.url);
    if (is_front_page) on_front_[source.id].insert(entry.url);
  }
  const auto next = url::canonical(result.next);
  Discovery discovery;
  bool is_whole = result.omitted.empty();
  scheduler_.begin_listing();
  for (const auto& entry : result.articles) {
    if (!rules.accepts(entry.url) || url::identity_key(entry.url) == homepage) continue;
    if (is_own_only && !is_of_site(run, url, entry.url)) continue;
    if (found_before + discovery.accepted == kMaxDiscovered) {
      is_whole = false;
      break;
    }
    const bool is_menu = run.is_further && (entry.url == next || on_front_[source.id].contains(entry.url));
    if ((is_front_page || is_menu) && !looks_like_article(entry.url, rules, links_.shapes(source.id))) continue;
    ++discovery.accepted;
    if (!run.is_beside) links_.shapes(source.id).learn(entry.url);
    if (is_backfill) {
      discovery.has_unseen |= seen_.emplace(run.seed.kind, entry.url).second;
    }
    TRAWL_TRY(const bool is_news, add_entry(run, entry, list));
    discovery.has_news |= is_news;
  }
  // A list without one article is a mistake of its server rather than of all its articles.
  if (!is_whole || discovery.accepted == 0) return discovery;
  TRAWL_CHECK(scheduler_.end_listing(source, run.seed.url));
  if (!run.is_beside) return discovery;
  // Where an article is that has left the source's own seed would be seen nowhere else. What a list tells beside that
  // seed is not known on the first day.
  TRAWL_TRY(const bool has_more,
            context_.rechecks.lists_more(run.seed.url, source.seed.url, context_.now() - kListTrust));
  discovery.has_news |= has_more || run.is_baseline;
  return discovery;
}

/// Whether an article is on the source's own site, or where that has moved to. `url`: of the response.
bool SeedProcessor::is_of_site(const SeedRun& run, const std::string& url, const std::string& article) const {
  return url::site(article) == url::site(url) || context_.knowledge.places.may_state(run.source->id, article);
}

Result<bool> SeedProcessor::add_entry(const SeedRun& run, SeedEntry entry, List& list) {
  if (!run.is_beside) return scheduler_.discover(*run.source, run.seed.url, entry);
  if (run.seed.kind == schema::SourceKind::PageList) entry.signal.clear(); // a teaser's date may be any
  TRAWL_TRY(const bool may_fetch, may_be_news(run, entry.url, list));
  TRAWL_TRY(const bool is_news, scheduler_.compare(*run.source, run.seed.url, entry, may_fetch, list.first_link));
  context_.report.of(run.source->id).found += is_news ? 1 : 0;
  return is_news;
}

/// Whether an unknown URL of a list beside the source's own may be an article of which no other list tells. A home page
/// or sitemap has all pages of the site.
Result<bool> SeedProcessor::may_be_news(const SeedRun& run, const std::string& url, List& list) {
  if (run.is_baseline) return false;
  const auto& rules = context_.knowledge.sources.find(run.source->id)->second.rules;
  if (run.source->fallback && run.seed.url == run.source->fallback->url) return true;
  TRAWL_CHECK(links_.learn(run.source->id));
  const auto& shapes = links_.shapes(run.source->id);
  if (context_.is_backfill(run.source->id)) {
    if (list.shapes.is_section(url)) return false;
    if (looks_like_older(url, run.source->homepage, rules, shapes)) return true;
    // Menus and maps of a whole site name what is no article, too.
    const bool is_part = run.seed.kind == schema::SourceKind::Sitemap && list.shapes.are_at_root();
    return is_part ? may_be_article_at_root(run, url, list) : false;
  }
  return looks_like_article(url, rules, shapes) ? true : may_be_article_at_root(run, url, list);
}

/// Directly below the root are articles and everything else: what is there is an article if the list that names it
/// names several that are known. A site's pages, tags and authors often have sitemaps of their own.
Result<bool> SeedProcessor::may_be_article_at_root(const SeedRun& run, const std::string& url, List& list) {
  constexpr int kSeveral = 3;
  const auto& shapes = links_.shapes(run.source->id);
  if (shapes.is_section(url) || !shapes.admit_at_root(url)) return false;
  if (list.has_articles) return *list.has_articles;
  int known = 0;
  for (auto entry = list.entries.begin(); entry != list.entries.end() && known < kSeveral; ++entry) {
    TRAWL_TRY(const bool is_known, context_.urls.is_discovered_by(entry->url, run.source->id));
    known += is_known ? 1 : 0;
  }
  list.has_articles = known >= kSeveral;
  return *list.has_articles;
}

/// Adds the seeds that a result contains. `url`: of the response.
Result<void> SeedProcessor::add_parts(const SeedRun& run, const SeedResult& result, const std::string& url,
                                      bool has_unseen) {
  const auto add = [&](schema::SourceKind kind, const std::string& part, int max_depth) -> Result<void> {
    if (run.depth >= max_depth || url::site(part) != url::site(url)) return {};
    if (run.is_beside) return queue_.add_part(run, {kind, part});
    TRAWL_TRY(const auto added, queue_.add(*run.source, {kind, part}, false, run.depth + 1));
    const bool is_on_front = run.is_led_to || run.seed.url == run.source->homepage;
    if (!added) return {};
    queue_.run(*added).is_led_to = is_on_front && part == result.refresh;
    queue_.run(*added).is_further = (is_on_front || run.is_further) && part == result.next;
    return {};
  };
  for (const auto& part : result.sitemaps) TRAWL_CHECK(add(schema::SourceKind::Sitemap, part, kMaxDepth));
  if (!result.refresh.empty()) TRAWL_CHECK(add(run.seed.kind, result.refresh, kMaxDepth));
  if (has_unseen && !result.next.empty()) TRAWL_CHECK(add(run.seed.kind, result.next, kMaxFeedPages));
  return {};
}

/// Notes what is wrong with a seed that answered.
Result<void> SeedProcessor::note_problem(const SeedRun& run, const SeedResult& result, std::size_t accepted) {
  if (run.is_beside) return {};
  const auto problem = problem_of(run, result, accepted);
  if (!problem) return {};
  const auto& source = run.source->id;
  const auto sentence = to_sentence(*problem);
  context_.report.of(source).error = sentence;
  return context_.source_store.save_failure(
      {source, run.seed.url, std::string(name_of(problem->code)), sentence, 1, context_.now()});
}

std::optional<Error> SeedProcessor::problem_of(const SeedRun& run, const SeedResult& result,
                                               std::size_t accepted) const {
  const auto& source = run.source->id;
  if (context_.report.of(source).found >= kMaxDiscovered) {
    return Error{ErrorCode::TooLarge, "it lists " + std::to_string(kMaxDiscovered) + " articles or more", "", ""};
  }
  if (!result.omitted.empty()) return Error{ErrorCode::TooLarge, result.omitted, "", ""};
  if (!run.is_primary || !is_empty(result, accepted)) return std::nullopt;
  if (result.articles.empty()) return Error{ErrorCode::NotFound, "it lists no articles", "", ""};
  const auto& rules = context_.knowledge.sources.find(source)->second.rules;
  const auto& example = result.articles.front().url;
  if (const auto field = rules.field_over_limit(example); !field.empty()) {
    return Error{ErrorCode::BadInput, "its " + field + " takes too many steps on " + example, "",
                 "rewrite it without nested repetitions"};
  }
  return Error{ErrorCode::NotFound, "none of the URLs it lists is an article by the source's rules", "",
               "check article_pattern and exclude_patterns"};
}

Result<void> SeedProcessor::end_without_list(SeedRun& run, int status) {
  note_no_list(run.state, context_.now(), status >= 400 && status < 500 && status != 429);
  return context_.source_store.save_seed(run.state);
}

Result<void> SeedProcessor::fail(std::size_t index, const Error& error, std::optional<std::chrono::seconds> retry_after,
                                 int status) {
  auto& run = queue_.run(index);
  forget_move(run.state);
  TRAWL_CHECK(queue_.close(run));
  // In the place of a list there may be a check or a notice for a while.
  const bool is_covered = run.depth == 0 && !run.is_beside && (error.code == ErrorCode::Malformed || status == 403);
  if (is_covered || retry_after || fetch::is_transient(status) || fetch::is_transient(error.code))
    context_.put_off.insert(run.source->id);
  if (run.is_beside) return end_without_list(run, status);
  if (run.depth > 0 && run.seed.kind != schema::SourceKind::Sitemap && error.code == ErrorCode::HttpStatus) {
    return {}; // there are no older pages
  }
  const auto now = context_.now();
  if (status == 410) {
    note_gone(run.state, now);
  } else {
    note_failure(run.state, now, error, retry_after);
  }
  const auto& source = *run.source;
  TRAWL_CHECK(context_.source_store.save_seed(run.state));
  TRAWL_CHECK(context_.source_store.save_failure({source.id, run.seed.url, run.state.code, run.state.error, 1, now}));
  auto& report = context_.report.of(source.id);
  if (run.is_primary && queue_.note_pause(run.state)) report.waits_until = run.state.fresh_until;
  if (run.is_primary || report.error.empty()) report.error = is_gone(run.state) ? run.state.error : to_sentence(error);
  if (!run.is_primary) return {};
  if (source.fallback) TRAWL_CHECK(queue_.add(source, *source.fallback, false, 0));
  return queue_.add_lists(source);
}

} // namespace trawl::crawl
