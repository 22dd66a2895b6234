// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/rechecker.h"

#include "indexer/crawl/frontier/schedule.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

using namespace std::chrono_literals;

constexpr auto kSameDay = 20h;                        // a sign of life that is not older
constexpr std::chrono::days kInferredMove{30};        // then the address that an article has left is asked again
constexpr int kMaxFirstLooks = 6;                     // at a page that was never there: on and off for two months
constexpr std::int64_t kMaxArticleHours = 24 * 5'000; // then half of what a source did is forgotten

} // namespace

Result<void> Rechecker::add_due() {
  const auto now = context_.now();
  const auto today = std::chrono::floor<std::chrono::days>(now);
  for (const auto& source : context_.sources) {
    if (!source.enabled || !source.fetch_pages) continue;
    TRAWL_TRY(auto rate, context_.rechecks.rate(source.id));
    if (rate.day != today) {
      rate.day = today;
      rate.requests = 0;
    }
    const int left = context_.options.recheck_pages - rate.requests;
    if (left <= 0) continue;
    TRAWL_TRY(const auto due, context_.rechecks.due(source.id, now, static_cast<std::size_t>(left)));
    if (due.empty()) continue;
    for (const auto id : due) {
      TRAWL_TRY(const auto row, context_.urls.url(id));
      scheduler_.fetch(row);
    }
    rate.requests += static_cast<int>(due.size());
    TRAWL_CHECK(context_.rechecks.save_rate(rate));
  }
  return {};
}

/// When the article was published; else, when it was first seen.
Result<Moment> Rechecker::since(const store::UrlRow& row) {
  TRAWL_TRY(const auto input, context_.inputs.find(row.url, store::InputKind::Page, false));
  if (!input) return context_.now();
  TRAWL_TRY(const auto published, deduplicator_.published(input->id));
  return std::min(published.value_or(input->first_seen), input->first_seen);
}

/// Learns from a look how often the pages of a source change.
Result<void> Rechecker::count(const std::string& source, const store::Recheck& before, bool is_changed, bool is_there) {
  const auto now = context_.now();
  TRAWL_TRY(auto rate, context_.rechecks.rate(source));
  if (before.checked_at != Moment{} && before.misses == 0) {
    rate.article_hours +=
        std::max<std::int64_t>(std::chrono::floor<std::chrono::hours>(now - before.checked_at).count(), 0);
    rate.changes += is_changed ? 1 : 0;
  }
  if (rate.article_hours > kMaxArticleHours) {
    rate.article_hours /= 2;
    rate.changes /= 2;
  }
  if (is_there) rate.answered_at = now;
  return context_.rechecks.save_rate(rate);
}

Result<void> Rechecker::found(const store::UrlRow& row, bool is_edited) {
  TRAWL_TRY(const auto before, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto source, context_.urls.first_source(row.id));
  TRAWL_CHECK(count(source, before, is_edited, true));
  TRAWL_TRY(const auto rate, context_.rechecks.rate(source));
  TRAWL_TRY(const auto since_when, since(row));
  store::Recheck recheck{.url = row.id, .checked_at = context_.now(), .edits = before.edits + (is_edited ? 1 : 0)};
  recheck.due_at = next_recheck(recheck, rate, since_when, row.url);
  TRAWL_CHECK(context_.rechecks.save(recheck));
  missed_.erase(row.id);
  TRAWL_TRY(const auto leading, context_.urls.leading_to(row.url));
  const bool is_settled = before.checked_at != Moment{} || leading.empty();
  return before.gone_since || !is_settled ? deduplicator_.refresh(row.url) : Result<void>{};
}

Result<void> Rechecker::missed(const store::UrlRow& row, Absence absence) {
  if (absence != Absence::Withdrawn) {
    TRAWL_TRY(const bool has_moved, move_to_other(row));
    if (has_moved) return {};
  }
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto source, context_.urls.first_source(row.id));
  TRAWL_CHECK(count(source, recheck, true, false));
  note_missing(recheck, context_.now());
  if (absence != Absence::Missing && !recheck.gone_since) return withdraw(row, recheck);
  TRAWL_CHECK(context_.rechecks.save(recheck));
  ++context_.report.of(source).missing;
  if (!recheck.gone_since) missed_.insert(row.id);
  return {};
}

