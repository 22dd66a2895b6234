// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_scheduler.h"

#include "indexer/crawl/frontier/schedule.h"
#include "indexer/crawl/pages/page_state.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kMaxQueued = 20'000; // tasks in memory; further URLs wait in the store
constexpr std::size_t kFewQueued = 1'000;  // then the store is asked for more
constexpr std::size_t kDueBatch = 1'000;
constexpr std::chrono::hours kLongestBackoff{8 * 24}; // a day more than any failed page waits
constexpr int kMaxRedirects = 5;
constexpr std::chrono::hours kListPause{20}; // some lists show other articles at each request
constexpr std::chrono::hours kHintPause{24}; // some sitemaps report every page as modified each time

} // namespace

Result<void> PageScheduler::add_due() {
  has_more_due_ = false;
  const auto now = context_.now();
  const auto horizon = context_.options.recheck ? now + kLongestBackoff : now;
  std::int64_t last = 0;
  while (!has_more_due_) {
    TRAWL_TRY(const auto rows, context_.urls.due_urls(horizon, horizon + kLongestSchedule, last, kDueBatch));
    if (rows.empty()) return {};
    for (const auto& row : rows) TRAWL_CHECK(add_due_url(row, horizon));
    last = rows.back().id;
  }
  return {};
}

Result<void> PageScheduler::add_due_url(const store::UrlRow& row, Moment horizon) {
  TRAWL_TRY(const auto inlinks, context_.urls.bare_inlinks(row.id));
  const bool is_ours = std::ranges::any_of(context_.sources, [&](const schema::SourceDefinition& source) {
    return source.enabled && source.fetch_pages &&
           std::ranges::find(inlinks, source.id, &store::DiscoveredLink::source) != inlinks.end();
  });
  if (is_ours && row.due_at && is_due(*row.due_at, horizon)) fetch(row);
  return {};
}

bool PageScheduler::wants_more_due() const { return has_more_due_ && frontier_.size() < kFewQueued; }

bool PageScheduler::fetch(const store::UrlRow& row, int hops) {
  if (frontier_.size() >= kMaxQueued) {
    has_more_due_ = true;
    return false;
  }
  if (!fetched_.insert(row.id).second) return false;
  Task task;
  task.kind = TaskKind::Page;
  task.url = row.url;
  task.row = row.id;
  task.hops = hops;
  frontier_.add(std::move(task));
  return true;
}

Result<void> PageScheduler::fetch_wanted() {
  for (const WantedPage& wanted : context_.options.wanted) {
    TRAWL_TRY(const std::string end, context_.urls.end_of(wanted.url));
    TRAWL_TRY(auto row, context_.urls.url(end));
    if (row.state == store::UrlState::Stored) continue;
    TRAWL_CHECK(context_.urls.save_link(row.id, {wanted.source, wanted.url, ""}));
    row = next(std::move(row), {.what = Seen::Named, .now = context_.now()});
    TRAWL_CHECK(context_.urls.save_url(row));
    fetch(row);
  }
  return {};
}

/// The link with what its seed said of the URL before, see `with_former`.
Result<store::DiscoveredLink> PageScheduler::with_former_signal(std::int64_t url, store::DiscoveredLink link) {
  if (link.signal.empty()) return link;
  TRAWL_TRY(const auto text, context_.urls.former_signal(url, link));
  const auto former = signal_from_json(text);
  auto now = signal_from_json(link.signal);
  if (former && now) link.signal = signal_to_json(with_former(std::move(*now), *former, context_.now()));
  return link;
}

Result<bool> PageScheduler::discover(const schema::SourceDefinition& source, const std::string& seed,
                                     const SeedEntry& entry) {
  TRAWL_TRY(auto row, context_.urls.url(entry.url));
  const bool was_new = row.state == store::UrlState::New;
  bool is_news = false;
  for (int hops = 0;; ++hops) {
    TRAWL_TRY(const auto link, with_former_signal(row.id, {source.id, seed, entry.signal}));
    TRAWL_TRY(is_news, context_.urls.save_link(row.id, link));
    listed_.insert(row.id);
    if (is_news && row.state == store::UrlState::Redirect) {
      // That the article has left this address is only inferred if the address is to be asked again.
      TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
      if (recheck.due_at && source.fetch_pages) fetch(row);
    }
    if (row.state != store::UrlState::Redirect || row.target == 0 || hops == kMaxRedirects) break;
    TRAWL_TRY(row, context_.urls.url(row.target));
  }
  TRAWL_CHECK(schedule(source, std::move(row), entry, is_news));
  return was_new;
}

