// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/crawl_loop.h"

#include "indexer/fetch/retry.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxInFlight = 32;

/// A resolver that is there answers within a second, even that it does not know the name. After so many names for which
/// it has not, and no host that was reached, no others are looked up for a while.
constexpr auto kLongLookup = 2s;
constexpr int kEnoughLookups = 8;
constexpr auto kWithoutLookups = 60s;

constexpr int kMaxAttempts = 4;       // for one URL in one crawl
constexpr int kMaxSilentAttempts = 3; // if the last one had no answer, because a timeout costs the most time
constexpr std::chrono::seconds kLongestWait = 60s; // for a Retry-After within one crawl
constexpr std::chrono::milliseconds kTick = 100ms;
constexpr std::chrono::seconds kCheckDueAfter = 10s;
constexpr std::chrono::seconds kDeriveAfter = 30s; // so that what feeds say can be found while a slow crawl runs
// A host that is closed for longer is left to the next crawl. This is the longest Crawl-delay that we keep and the time
// of an answer.
constexpr std::chrono::seconds kPatience = 90s;

constexpr std::chrono::days kLongestBackfill{60}; // then no server's pauses keep one going

// So is one that costs a crawl more than it gives: one request after another is refused, fails or gets no answer.
constexpr int kEnoughFailures = 8;
constexpr auto kEnoughTime = 20s; // of two failures or more
constexpr std::chrono::minutes kTroublePause{15};

bool is_trouble(const Result<fetch::FetchResponse>& result) {
  return result ? result->status >= 500 || result->status == 429 : fetch::is_transient(result.error().code);
}

/// How a request went, as it is counted.
std::string_view outcome_of(const Result<fetch::FetchResponse>& result) {
  if (!result) return "no_answer";
  if (result->status == 304) return "not_modified";
  if (result->status >= 500) return "server_error";
  if (result->status >= 400) return "client_error";
  return result->status >= 300 ? "redirect" : "ok";
}

} // namespace

CrawlLoop::CrawlLoop(CrawlOptions options, CrawlHooks hooks, store::Database& database, const Knowledge& knowledge,
                     const std::vector<schema::SourceDefinition>& sources, fetch::Fetcher& fetcher,
                     fetch::Politeness& politeness)
    : context_(std::move(options), database, knowledge, sources), hooks_(std::move(hooks)), fetcher_(fetcher),
      frontier_(politeness), session_(context_, database, politeness), robots_(context_, frontier_),
      scheduler_(context_, frontier_), links_(context_, scheduler_), pictures_(context_, frontier_, database),
      pages_(context_, database, scheduler_, links_, pictures_), seed_queue_(context_, frontier_),
      seeds_(context_, frontier_, seed_queue_, scheduler_, links_) {}

Result<CrawlReport> CrawlLoop::run() {
  TRAWL_CHECK(begin());
  for (bool is_to_do = true; is_to_do && !context_.report.interrupted;) {
    TRAWL_CHECK(work());
    if (context_.report.interrupted) break;
    const auto batch = [this] { return session_.is_due() ? commit() : Result<void>{}; };
    TRAWL_TRY(is_to_do, pages_.judge(batch));
    if (is_to_do) continue;
    TRAWL_CHECK(pages_.derive(batch));
    is_to_do = !is_done(); // there may be pictures
  }
  TRAWL_CHECK(end());
  return std::move(context_.report);
}

/// Until nothing is left to do, or until stopped.
Result<void> CrawlLoop::work() {
  while (!is_done()) {
    if (hooks_.stopped()) {
      context_.report.interrupted = true;
      break;
    }
    TRAWL_CHECK(tick());
  }
  return {};
}

Result<void> CrawlLoop::begin() {
  for (const auto& source : context_.sources) context_.report.of(source.id).label = source.label;
  TRAWL_CHECK(robots_.restore());
  TRAWL_CHECK(session_.restore_politeness());
  TRAWL_CHECK(session_.begin());
  TRAWL_CHECK(pictures_.begin());
  last_due_check_ = last_derived_ = context_.options.clock();
  if (!context_.options.wanted.empty()) return scheduler_.fetch_wanted();
  TRAWL_CHECK(begin_backfills());
  TRAWL_CHECK(links_.begin(hooks_.stopped));
  TRAWL_CHECK(seed_queue_.add_all());
  TRAWL_CHECK(scheduler_.add_due());
  return pages_.add_rechecks();
}