Result<void> Rechecker::unanswered(const store::UrlRow& row) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto others, deduplicator_.other_pages(row.url));
  note_missing(recheck, context_.now());
  if (!others.empty() && is_withdrawn(recheck, true)) {
    TRAWL_TRY(const bool has_moved, move_to_other(row));
    if (has_moved) return {};
  }
  if (others.empty()) recheck.misses = 0; // a site that is down takes nothing away
  return context_.rechecks.save(recheck);
}

Result<void> Rechecker::redirected(const store::UrlRow& row) {
  return context_.rechecks.save({.url = row.id, .gone_since = context_.now()});
}

Result<void> Rechecker::not_there_yet(const store::UrlRow& row) {
  if (row.failures > kMaxFirstLooks) return {};
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  recheck.due_at = context_.now() + std::chrono::hours(20 * (1 << std::max(row.failures - 1, 0)));
  return context_.rechecks.save(recheck);
}

Result<void> Rechecker::ask_former(const store::UrlRow& row) {
  TRAWL_TRY(const auto others, deduplicator_.other_pages(row.url));
  for (const auto& address : others) {
    TRAWL_TRY(const auto other, context_.urls.url(address));
    if (other.state == store::UrlState::Stored) scheduler_.fetch(other);
  }
  return {};
}

/// If a page of the same article lives at another address of the source, the article has moved there.
Result<bool> Rechecker::move_to_other(const store::UrlRow& row) {
  TRAWL_TRY(const auto others, deduplicator_.other_pages(row.url));
  for (const auto& address : others) {
    TRAWL_TRY(const auto other, context_.urls.url(address));
    TRAWL_TRY(const auto there, context_.rechecks.of(other.id));
    if (other.state != store::UrlState::Stored || there.misses > 0 || there.checked_at == Moment{}) continue;
    auto moved = row;
    moved.state = store::UrlState::Redirect;
    moved.target = other.id;
    moved.due_at.reset();
    TRAWL_CHECK(context_.urls.save_url(moved));
    TRAWL_CHECK(context_.rechecks.save({.url = row.id, .due_at = context_.now() + kInferredMove}));
    TRAWL_TRY(const auto source, context_.urls.first_source(row.id));
    ++context_.report.of(source).moved;
    TRAWL_CHECK(context_.source_store.clear_failure(source, row.url));
    TRAWL_CHECK(deduplicator_.follow_redirect(row.url));
    return true;
  }
  return false;
}

Result<void> Rechecker::withdraw(const store::UrlRow& row, store::Recheck recheck) {
  recheck.gone_since = recheck.missed_at;
  recheck.due_at = context_.now() + std::chrono::days(2);
  TRAWL_CHECK(context_.rechecks.save(recheck));
  TRAWL_TRY(const auto source, context_.urls.first_source(row.id));
  ++context_.report.of(source).gone;
  TRAWL_CHECK(context_.source_store.clear_failure(source, row.url));
  return deduplicator_.refresh(row.url);
}

Result<void> Rechecker::end() {
  for (const auto id : std::exchange(missed_, {})) {
    TRAWL_TRY(const auto row, context_.urls.url(id));
    TRAWL_TRY(const auto recheck, context_.rechecks.of(id));
    TRAWL_TRY(const auto source, context_.urls.first_source(id));
    TRAWL_TRY(const auto rate, context_.rechecks.rate(source));
    const bool is_site_up = rate.answered_at + kSameDay > context_.now();
    if (recheck.misses > 0 && !recheck.gone_since && is_withdrawn(recheck, is_site_up)) {
      TRAWL_CHECK(withdraw(row, recheck));
    }
  }
  return {};
}

} // namespace trawl::crawl
