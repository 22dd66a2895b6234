// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/rechecker.h"

#include "indexer/crawl/frontier/schedule.h"
#include "indexer/crawl/pages/acceptance.h"
#include "indexer/crawl/pages/page_state.h"
#include "shared/url/canonical.h"

#include <algorithm>

namespace trawl::crawl {
namespace {

constexpr auto kSameDay = kNextLook;       // a sign of life that is not older
constexpr int kShareOfLists = 10;          // of the budget: for lists that may name what is missing
constexpr std::chrono::days kLongDoubt{7}; // no check lasts longer for some pages, while others can be read
constexpr int kMovesForGood = 2;           // on so many days in a row a list led to another one
constexpr int kSiteMoves = 3;              // so many moves, and fewer pages in their places: all have moved

} // namespace

Result<void> Rechecker::add_due() {
  for (const auto& source : context_.sources) TRAWL_CHECK(add_due(source));
  return {};
}

Result<void> Rechecker::add_due(const schema::SourceDefinition& source) {
  return source.enabled && source.fetch_pages ? add_due(source.id) : Result<void>{};
}

Result<void> Rechecker::add_due(const std::string& source) {
  const auto open = context_.open_seeds.find(source);
  if (open != context_.open_seeds.end() && open->second > 0) return {};
  TRAWL_TRY(int left, context_.looks_left(source));
  left -= context_.options.recheck_pages / kShareOfLists;
  if (left <= 0) return {};
  TRAWL_TRY(const auto due, context_.rechecks.due(source, context_.now(), static_cast<std::size_t>(left)));
  int looks = 0;
  for (const auto id : due) {
    TRAWL_TRY(const auto row, context_.urls.url(id));
    looks += scheduler_.fetch(row) ? 1 : 0;
  }
  return context_.spend_looks(source, looks);
}

Result<void> Rechecker::note(store::Recheck& recheck, Sighting seen) {
  seen.now = context_.now();
  recheck = next(recheck, seen);
  return context_.rechecks.save(recheck);
}

/// When the article was published; else, or if the page may not be the article's, when it was first seen.
Result<Moment> Rechecker::since(const store::UrlRow& row, bool is_named_otherwise) {
  TRAWL_TRY(const auto input, context_.inputs.find(row.url, store::InputKind::Page, false));
  if (!input) return context_.now();
  if (is_named_otherwise) return input->first_seen;
  TRAWL_TRY(const auto published, deduplicator_.published(input->id));
  return std::min(published.value_or(input->first_seen), input->first_seen);
}

Result<void> Rechecker::found(const store::UrlRow& row, bool is_named_otherwise) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  const auto before = recheck;
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_TRY(auto looks, context_.rechecks.looks(source));
  looks.answered_at = context_.now();
  TRAWL_CHECK(context_.rechecks.save_looks(looks));
  if (before.checked_at != Moment{} && before.misses == 0) ++looks_[source].there;
  TRAWL_TRY(const auto since_when, since(row, is_named_otherwise));
  TRAWL_CHECK(note(recheck, {.sign = Sign::There, .since = since_when, .url = row.url}));
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
  TRAWL_TRY(const auto source, context_.owner_of(row));
  const bool is_announced = recheck.due_at == store::kNow;
  TRAWL_CHECK(note(recheck, {.sign = Sign::Missing}));
  const bool is_final = absence == Absence::Gone || absence == Absence::Withdrawn;
  if (!is_final || recheck.gone_since) ++context_.report.of(source).missing;
  if (recheck.gone_since) return {};
  auto& missed = missed_[row.id];
  missed = {missed.is_announced || is_announced || absence == Absence::LedAway, is_final};
  if (missed.is_final) return {};
  context_.missing.insert(source);
  TRAWL_CHECK(ask_witness(source));
  return absence == Absence::Missing ? note_move(source) : Result<void>{};
}

Result<bool> Rechecker::stands_for_missing(const store::UrlRow& row, const Replacement& shown) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  const auto lasted = context_.now() - shown.since;
  const bool is_long = lasted >= (shown.is_shown_for_nothing ? kNextLook : kLongDoubt);
  const bool is_told = shown.is_dropped && shown.is_shown_for_nothing;
  if (looks_[source].there > 0 && (is_long || is_told)) return true;
  TRAWL_TRY(const auto others, deduplicator_.other_pages(row.url));
  return !others.empty();
}

