// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_queue.h"

#include "indexer/crawl/frontier/schedule.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxParts = 500;       // sitemaps of indexes and older pages, per source and crawl
constexpr std::size_t kMaxNamed = 5; // sitemaps in a robots.txt
constexpr std::chrono::hours kUrgentPause{1};

/// The lists that a source may have beside its own seed. `sitemaps`: those that its host names; null: nothing is known.
std::vector<schema::Seed> lists_beside(const schema::SourceDefinition& source,
                                       const std::vector<std::string>* sitemaps) {
  std::vector<schema::Seed> lists;
  if (source.fallback) lists.push_back(*source.fallback);
  lists.push_back({schema::SourceKind::PageList, source.homepage});
  if (sitemaps == nullptr) return lists;
  for (const auto& named : *sitemaps) {
    const auto address = url::resolve(named, source.homepage);
    if (url::site(address) != url::site(source.homepage) || lists.size() > kMaxNamed) continue;
    lists.push_back({schema::SourceKind::Sitemap, address});
  }
  if (sitemaps->empty()) lists.push_back({schema::SourceKind::Sitemap, url::resolve("/sitemap.xml", source.homepage)});
  return lists;
}

/// Whether a list beside a source's own seed is not to be asked yet. `backfill`: since when one goes on, which is no
/// look again: all that is there is read, and the whole of a sitemap names the parts that were left.
bool is_too_early(const store::SeedState& state, std::optional<Moment> backfill, bool is_urgent, Moment now) {
  const bool is_recent = state.asked_at + kUrgentPause > now;
  if (backfill) return is_recent && state.asked_at >= *backfill;
  return is_urgent && is_known_list(state, now) ? is_recent : state.due_at > now;
}

} // namespace

Result<void> SeedQueue::add_all() {
  for (const auto& source : context_.sources) {
    if (!source.enabled) continue;
    TRAWL_CHECK(add(source, source.seed, true, 0));
    if (open_urls_.contains(source.seed.url)) continue;
    TRAWL_CHECK(add_older(source));
    TRAWL_CHECK(add_lists(source));
  }
  return {};
}

Result<void> SeedQueue::add_due() {
  for (const auto& source : context_.sources) {
    if (!source.enabled || open_urls_.contains(source.seed.url)) continue;
    asked_urls_.erase(source.seed.url);
    TRAWL_CHECK(add(source, source.seed, true, 0));
    TRAWL_CHECK(add_lists(source));
  }
  return {};
}

bool SeedQueue::note_pause(const store::SeedState& state) {
  if (state.failures == 0 || state.fresh_until <= context_.now() || is_gone(state)) return false;
  waiting_hosts_.insert(Frontier::host_of(address_of(state)));
  return true;
}

Result<void> SeedQueue::close(const SeedRun& run) {
  if (open_urls_.erase(run.seed.url) > 0) --context_.open_seeds[run.source->id];
  return run.is_primary ? add_older(*run.source) : Result<void>{};
}

Result<void> SeedQueue::add_older(const schema::SourceDefinition& source) {
  if (!context_.is_backfill(source.id)) return {};
  // A source without a fallback lists older articles on its front page, if anywhere.
  const schema::Seed front_page{schema::SourceKind::PageList, source.homepage};
  const auto older = source.fallback.value_or(front_page);
  // Only feeds contain text; a URL is of no use if its page is not fetched.
  if (!source.fetch_pages && older.kind != schema::SourceKind::Feed) return {};
  TRAWL_CHECK(add(source, older, false, 0));
  return {};
}

Result<std::optional<std::size_t>> SeedQueue::add(const schema::SourceDefinition& source, schema::Seed seed,
                                                  bool is_primary, int depth) {
  if (context_.options.only_due && !open_urls_.contains(seed.url)) asked_urls_.erase(seed.url);
  if (!asked_urls_.insert(seed.url).second || (depth > 0 && ++parts_[source.id] > kMaxParts)) return std::nullopt;
  TRAWL_TRY(auto state, context_.source_store.seed(seed.url, source.id));
  const auto now = context_.now();
  forget_future(state, now);
  const bool is_fresh = !context_.options.recheck && state.fresh_until > now;
  const bool is_early = context_.options.only_due && state.due_at > now;
  auto& report = context_.report.of(source.id);
  const auto backfill = context_.backfills.find(source.id);
  const bool is_left = backfill != context_.backfills.end() && (depth > 0 || is_fresh || is_early);
  if (is_left && state.succeeded_at >= backfill->second && !state.next.empty() &&
      (depth > 0 || seed.kind == schema::SourceKind::Feed)) {
    return add(source, {seed.kind, state.next}, false, depth + 1); // the backfill has read it in an earlier crawl
  }
  if (is_fresh || is_early) {
    if (is_left && state.succeeded_at < backfill->second) context_.put_off.insert(source.id);
    report.answered |= state.failures == 0;
    if (is_fresh && is_primary && note_pause(state)) {
      report.error = state.error;
      report.waits_until = state.fresh_until;
    }
    return std::nullopt;
  }
  report.asked = true;
  return push(source, std::move(seed), std::move(state), is_primary, depth);
}