/// Those that are asked for, and those that an earlier crawl had to leave.
Result<void> CrawlLoop::begin_backfills() {
  for (const auto& source : context_.sources) {
    if (context_.options.backfill && source.enabled)
      TRAWL_CHECK(context_.source_store.begin_backfill(source.id, context_.now()));
  }
  TRAWL_TRY(const auto begun, context_.source_store.backfills());
  for (const auto& source : context_.sources) {
    const auto backfill = begun.find(source.id);
    if (source.enabled && backfill != begun.end()) context_.backfills.insert(*backfill);
  }
  return {};
}

/// One ends when no seed is left to ask.
Result<void> CrawlLoop::end_backfills() {
  for (const auto& [source, since] : context_.backfills) {
    const bool is_too_long = context_.now() - since > kLongestBackfill;
    const bool is_left = context_.put_off.contains(source) || context_.open_seeds[source] > 0;
    if (is_too_long || !is_left) TRAWL_CHECK(context_.source_store.end_backfill(source));
  }
  return {};
}

bool CrawlLoop::is_done() const {
  return frontier_.empty() && context_.missing.empty() && !robots_.has_held() && !scheduler_.has_more_due() &&
         fetcher_.in_flight() == 0;
}

Result<void> CrawlLoop::tick() {
  TRAWL_CHECK(leave_closed_hosts());
  send_ready();
  fetcher_.wait(pause_before_next());
  TRAWL_CHECK(outcome_);
  if (const auto trouble = hooks_.trouble()) return std::unexpected(*trouble);
  TRAWL_CHECK(add_due());
  if (context_.options.clock() - last_derived_ >= kDeriveAfter) {
    last_derived_ = context_.options.clock();
    TRAWL_CHECK(pages_.derive_links());
  }
  context_.report.waiting = frontier_.size() + fetcher_.in_flight();
  context_.report.awaited = awaited_.empty() ? frontier_.busiest_host() : awaited_.begin()->second;
  hooks_.progress(context_.report);
  return session_.is_due() ? commit() : Result<void>{};
}

/// Where a page was missing, other lists may tell where it is; and during a long crawl other seeds and pages become
/// due.
Result<void> CrawlLoop::add_due() {
  for (const auto& missing : std::exchange(context_.missing, {})) {
    const auto source = std::ranges::find(context_.sources, missing, &schema::SourceDefinition::id);
    if (source != context_.sources.end()) TRAWL_CHECK(seed_queue_.add_lists(*source, true));
  }
  if (scheduler_.wants_more_due()) TRAWL_CHECK(scheduler_.add_due());
  if (!context_.options.only_due || context_.options.clock() - last_due_check_ < kCheckDueAfter) return {};
  last_due_check_ = context_.options.clock();
  TRAWL_CHECK(seed_queue_.add_due());
  return scheduler_.add_due();
}

/// How long to wait for answers: until the next host's turn at most.
std::chrono::milliseconds CrawlLoop::pause_before_next() const {
  const auto now = context_.options.clock();
  const auto next = fetcher_.in_flight() < kMaxInFlight ? frontier_.wake_at(now, !pages_.is_enough()) : std::nullopt;
  return next ? std::clamp<std::chrono::milliseconds>(*next - now, 1ms, kTick) : kTick;
}

/// Stores what has been fetched; the next crawl fetches the rest.
Result<void> CrawlLoop::end() {
  frontier_.clear();
  TRAWL_CHECK(end_backfills());
  TRAWL_CHECK(pages_.end());
  TRAWL_CHECK(context_.names.end_run(context_.now()));
  TRAWL_CHECK(session_.commit());
  hooks_.committed();
  context_.report.waiting = 0;
  hooks_.progress(context_.report);
  return {};
}

Result<void> CrawlLoop::commit() {
  TRAWL_CHECK(session_.commit());
  hooks_.committed();
  return session_.begin();
}

/// A host that does not answer, or wants a long pause, must not hold up the others.
Result<void> CrawlLoop::leave_closed_hosts() {
  for (const auto& [host, open_at] : frontier_.closed_hosts(context_.options.clock(), kPatience)) {
    const auto until = std::chrono::ceil<std::chrono::seconds>(open_at);
    const int unanswered_requests = frontier_.politeness().unanswered_requests(host);
    const Error error =
        unanswered_requests > 0
            ? Error{ErrorCode::Timeout, "did not answer " + std::to_string(unanswered_requests) + " requests", host, ""}
            : Error{ErrorCode::HttpStatus, "asks not to be contacted before " + to_rfc3339(until), host, ""};
    TRAWL_CHECK(leave(host, error, until));
  }
  for (auto& [host, trouble] : troubles_) {
    if (trouble.left_until == fetch::Instant{}) continue;
    if (trouble.left_until <= context_.options.clock()) trouble = {};
    if (trouble.failures > 0)
      TRAWL_CHECK(leave(host, trouble.error, std::chrono::ceil<std::chrono::seconds>(trouble.left_until)));
  }
  return {};
}

