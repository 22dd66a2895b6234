// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts: their robots.txt, and leaving alone those that are closed.
#include "indexer/crawl/crawler.h"

#include "indexer/fetch/redirect.h"
#include "shared/url/url.h"

#include <utility>

namespace trawl::crawl {
namespace {

using namespace std::chrono_literals;

// A host that may not be asked for longer than this is left for another crawl: the longest Crawl-delay that is kept,
// and the time of an answer.
constexpr std::chrono::seconds kPatience = 90s;

} // namespace

Result<void> Crawler::restore_robots() {
  return crawl_.each_robots([&](const std::string& origin, Moment fetched_at, const std::string& body) {
    auto robots = fetch::Robots::parse(body, options_.product);
    keep_crawl_delay(origin, robots);
    robots_.restore(origin, std::move(robots), fetched_at);
  });
}

Result<void> Crawler::on_robots(Task task, const Result<fetch::FetchResponse>& result) {
  if (result && fetch::is_redirect(result->status)) {
    if (auto next = task.chain->follow(*result)) {
      task.url = std::move(*next);
      frontier_.add(std::move(task));
      return {};
    }
  }
  const auto& origin = task.source;
  const int status = result ? result->status : 0;
  const auto& robots = robots_.store(origin, status, result ? result->body : "", now());
  const bool is_there = status >= 200 && status < 300;
  // A missing one allows everything (RFC 9309 §2.3.1.3), like an empty one; 429 only asks to come later.
  const bool is_missing = status >= 400 && status < 500 && status != 429;
  if (is_there || is_missing) TRAWL_CHECK(crawl_.save_robots(origin, now(), is_there ? result->body : ""));
  keep_crawl_delay(origin, robots);
  no_robots_[origin] =
      result ? Error{ErrorCode::HttpStatus, "the server answered " + std::to_string(status), "", ""} : result.error();
  for (auto& waiting : unpark(origin)) {
    // Silence closes the host for a while; what is not going to be asked anyway need not wait for that to end.
    if (auto forbidden = result ? std::nullopt : why_not(waiting, robots)) {
      TRAWL_CHECK(refuse(waiting, std::move(*forbidden)));
    } else {
      frontier_.add(std::move(waiting));
    }
  }
  return {};
}

/// A host that asks for more patience than we have is not asked at all, and so need not be waited for.
void Crawler::keep_crawl_delay(const std::string& origin, const fetch::Robots& robots) {
  auto& politeness = frontier_.politeness();
  const auto delay = robots.crawl_delay();
  if (delay && politeness.is_bearable(*delay)) politeness.set_crawl_delay(Frontier::host_of(origin + "/"), *delay);
}

/// Why a robots.txt, or our own want of patience, forbids to ask; nullopt: it does not.
std::optional<Error> Crawler::why_not(const Task& task, const fetch::Robots& robots) const {
  const auto refused = [&](const std::string& why) { return Error{ErrorCode::RobotsRefused, why, task.url, ""}; };
  const auto parsed = url::parse(task.url);
  if (robots.is_unreachable()) {
    const auto found = parsed ? no_robots_.find(parsed->origin()) : no_robots_.end();
    const auto error = found == no_robots_.end() ? Error{} : found->second;
    // An address that is refused is so for its robots.txt first.
    if (error.code == ErrorCode::AddressRefused) return Error{error.code, error.what, task.url, ""};
    return refused("its robots.txt cannot be had, so nothing is asked for: " + error.what);
  }
  if (!robots.allows(parsed ? parsed->request_target() : "/")) return refused("robots.txt forbids it");
  if (robots.crawl_delay() && !frontier_.politeness().is_bearable(*robots.crawl_delay())) {
    return refused("robots.txt asks for longer pauses than a crawl has");
  }
  return std::nullopt;
}

/// The tasks that wait for a robots.txt.
std::vector<Task> Crawler::unpark(const std::string& origin) {
  const auto found = parked_.find(origin);
  if (found == parked_.end()) return {};
  auto tasks = std::move(found->second);
  parked_.erase(found);
  return tasks;
}

/// One host that is silent, or wants more patience than a crawl has, costs the others nothing.
Result<void> Crawler::leave_closed_hosts() {
  for (const auto& [host, open_at] : frontier_.closed_hosts(options_.clock(), kPatience)) {
    const auto until = std::chrono::ceil<std::chrono::seconds>(open_at);
    const int silences = frontier_.politeness().silences(host);
    const Error error =
        silences > 0
            ? Error{ErrorCode::Timeout, "gave no answer to " + std::to_string(silences) + " requests", host, ""}
            : Error{ErrorCode::HttpStatus, "is not to be asked before " + to_rfc3339(until), host, ""};
    for (auto& task : frontier_.take_host(host)) {
      if (task.kind != TaskKind::Robots) {
        TRAWL_CHECK(postpone(task, error, until));
        continue;
      }
      for (const auto& waiting : unpark(task.source)) TRAWL_CHECK(postpone(waiting, error, until));
    }
  }
  return {};
}

/// Whether pages are wanted now, or only what names more of them.
bool Crawler::wants_pages() const { return !is_enough() && workshop_.has_room(pages_in_flight_); }

bool Crawler::is_enough() const { return options_.max_pages != 0 && report_.pages >= options_.max_pages; }

} // namespace trawl::crawl
