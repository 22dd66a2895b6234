// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/crawler.h"

#include "indexer/fetch/retry.h"
#include "shared/url/url.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxInFlight = 32;
constexpr std::size_t kFewQueued = 1'000;          // then what waits in the store is looked up
constexpr std::size_t kMaxInside = 32;             // pages being made into articles
constexpr int kMaxAttempts = 4;                    // for one address in one run
constexpr int kMaxSilentAttempts = 3;              // if the last of them had no answer, which costs the most time
constexpr std::chrono::seconds kLongestWait = 60s; // for a Retry-After, in one run
constexpr std::chrono::milliseconds kTick = 100ms;
constexpr std::chrono::milliseconds kBusyTick = 10ms; // while the workshop may have something ready
constexpr std::chrono::milliseconds kCommitAfter = 500ms;
constexpr std::chrono::seconds kLookAfter = 10s;

std::string origin_of(const std::string& url) {
  const auto parsed = url::parse(url);
  return parsed ? parsed->origin() : std::string();
}

} // namespace

Crawler::Crawler(CrawlOptions options, CrawlHooks hooks, store::Database& database, const Knowledge& knowledge,
                 const std::vector<schema::SourceDefinition>& sources, fetch::Fetcher& fetcher,
                 fetch::Politeness& politeness)
    : options_(std::move(options)), hooks_(std::move(hooks)), database_(&database), knowledge_(&knowledge),
      sources_(&sources), fetcher_(&fetcher), crawl_(database), inputs_(database), keeper_(database),
      frontier_(politeness), workshop_(knowledge, options_.threads, kMaxInside, options_.backfill),
      robots_(options_.product) {}

Result<CrawlReport> Crawler::run() {
  TRAWL_CHECK(begin());
  while (!is_done()) {
    if (hooks_.stopped()) {
      report_.interrupted = true;
      break;
    }
    TRAWL_CHECK(tick());
  }
  TRAWL_CHECK(end());
  return std::move(report_);
}

Result<void> Crawler::begin() {
  for (const auto& source : *sources_) {
    SourceReport report;
    report.id = source.id;
    report.label = source.label;
    report_.sources.push_back(std::move(report));
  }
  TRAWL_CHECK(restore_robots());
  TRAWL_CHECK(crawl_.each_requests(now(), [&](std::string_view host, int count) {
    frontier_.politeness().restore_count(host, count, options_.clock());
  }));
  TRAWL_CHECK(crawl_.each_closure(
      now(), [&](std::string_view host, Moment until) { frontier_.politeness().restore_closed(host, until); }));
  TRAWL_TRY(auto transaction, store::Transaction::begin(*database_));
  transaction_.emplace(std::move(transaction));
  last_commit_ = last_look_ = options_.clock();
  if (options_.backfill) TRAWL_CHECK(begin_following());
  TRAWL_CHECK(add_entrances());
  return add_due_urls();
}

bool Crawler::is_done() const {
  return frontier_.empty() && parked_.empty() && to_make_.empty() && !has_more_due_ && fetcher_->in_flight() == 0 &&
         workshop_.inside() == 0;
}

Result<void> Crawler::tick() {
  TRAWL_CHECK(leave_closed_hosts());
  TRAWL_CHECK(fill_workshop());
  ask_next();
  fetcher_->wait(pause_before_next());
  while (auto job = workshop_.take()) TRAWL_CHECK(take_made(std::move(*job)));
  TRAWL_CHECK(outcome_);
  if (const auto trouble = hooks_.trouble()) return std::unexpected(*trouble);
  if (has_more_due_ && frontier_.size() < kFewQueued) TRAWL_CHECK(add_due_urls());
  if (options_.only_due && options_.clock() - last_look_ >= kLookAfter) TRAWL_CHECK(look_again());
  report_.waiting = frontier_.size() + fetcher_->in_flight() + workshop_.inside();
  hooks_.progress(report_);
  return options_.clock() - last_commit_ >= kCommitAfter ? commit() : Result<void>{};
}

/// Until the next host's turn, unless an answer comes before.
std::chrono::milliseconds Crawler::pause_before_next() const {
  const auto longest = workshop_.inside() > 0 ? kBusyTick : kTick;
  const auto now = options_.clock();
  const auto next = fetcher_->in_flight() < kMaxInFlight ? frontier_.wake_at(now, wants_pages()) : std::nullopt;
  return next ? std::clamp<std::chrono::milliseconds>(*next - now, 1ms, longest) : longest;
}

/// What is already fetched is kept; what is not will be asked for by the next crawl.
Result<void> Crawler::end() {
  frontier_.clear();
  while (workshop_.inside() > 0) {
    while (auto job = workshop_.take()) TRAWL_CHECK(take_made(std::move(*job)));
    std::this_thread::sleep_for(1ms);
  }
  TRAWL_CHECK(save_budgets());
  TRAWL_CHECK(transaction_->commit());
  transaction_.reset();
  hooks_.committed();
  report_.waiting = 0;
  hooks_.progress(report_);
  return {};
}

/// How often each host was asked today, and until when it is closed: neither ends with this process.
Result<void> Crawler::save_budgets() {
  const auto& politeness = frontier_.politeness();
  for (const auto& host : std::exchange(spent_, {})) {
    TRAWL_CHECK(crawl_.save_requests(host, now(), politeness.requests_today(host, options_.clock())));
    const auto until = std::chrono::ceil<std::chrono::seconds>(politeness.closed_until(host));
    if (until > now()) TRAWL_CHECK(crawl_.save_closure(host, until));
  }
  return {};
}

