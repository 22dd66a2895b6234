// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/seed_queue.h"

#include "indexer/crawl/frontier/schedule.h"

#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxParts = 500; // sitemaps of indexes and older pages, per source and crawl

} // namespace

Result<void> SeedQueue::add_all() {
  for (const auto& source : context_.sources) {
    if (!source.enabled) continue;
    TRAWL_CHECK(add(source, source.seed, true, 0));
    if (!open_urls_.contains(source.seed.url)) TRAWL_CHECK(add_older(source));
  }
  return {};
}

Result<void> SeedQueue::add_due() {
  for (const auto& source : context_.sources) {
    if (!source.enabled || open_urls_.contains(source.seed.url)) continue;
    asked_urls_.erase(source.seed.url);
    TRAWL_CHECK(add(source, source.seed, true, 0));
  }
  return {};
}

Result<void> SeedQueue::close(const SeedRun& run) {
  open_urls_.erase(run.seed.url);
  return run.is_primary ? add_older(*run.source) : Result<void>{};
}

Result<void> SeedQueue::add_older(const schema::SourceDefinition& source) {
  if (!context_.options.backfill) return {};
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
  if (!asked_urls_.insert(seed.url).second || (depth > 0 && ++parts_[source.id] > kMaxParts)) return std::nullopt;
  TRAWL_TRY(auto state, context_.source_store.seed(seed.url, source.id));
  const auto now = context_.now();
  forget_future(state, now);
  const bool is_fresh = !context_.options.recheck && state.fresh_until > now;
  const bool is_early = context_.options.only_due && state.due_at > now;
  auto& report = context_.report.of(source.id);
  if (is_fresh || is_early) {
    report.answered |= state.failures == 0;
    return std::nullopt;
  }
  report.asked = true;
  open_urls_.insert(seed.url);
  const bool is_plain = seed.url.starts_with("http://");
  auto url = address_of(state);
  SeedRun run;
  run.source = &source;
  run.seed = std::move(seed);
  run.state = std::move(state);
  run.is_primary = is_primary;
  run.depth = depth;
  push(std::move(run), std::move(url), is_plain);
  return runs_.size() - 1;
}

void SeedQueue::add_search(std::size_t replaces) {
  SeedRun search;
  search.source = runs_[replaces].source;
  search.seed = {schema::SourceKind::PageList, search.source->homepage};
  search.is_primary = false;
  search.is_search = true;
  search.replaces = replaces;
  auto url = search.seed.url;
  const bool is_plain = url.starts_with("http://");
  push(std::move(search), std::move(url), is_plain);
}

void SeedQueue::push(SeedRun run, std::string url, bool allow_downgrade) {
  Task task;
  task.kind = TaskKind::Seed;
  task.chain.emplace(url, fetch::RedirectRules{.allow_downgrade = allow_downgrade});
  task.url = std::move(url);
  task.run = runs_.size();
  runs_.push_back(std::move(run));
  frontier_.add(std::move(task));
}

} // namespace trawl::crawl