Result<void> SeedQueue::add_lists(const schema::SourceDefinition& source, bool is_urgent) {
  if (!source.fetch_pages || source.homepage.empty()) return {};
  if (context_.is_backfill(source.id) && source.fallback) return {}; // see `add_older`
  const auto homepage = url::parse(source.homepage);
  const auto sitemaps = homepage ? context_.sitemaps.find(homepage->origin()) : context_.sitemaps.end();
  const bool is_known = sitemaps != context_.sitemaps.end();
  for (auto& list : lists_beside(source, is_known ? &sitemaps->second : nullptr)) {
    const bool is_older = context_.is_backfill(source.id) && list.kind == schema::SourceKind::PageList;
    if (list.url != source.seed.url && !is_older) TRAWL_CHECK(add_beside(source, std::move(list), nullptr, is_urgent));
  }
  return {};
}

Result<void> SeedQueue::add_part(const SeedRun& whole, schema::Seed part) {
  return add_beside(*whole.source, std::move(part), &whole, false);
}

Result<void> SeedQueue::add_beside(const schema::SourceDefinition& source, schema::Seed seed, const SeedRun* whole,
                                   bool is_urgent) {
  const auto now = context_.now();
  TRAWL_TRY(auto state, context_.source_store.seed(seed.url, source.id));
  forget_future(state, now);
  const bool was_known = state.interval.count() > 0;
  if (!was_known) { // what it lists when it is read first is no news, even if that is on another day
    state.interval = kListPace.shortest;
    TRAWL_CHECK(context_.source_store.save_seed(state));
  }
  const auto backfill = context_.backfills.find(source.id);
  const bool is_backfill = backfill != context_.backfills.end();
  const bool is_early =
      is_too_early(state, is_backfill ? std::optional(backfill->second) : std::nullopt, is_urgent, now);
  const bool was_asked =
      asked_urls_.contains(seed.url) && (!context_.options.only_due || open_urls_.contains(seed.url));
  const bool is_closed = waiting_hosts_.contains(Frontier::host_of(address_of(state)));
  if (is_early || was_asked || is_closed || (!context_.options.recheck && state.fresh_until > now)) return {};
  TRAWL_TRY(const int left, context_.looks_left(source.id));
  if (left <= 0 && !is_backfill) return {};
  if (whole != nullptr && ++parts_[source.id] > kMaxParts) return {};
  TRAWL_CHECK(context_.spend_looks(source.id, 1));
  asked_urls_.insert(seed.url);
  const bool is_new_part = whole != nullptr && !whole->is_baseline && !was_known;
  const bool is_baseline = state.succeeded_at == Moment{} && !is_new_part && !is_backfill;
  auto& run = runs_[push(source, std::move(seed), std::move(state), false, whole == nullptr ? 0 : whole->depth + 1)];
  run.is_beside = true;
  if (is_backfill) run.state.etag = run.state.last_modified = ""; // it may have been read without taking all it names
  run.is_baseline = is_baseline;
  return {};
}

std::size_t SeedQueue::push(const schema::SourceDefinition& source, schema::Seed seed, store::SeedState state,
                            bool is_primary, int depth) {
  if (open_urls_.insert(seed.url).second) ++context_.open_seeds[source.id];
  const bool is_plain = seed.url.starts_with("http://");
  auto url = address_of(state);
  SeedRun run;
  run.source = &source;
  run.seed = std::move(seed);
  run.state = std::move(state);
  run.is_primary = is_primary;
  run.depth = depth;
  Task task;
  task.kind = TaskKind::Seed;
  task.chain.emplace(url, fetch::RedirectRules{.allow_downgrade = is_plain});
  task.url = std::move(url);
  task.run = runs_.size();
  runs_.push_back(std::move(run));
  frontier_.add(std::move(task));
  return runs_.size() - 1;
}

} // namespace trawl::crawl
