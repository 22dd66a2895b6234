// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/politeness.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "indexer/fetch/clock_slack.h"
#include "shared/url/canonical.h"

namespace trawl::fetch {
namespace {

using std::chrono::milliseconds;

std::string site_of(std::string_view host) {
  std::string site = url::site("http://" + std::string(host) + "/");
  return site.empty() ? std::string(host) : site;
}

std::chrono::sys_days day_of(Instant now) { return std::chrono::floor<std::chrono::days>(now); }

/// `first` doubled that many times, at most `longest`.
milliseconds doubled(std::chrono::seconds first, std::chrono::seconds longest, int times) {
  const double wait = static_cast<double>(first.count()) * std::exp2(std::min(times, 30));
  return std::chrono::seconds(static_cast<long>(std::min(wait, static_cast<double>(longest.count()))));
}

/// Whether the host asked us to slow down (RFC 6585 §4, RFC 9110 §15.6.4).
bool is_refusal(const Outcome& outcome) { return outcome.status == 429 || outcome.status == 503; }

} // namespace

Politeness::Politeness(PolitenessOptions options) : options_(options) {}

Politeness::Host& Politeness::host_of(std::string_view host) {
  auto at = hosts_.find(host);
  if (at == hosts_.end()) {
    at = hosts_.emplace(host, Host{}).first;
    at->second.site = site_of(host);
  }
  return at->second;
}

const Politeness::Host* Politeness::find(std::string_view host) const {
  const auto at = hosts_.find(host);
  return at == hosts_.end() ? nullptr : &at->second;
}

milliseconds Politeness::delay_of(const Host& host) const {
  const auto adaptive = std::chrono::duration_cast<milliseconds>(host.answer_time * options_.answer_time_factor);
  return std::max({options_.delay, host.crawl_delay, std::min(adaptive, options_.max_adaptive_delay)});
}

milliseconds Politeness::delay_of(std::string_view host) const {
  const Host* known = find(host);
  return known ? delay_of(*known) : options_.delay;
}

Turn Politeness::turn(std::string_view host, Instant now) const {
  const Host* known = find(host);
  const auto open = open_of_site_.find(known ? known->site : site_of(host));
  if (open != open_of_site_.end() && open->second >= options_.connections_per_site) return {Turn::Kind::Busy, now};
  if (!known) return {Turn::Kind::Now, now};
  if (options_.pages_per_day > 0 && known->day == day_of(now) && known->requests >= options_.pages_per_day) {
    return {Turn::Kind::Exhausted, day_of(now) + std::chrono::days(1)};
  }
  if (known->open >= options_.connections_per_host) return {Turn::Kind::Busy, now};
  if (known->next > now && known->next <= now + longest_pause()) return {Turn::Kind::Later, known->next};
  return {Turn::Kind::Now, now};
}

/// The longest possible pause. A time further ahead was recorded while the clock was wrong.
milliseconds Politeness::longest_pause() const {
  const auto longest = std::max<milliseconds>(
      {options_.delay, options_.max_adaptive_delay, options_.max_crawl_delay, options_.max_backoff});
  return longest + kClockSlack;
}

/// Ends a pause that began while the clock was ahead.
void Politeness::forget_future(Host& host, Instant now) const {
  if (host.next > now + longest_pause()) host.next = host.closed_until = now;
}

void Politeness::started(std::string_view host, Instant now) {
  Host& known = host_of(host);
  forget_future(known, now);
  if (known.day != day_of(now)) {
    known.day = day_of(now);
    known.requests = 0;
  }
  ++known.requests;
  ++known.open;
  ++open_of_site_[known.site];
  known.next = std::max(known.next, now + delay_of(known));
}

void Politeness::finished(std::string_view host, const Outcome& outcome, Instant now) {
  Host& known = host_of(host);
  forget_future(known, now);
  if (known.open > 0) --known.open;
  if (const auto open = open_of_site_.find(known.site); open != open_of_site_.end() && --open->second <= 0) {
    open_of_site_.erase(open);
  }
  if (outcome.status != 0) {
    // Exponential moving average: one slow page changes little, a slow host is noticed after a few.
    const bool is_first = known.answer_time == milliseconds{0};
    known.answer_time = is_first ? outcome.took : (known.answer_time * 3 + outcome.took) / 4;
  }
  const auto backoff = backoff_after(known, outcome);
  if (is_refusal(outcome)) known.closed_until = std::max(known.closed_until, now + backoff);
  known.next = std::max({known.next, now + delay_of(known), now + backoff});
}

/// The backoff after this outcome; counts refusals and missing answers in a row.
milliseconds Politeness::backoff_after(Host& host, const Outcome& outcome) const {
  host.unanswered_requests = outcome.is_unanswered ? host.unanswered_requests + 1 : 0;
  if (is_refusal(outcome)) {
    const int before = host.refusals++;
    return outcome.retry_after ? std::min<milliseconds>(*outcome.retry_after, options_.max_backoff)
                               : doubled(options_.first_backoff, options_.max_backoff, before);
  }
  if (outcome.status != 0) host.refusals = 0;
  if (host.unanswered_requests < options_.patience) return milliseconds{0};
  return doubled(options_.first_backoff, options_.max_backoff, host.unanswered_requests - options_.patience);
}

int Politeness::unanswered_requests(std::string_view host) const {
  const Host* known = find(host);
  return known ? known->unanswered_requests : 0;
}

void Politeness::set_crawl_delay(std::string_view host, std::chrono::duration<double> delay) {
  const auto kept = std::min<std::chrono::duration<double>>(delay, options_.max_crawl_delay);
  Host& known = host_of(host);
  const milliseconds before = delay_of(known);
  known.crawl_delay = std::chrono::duration_cast<milliseconds>(kept);
  // The pause after the request for robots.txt itself already follows the new delay.
  if (known.requests > 0) known.next += std::max(delay_of(known) - before, milliseconds{0});
}

int Politeness::requests_today(std::string_view host, Instant now) const {
  const Host* known = find(host);
  return known && known->day == day_of(now) ? known->requests : 0;
}

void Politeness::restore_count(std::string_view host, int requests, Instant now) {
  Host& known = host_of(host);
  known.day = day_of(now);
  known.requests = requests;
}

Instant Politeness::closed_until(std::string_view host) const {
  const Host* known = find(host);
  return known ? known->closed_until : Instant{};
}

void Politeness::restore_closed(std::string_view host, Instant until) {
  Host& known = host_of(host);
  known.closed_until = std::max(known.closed_until, until);
  known.next = std::max(known.next, until);
}

} // namespace trawl::fetch