Result<void> Rechecker::doubted(const store::UrlRow& row, Moment since_when) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_CHECK(note(recheck, {.sign = Sign::Unlike, .since = since_when}));
  if (!recheck.gone_since && is_abandoned(recheck, context_.now())) abandoned_.insert(row.id);
  return {};
}

/// Whether a page that is missing was withdrawn or its site is down can only be told if another page is looked at, too.
Result<void> Rechecker::ask_witness(const std::string& source) {
  TRAWL_TRY(const auto looks, context_.rechecks.looks(source));
  if (looks.answered_at + kSameDay > context_.now() || !asked_.insert(source).second) return {};
  return ask_last_there(source, "");
}

Result<void> Rechecker::ask_neighbour(const std::string& url, std::int64_t row) {
  const auto host = url.substr(0, url.find('/', url.find("://") + 3) + 1);
  if (!asked_.insert(host).second) return {};
  TRAWL_TRY(const auto source, context_.owner_of(row));
  return ask_last_there(source, host, row);
}

Result<void> Rechecker::ask_last_there(const std::string& source, const std::string& host, std::int64_t except) {
  TRAWL_TRY(const auto witness, context_.rechecks.last_there(source, host, except));
  if (!witness) return {};
  TRAWL_TRY(const auto row, context_.urls.url(*witness));
  scheduler_.fetch(row);
  return {};
}

Result<void> Rechecker::unanswered(const store::UrlRow& row) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto others, deduplicator_.other_pages(row.url));
  if (others.empty() && !recheck.gone_since) { // a site that is down takes nothing away
    TRAWL_CHECK(note(recheck, {.sign = Sign::Silent}));
    if (!is_abandoned(recheck, context_.now())) return {};
    abandoned_.insert(row.id);
    TRAWL_TRY(const auto source, context_.owner_of(row));
    return ask_witness(source);
  }
  TRAWL_CHECK(note(recheck, {.sign = Sign::Missing}));
  if (others.empty() || !is_withdrawn(recheck, true, false)) return {};
  TRAWL_TRY([[maybe_unused]] const bool has_moved, move_to_other(row));
  return {};
}

Result<void> Rechecker::redirected(const store::UrlRow& row) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  if (!recheck.gone_since) return ask_witness(source);
  TRAWL_TRY(const bool has_departed, deduplicator_.lives_elsewhere(row.url));
  return note(recheck, {.sign = has_departed ? Sign::Departed : Sign::Missing});
}

Result<void> Rechecker::moved(const store::UrlRow& row) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_TRY(const auto target, context_.urls.url(row.target));
  ++context_.report.of(source).moved;
  const bool is_on_site = url::site(target.url) == url::site(row.url);
  TRAWL_CHECK(note(recheck, {.sign = is_on_site ? Sign::Followed : Sign::Departed}));
  return note_move(source);
}

Result<void> Rechecker::unsettled(const store::UrlRow& row, Moment since_when) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  return note(recheck, {.sign = Sign::Unsettled, .since = since_when});
}

/// When most of what was looked at has moved or is missing, the rest probably has moved, too.
Result<void> Rechecker::note_move(const std::string& source) {
  context_.missing.insert(source); // the lists that name what has moved with it may not name it for long
  auto& looks = looks_[source];
  if (++looks.moved < kSiteMoves || looks.there >= looks.moved || looks.has_site_moved) return {};
  looks.has_site_moved = true;
  TRAWL_TRY(auto others, context_.rechecks.others(source, context_.now() - kSameDay));
  for (auto& other : others) TRAWL_CHECK(note(other, {.sign = Sign::Announced}));
  return add_due(source);
}

Result<void> Rechecker::not_there_yet(const store::UrlRow& row) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  return note(recheck, {.sign = Sign::Unborn, .failures = row.failures});
}

Result<void> Rechecker::closed(const store::UrlRow& row, Moment since_when) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  return note(recheck, {.sign = Sign::Closed, .since = since_when});
}

/// The other source whose list the source's own list has become for good; empty: none.
Result<std::string> Rechecker::successor_of(const std::string& source) {
  const auto own = std::ranges::find(context_.sources, source, &schema::SourceDefinition::id);
  if (own == context_.sources.end()) return std::string();
  TRAWL_TRY(const auto list, context_.source_store.seed(own->seed.url, source));
  if (list.moves < kMovesForGood) return std::string();
  const auto there = std::ranges::find_if(context_.sources, [&](const schema::SourceDefinition& other) {
    return other.id != source && url::identity_key(other.seed.url) == url::identity_key(list.moved_to);
  });
  return there == context_.sources.end() ? std::string() : there->id;
}