Result<void> Crawler::commit() {
  TRAWL_CHECK(save_budgets());
  TRAWL_CHECK(transaction_->commit());
  transaction_.reset();
  hooks_.committed();
  TRAWL_TRY(auto transaction, store::Transaction::begin(*database_));
  transaction_.emplace(std::move(transaction));
  last_commit_ = options_.clock();
  return {};
}

void Crawler::ask_next() {
  while (outcome_ && fetcher_->in_flight() < kMaxInFlight) {
    auto task = frontier_.next(options_.clock(), wants_pages());
    if (!task) break;
    const auto origin = origin_of(task->url);
    const auto* robots = task->kind == TaskKind::Robots ? nullptr : robots_.find(origin, now());
    if (task->kind == TaskKind::Robots) {
      send(std::move(*task));
    } else if (robots == nullptr) {
      park(std::move(*task), origin);
    } else if (auto forbidden = why_not(*task, *robots)) {
      outcome_ = refuse(*task, std::move(*forbidden));
    } else {
      send(std::move(*task));
    }
  }
  // Pages beyond the limit would wait for ever.
  if (is_enough() && fetcher_->in_flight() == 0) {
    frontier_.clear();
    has_more_due_ = false;
  }
}

/// The task waits for the robots.txt of its origin, which the first one asks for.
void Crawler::park(Task task, const std::string& origin) {
  auto& waiting = parked_[origin];
  waiting.push_back(std::move(task));
  if (waiting.size() > 1) return;
  Task ask;
  ask.kind = TaskKind::Robots;
  ask.url = fetch::robots_url(origin + "/");
  ask.source = origin;
  ask.chain.emplace(ask.url, fetch::RedirectRules{.max_hops = 5, .allow_downgrade = true});
  frontier_.add(std::move(ask));
}

void Crawler::send(Task task) {
  fetch::FetchRequest request;
  request.url = task.url;
  if (task.kind == TaskKind::Robots) {
    request.kind = fetch::ResourceKind::Robots;
  } else if (task.kind == TaskKind::Seed) {
    const auto& state = entrances_[task.entrance].state;
    request.kind = fetch::ResourceKind::Feed;
    request.etag = state.etag;
    request.last_modified = state.last_modified;
  } else {
    auto known = inputs_.find(task.url, store::InputKind::Page, false);
    if (!known) {
      outcome_ = std::unexpected(known.error());
      return;
    }
    if (*known) {
      request.etag = (*known)->etag;
      request.last_modified = (*known)->last_modified;
    }
    ++pages_in_flight_;
    ++report_.pages;
  }
  ++report_.requests;
  frontier_.started(task.url, options_.clock());
  fetcher_->start(std::move(request), [this, task = std::move(task)](Result<fetch::FetchResponse> result) {
    on_answer(task, std::move(result));
  });
}

void Crawler::on_answer(Task task, Result<fetch::FetchResponse> result) {
  fetch::Outcome outcome;
  if (result) {
    outcome.status = result->status;
    outcome.took = result->took;
    outcome.retry_after = fetch::parse_retry_after(result->retry_after, now());
    report_.bytes += result->wire_bytes;
  } else {
    outcome.is_silence = fetch::is_transient(result.error().code);
  }
  frontier_.finished(task.url, outcome, options_.clock());
  spent_.insert(Frontier::host_of(task.url));
  if (task.kind == TaskKind::Page) --pages_in_flight_;
  if (!outcome_ || retry(task, result)) return;
  switch (task.kind) {
  case TaskKind::Robots:
    outcome_ = on_robots(std::move(task), result);
    break;
  case TaskKind::Seed:
    outcome_ = on_entrance(std::move(task), result);
    break;
  case TaskKind::Page:
    outcome_ = on_page(std::move(task), result);
    break;
  }
}

/// Asks again after what may pass by itself, unless the server wants more patience than one run has.
bool Crawler::retry(Task& task, const Result<fetch::FetchResponse>& result) {
  const bool may_pass = result ? fetch::is_transient(result->status) : fetch::is_transient(result.error().code);
  if (!may_pass || ++task.attempts >= (result ? kMaxAttempts : kMaxSilentAttempts)) return false;
  const auto asked = result ? fetch::parse_retry_after(result->retry_after, now()) : std::nullopt;
  if (asked && *asked > kLongestWait) return false;
  const std::chrono::seconds pause(1 << (task.attempts - 1));
  task.not_before = options_.clock() + std::max(pause, asked.value_or(0s));
  frontier_.add(task);
  return true;
}

Result<void> Crawler::refuse(const Task& task, Error error) {
  if (task.kind == TaskKind::Seed) return fail_entrance(task.entrance, error, std::nullopt);
  TRAWL_TRY(auto row, crawl_.url(task.row));
  return fail_page(std::move(row), error, 0, std::nullopt);
}

SourceReport& Crawler::report_of(std::string_view source) {
  const auto found = std::ranges::find(report_.sources, source, &SourceReport::id);
  if (found != report_.sources.end()) return *found;
  report_.sources.push_back({});
  report_.sources.back().id = source;
  report_.sources.back().label = source;
  return report_.sources.back();
}

} // namespace trawl::crawl