Result<void> CrawlLoop::leave(const std::string& host, const Error& error, Moment until) {
  for (const auto& task : frontier_.take_host(host)) {
    if (task.kind != TaskKind::Robots) {
      TRAWL_CHECK(postpone(task, error, until));
      continue;
    }
    for (const auto& held : robots_.take_held(task.origin)) TRAWL_CHECK(postpone(held, error, until));
  }
  return {};
}

void CrawlLoop::note_trouble(const std::string& host, const Result<fetch::FetchResponse>& result, fetch::Instant sent) {
  const auto now = context_.options.clock();
  if (!is_trouble(result)) {
    troubles_.erase(host);
    return;
  }
  auto& trouble = troubles_[host];
  if (++trouble.failures == 1) trouble.since = sent;
  const bool is_enough =
      trouble.failures >= kEnoughFailures || (trouble.failures > 1 && now - trouble.since >= kEnoughTime);
  if (!is_enough) return;
  trouble.left_until = std::max(frontier_.politeness().closed_until(host), now + kTroublePause);
  const auto closed_until = frontier_.politeness().closed_until(host);
  const auto what = !result              ? "gives no answer"
                    : closed_until > now ? "asks not to be contacted before " +
                                               to_rfc3339(std::chrono::ceil<std::chrono::seconds>(closed_until))
                                         : "answers again and again with " + std::to_string(result->status);
  trouble.error = {result ? ErrorCode::HttpStatus : ErrorCode::Timeout, what, host, ""};
}

/// Sends the tasks whose hosts may be requested now.
void CrawlLoop::send_ready() {
  while (outcome_ && fetcher_.in_flight() < kMaxInFlight) {
    auto task = frontier_.next(context_.options.clock(), !pages_.is_enough());
    if (!task) break;
    const auto admission = robots_.admit(*task);
    switch (admission.kind) {
    case Admission::Kind::Allowed:
      send(std::move(*task));
      break;
    case Admission::Kind::Held:
      break;
    case Admission::Kind::Refused:
      outcome_ = refuse(*task, admission.error);
      break;
    }
  }
  // With max_pages reached, the remaining pages would wait for ever.
  if (pages_.is_enough() && fetcher_.in_flight() == 0) {
    frontier_.clear();
    robots_.forget_held();
    scheduler_.skip_more_due();
  }
}

void CrawlLoop::send(Task task) {
  fetch::FetchRequest request;
  switch (task.kind) {
  case TaskKind::Robots:
    request.url = task.url;
    request.kind = fetch::ResourceKind::Robots;
    break;
  case TaskKind::Seed:
    request = seeds_.request_for(task);
    break;
  case TaskKind::Page: {
    auto page = pages_.begin_request(task);
    if (!page) {
      outcome_ = std::unexpected(page.error());
      return;
    }
    request = std::move(*page);
    break;
  }
  case TaskKind::Picture:
    request.url = task.url;
    request.kind = fetch::ResourceKind::Picture;
    break;
  }
  const auto sent = context_.options.clock();
  frontier_.started(task.url, sent);
  if (unanswered_lookups_ >= kEnoughLookups && !context_.report.has_reached_host &&
      sent - last_unanswered_lookup_ < kWithoutLookups)
    return on_answer(task, fail(ErrorCode::Unresolved, "cannot resolve " + Frontier::host_of(task.url), task.url),
                     sent);
  ++context_.report.requests;
  awaited_.emplace(sent, Frontier::host_of(task.url));
  fetcher_.start(std::move(request), [this, task = std::move(task), sent](const Result<fetch::FetchResponse>& result) {
    const auto now = context_.options.clock();
    if (!result && result.error().code == ErrorCode::Unresolved && now - sent >= kLongLookup) {
      ++unanswered_lookups_;
      last_unanswered_lookup_ = now;
    }
    on_answer(task, result, sent);
  });
}

/// Counts a request of a source. Those for robots.txt belong to a host, and pictures may, which sources may share.
Result<void> CrawlLoop::count(const Task& task, const Result<fetch::FetchResponse>& result) {
  if (task.kind == TaskKind::Robots || task.kind == TaskKind::Picture) return {};
  std::string source = task.kind == TaskKind::Seed ? seed_queue_.run(task.run).source->id : std::string();
  if (task.kind == TaskKind::Page) {
    TRAWL_TRY(source, context_.owner_of(task.row));
  }
  session_.count_fetch(source, outcome_of(result), result ? result->wire_bytes : 0);
  return {};
}