Result<bool> PageScheduler::compare(const schema::SourceDefinition& source, const std::string& seed,
                                    const SeedEntry& entry, bool may_be_news, std::int64_t first_link) {
  TRAWL_TRY(const bool is_known, context_.urls.is_known(entry.url));
  // A backfill fetches what is only remembered, too.
  if (may_be_news && (!is_known || context_.is_backfill(source.id))) return discover(source, seed, entry);
  TRAWL_TRY(auto row, context_.urls.url(entry.url));
  if (may_be_news && row.state == store::UrlState::New && !row.due_at) { // when it was named, nobody knew what is there
    TRAWL_TRY(const bool is_left, context_.urls.is_first_named_by(row.id, seed, first_link));
    if (is_left) return discover(source, seed, entry);
  }
  if (!is_known) {
    row = next(std::move(row), {.what = Seen::Remembered});
    TRAWL_CHECK(context_.urls.save_url(row));
  }
  TRAWL_TRY(const bool is_linked, context_.urls.has_link(row.id, seed));
  if (is_linked && row.state != store::UrlState::New) {
    TRAWL_CHECK(discover(source, seed, entry));
    return false;
  }
  TRAWL_CHECK(context_.urls.save_link(row.id, {source.id, seed, entry.signal}));
  listed_.insert(row.id);
  if (row.state == store::UrlState::Stored) TRAWL_CHECK(schedule(source, std::move(row), entry, false));
  return false;
}

Result<void> PageScheduler::end_listing(const schema::SourceDefinition& source, const std::string& seed) {
  const auto listed = std::exchange(listed_, {});
  TRAWL_TRY(const auto changed, context_.urls.set_listed(seed, listed));
  for (const auto id : changed) {
    TRAWL_TRY(const bool is_elsewhere, context_.rechecks.is_listed(id, context_.now() - kListTrust));
    if (is_elsewhere && !listed.contains(id)) continue; // it has only become too old for this one
    TRAWL_CHECK(announce(source, id));
  }
  return {};
}

/// What a list no longer names, or names again, is looked at.
Result<void> PageScheduler::announce(const schema::SourceDefinition& source, std::int64_t url) {
  TRAWL_TRY(const auto recheck, context_.rechecks.of(url));
  TRAWL_TRY(const auto row, context_.urls.url(url));
  if (row.state == store::UrlState::Redirect && recheck.due_at) { // that it has left this address was only inferred
    fetch(row);
    return {};
  }
  if (recheck.checked_at == Moment{} && recheck.misses == 0) return {}; // it has not been stored
  if (recheck.misses == 0 && context_.now() - recheck.checked_at < kListPause) return {};
  // What another site lists announces nothing, unless it may be back.
  const bool is_sign = recheck.gone_since || context_.knowledge.places.may_state(source.id, row.url);
  const auto sign = is_sign ? Sign::Announced : Sign::Mentioned;
  return context_.rechecks.save(next(recheck, {.sign = sign, .now = context_.now()}));
}

Result<void> PageScheduler::schedule(const schema::SourceDefinition& source, store::UrlRow row, const SeedEntry& entry,
                                     bool is_news) {
  if (!source.fetch_pages) return {}; // what its feed says of the page is read
  const auto now = context_.now();
  const bool has_new_signal = is_news && !entry.signal.empty();
  switch (row.state) {
  case store::UrlState::New:
    break;
  case store::UrlState::Redirect:
    return {};
  case store::UrlState::Failed: {
    // A listing of another site is a reason to look at the page, and nothing more.
    const bool may_state = context_.knowledge.places.may_state(source.id, row.url);
    if (!row.due_at || (!is_due(*row.due_at, now) && !(has_new_signal && may_state))) return {};
    break;
  }
  case store::UrlState::NotArticle:
    if (!has_new_signal) return {};
    break;
  case store::UrlState::Stored: {
    TRAWL_TRY(const auto input, context_.inputs.find(row.url, store::InputKind::Page, false));
    // A page fetched in the future was fetched while the clock was ahead; nobody knows when.
    const Moment fetched_at = input && input->fetched_at <= now ? input->fetched_at : Moment{};
    const bool is_modified = input && entry.modified > fetched_at && now - fetched_at > kHintPause;
    if (!has_new_signal && !is_modified) return {};
    break;
  }
  }
  row = next(std::move(row), {.what = Seen::Named, .now = now}); // the next crawl fetches it if this one is killed
  row.modified_hint = std::max(row.modified_hint, entry.modified);
  TRAWL_CHECK(context_.urls.save_url(row));
  fetch(row);
  return {};
}

} // namespace trawl::crawl