/// If a page of the same article lives at another address of the source, or of the one that it has become, the article
/// has moved there.
Result<bool> Rechecker::move_to_other(const store::UrlRow& row) {
  TRAWL_TRY(auto others, deduplicator_.other_pages(row.url));
  if (others.empty()) {
    TRAWL_TRY(const auto source, context_.owner_of(row));
    TRAWL_TRY(const auto successor, successor_of(source));
    if (!successor.empty()) {
      TRAWL_TRY(others, deduplicator_.pages_like(row.url, successor));
    }
  }
  for (const auto& address : others) {
    TRAWL_TRY(const auto other, context_.urls.url(address));
    TRAWL_TRY(const auto there, context_.rechecks.of(other.id));
    if (other.state != store::UrlState::Stored || there.misses > 0 || there.checked_at == Moment{}) continue;
    TRAWL_CHECK(context_.urls.save_url(next(row, {.what = Seen::Elsewhere, .target = other.id})));
    store::Recheck former{.url = row.id};
    TRAWL_CHECK(note(former, {.sign = Sign::Left}));
    TRAWL_TRY(const auto source, context_.owner_of(row));
    ++context_.report.of(source).moved;
    missed_.erase(row.id);
    TRAWL_CHECK(context_.source_store.clear_failure(source, row.url));
    TRAWL_CHECK(deduplicator_.follow_redirect(row.url));
    TRAWL_CHECK(note_move(source));
    return true;
  }
  return false;
}

Result<void> Rechecker::withdraw(const store::UrlRow& row, store::Recheck recheck) {
  TRAWL_CHECK(note(recheck, {.sign = Sign::Withdrawn}));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  ++context_.report.of(source).gone;
  TRAWL_CHECK(context_.source_store.clear_failure(source, row.url));
  return deduplicator_.refresh(row.url);
}

Result<void> Rechecker::end() {
  std::map<std::string, std::vector<store::UrlRow>> withdrawn; // by source
  for (const auto& [id, missed] : std::exchange(missed_, {})) {
    TRAWL_TRY(const auto row, context_.urls.url(id));
    TRAWL_TRY(const auto source, context_.owner_of(row));
    TRAWL_TRY(const bool is_withdrawn, end_absence(row, missed));
    if (is_withdrawn) withdrawn[source].push_back(row);
  }
  for (const auto& [source, rows] : withdrawn) TRAWL_CHECK(withdraw_all(source, rows));
  for (const auto id : std::exchange(abandoned_, {})) {
    TRAWL_TRY(const bool is_up, is_site_up(id));
    if (!is_up) continue;
    TRAWL_TRY(const auto row, context_.urls.url(id));
    TRAWL_TRY(const auto recheck, context_.rechecks.of(id));
    TRAWL_CHECK(withdraw(row, recheck));
  }
  return {};
}

/// If they are much of a source, those that were missing for the first time wait for another day.
Result<void> Rechecker::withdraw_all(const std::string& source, const std::vector<store::UrlRow>& rows) {
  std::vector<store::UrlRow> lost;
  for (const auto& row : rows) {
    TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
    if (recheck.misses == 1) {
      lost.push_back(row);
    } else {
      TRAWL_CHECK(withdraw(row, recheck));
    }
  }
  TRAWL_TRY(const auto articles, deduplicator_.articles_of(source));
  if (is_much_of(lost.size(), articles)) return {};
  for (const auto& row : lost) {
    TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
    TRAWL_CHECK(withdraw(row, recheck));
  }
  return {};
}

/// Whether other pages of the source were there today.
Result<bool> Rechecker::is_site_up(std::int64_t row) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_TRY(const auto looks, context_.rechecks.looks(source));
  return looks.answered_at + kSameDay > context_.now();
}

/// Whether the article of a page that is missing is withdrawn. Another page of it may have been found since.
Result<bool> Rechecker::end_absence(const store::UrlRow& row, const Missed& missed) {
  TRAWL_TRY(auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  if (recheck.misses == 0 || recheck.gone_since) return false;
  if (missed.is_final) return true;
  TRAWL_TRY(const bool is_up, is_site_up(row.id));
  if (!is_withdrawn(recheck, is_up, missed.is_announced || looks_[source].has_site_moved)) return false;
  TRAWL_TRY(const bool has_moved, move_to_other(row));
  return !has_moved;
}

} // namespace trawl::crawl