void CrawlLoop::on_answer(Task task, const Result<fetch::FetchResponse>& result, fetch::Instant sent) {
  const auto [first, last] = awaited_.equal_range(sent);
  const auto awaited =
      std::find(first, last, std::pair<const fetch::Instant, std::string>(sent, Frontier::host_of(task.url)));
  if (awaited != last) awaited_.erase(awaited);
  if (!result && result.error().code == ErrorCode::Exhausted) { // our fault: it counts against no page and no host
    frontier_.finished(task.url, {}, context_.options.clock());
    if (outcome_) outcome_ = std::unexpected(result.error());
    return;
  }
  const bool is_unresolved = !result && result.error().code == ErrorCode::Unresolved;
  if (is_unresolved) context_.report.unresolved_hosts.insert(Frontier::host_of(task.url));
  context_.report.has_reached_host = context_.report.has_reached_host || !is_unresolved;
  fetch::Outcome outcome;
  if (result) {
    outcome.status = result->status;
    outcome.took = result->took;
    outcome.retry_after = fetch::parse_retry_after(result->retry_after, context_.now());
    context_.report.bytes += result->wire_bytes;
  } else {
    outcome.is_unanswered = fetch::is_transient(result.error().code);
  }
  frontier_.finished(task.url, outcome, context_.options.clock());
  session_.note_request(Frontier::host_of(task.url));
  note_trouble(Frontier::host_of(task.url), result, sent);
  if (outcome_) outcome_ = count(task, result);
  if (outcome_ && !retry(task, result)) outcome_ = dispatch(std::move(task), result);
}

Result<void> CrawlLoop::dispatch(Task task, const Result<fetch::FetchResponse>& result) {
  switch (task.kind) {
  case TaskKind::Robots: {
    TRAWL_TRY(const auto refused, robots_.on_response(std::move(task), result));
    for (const auto& refusal : refused) TRAWL_CHECK(refuse(refusal.task, refusal.error));
    return {};
  }
  case TaskKind::Seed: {
    const auto run = task.run;
    TRAWL_CHECK(seeds_.on_response(std::move(task), result));
    return add_rechecks(run);
  }
  case TaskKind::Page:
    return pages_.on_response(task, result);
  case TaskKind::Picture:
    return pictures_.on_response(std::move(task), result);
  }
  return {};
}

/// Adds the task again after a failure that may be transient, unless its server asks for a long pause.
bool CrawlLoop::retry(Task& task, const Result<fetch::FetchResponse>& result) {
  const bool is_transient = result ? fetch::is_transient(result->status) : fetch::is_transient(result.error().code);
  // While no host has answered, it is the network that is missing. The resolver has asked several times itself.
  if (!result && result.error().code == ErrorCode::Unresolved && !context_.report.has_reached_host) return false;
  if (!is_transient || ++task.attempts >= (result ? kMaxAttempts : kMaxSilentAttempts)) return false;
  const auto retry_after = result ? fetch::parse_retry_after(result->retry_after, context_.now()) : std::nullopt;
  if (retry_after && *retry_after > kLongestWait) return false;
  const std::chrono::seconds pause(1 << (task.attempts - 1));
  task.not_before = context_.options.clock() + std::max(pause, retry_after.value_or(0s));
  frontier_.add(task);
  return true;
}

/// A seed has answered, or will not: what it has announced is looked at.
Result<void> CrawlLoop::add_rechecks(std::size_t run) { return pages_.add_rechecks(*seed_queue_.run(run).source); }

Result<void> CrawlLoop::fail_seed(const Task& task, const Error& error,
                                  std::optional<std::chrono::seconds> retry_after) {
  TRAWL_CHECK(seeds_.fail(task.run, error, retry_after));
  return add_rechecks(task.run);
}

Result<void> CrawlLoop::refuse(const Task& task, const Error& error) {
  if (task.kind == TaskKind::Seed) return fail_seed(task, error, std::nullopt);
  if (task.kind == TaskKind::Picture) return {}; // robots.txt may be another one next time; until then it costs nothing
  return pages_.refuse(task, error);
}

Result<void> CrawlLoop::postpone(const Task& task, const Error& error, Moment until) {
  if (task.kind == TaskKind::Seed) return fail_seed(task, error, until - context_.now());
  if (task.kind == TaskKind::Picture) return {}; // the next crawl asks
  return pages_.postpone(task, error, until);
}

} // namespace trawl::crawl
