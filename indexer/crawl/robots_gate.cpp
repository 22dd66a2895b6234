// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/robots_gate.h"

#include "indexer/fetch/redirect.h"
#include "shared/url/url.h"

#include <utility>

namespace trawl::crawl {

Result<void> RobotsGate::restore() {
  return context_.hosts.each_robots([&](const std::string& origin, Moment fetched_at, const std::string& body) {
    auto robots = fetch::Robots::parse(body, context_.options.product);
    keep(origin, robots);
    cache_.restore(origin, std::move(robots), fetched_at);
  });
}

Admission RobotsGate::admit(Task& task) {
  if (task.kind == TaskKind::Robots) return {};
  const auto parsed = url::parse(task.url);
  const auto origin = parsed ? parsed->origin() : std::string();
  const auto* robots = cache_.find(origin, context_.now());
  if (robots == nullptr) {
    hold(std::move(task), origin);
    return {Admission::Kind::Held, {}};
  }
  if (auto error = robots_refusal(task, *robots)) return {Admission::Kind::Refused, std::move(*error)};
  return {};
}

void RobotsGate::hold(Task task, const std::string& origin) {
  auto& held = held_[origin];
  held.push_back(std::move(task));
  if (held.size() > 1) return;
  Task robots;
  robots.kind = TaskKind::Robots;
  robots.url = fetch::robots_url(origin + "/");
  robots.origin = origin;
  // RFC 9309 §2.3.1.2 asks to follow at least five redirects, across authorities too.
  robots.chain.emplace(robots.url, fetch::RedirectRules{.max_hops = 5, .allow_downgrade = true});
  frontier_.add(std::move(robots));
}

Result<std::vector<Refusal>> RobotsGate::on_response(Task task, const Result<fetch::FetchResponse>& result) {
  if (result && fetch::is_redirect(result->status)) {
    if (auto next = task.chain->follow(*result)) {
      task.url = std::move(*next);
      frontier_.add(std::move(task));
      return std::vector<Refusal>();
    }
  }
  const auto& origin = task.origin;
  const auto now = context_.now();
  const int status = result ? result->status : 0;
  const auto& robots = cache_.store(origin, status, result ? result->body : "", now);
  const bool is_found = status >= 200 && status < 300;
  // A missing robots.txt allows everything (RFC 9309 §2.3.1.3), like an empty one. 429 only asks to come back later.
  const bool is_missing = status >= 400 && status < 500 && status != 429;
  if (is_found || is_missing) TRAWL_CHECK(context_.hosts.save_robots(origin, now, is_found ? result->body : ""));
  keep(origin, robots);
  unavailable_[origin] =
      result ? Error{ErrorCode::HttpStatus, "the server answered " + std::to_string(status), "", ""} : result.error();
  std::vector<Refusal> refused;
  for (auto& held : take_held(origin)) {
    // A host that does not answer is closed for a while. Tasks that are forbidden anyway need not wait for that to end.
    auto error = result ? std::nullopt : robots_refusal(held, robots);
    if (error) {
      refused.push_back({std::move(held), std::move(*error)});
    } else {
      frontier_.add(std::move(held));
    }
  }
  return refused;
}

std::vector<Task> RobotsGate::take_held(const std::string& origin) {
  const auto found = held_.find(origin);
  if (found == held_.end()) return {};
  auto tasks = std::move(found->second);
  held_.erase(found);
  return tasks;
}

/// Keeps what the file says beside its rules. A longer delay than we are willing to wait is not kept: such a host is
/// not asked at all (see robots_refusal).
void RobotsGate::keep(const std::string& origin, const fetch::Robots& robots) {
  if (!robots.is_unreachable()) context_.sitemaps[origin] = robots.sitemaps();
  auto& politeness = frontier_.politeness();
  const auto delay = robots.crawl_delay();
  if (delay && politeness.accepts_crawl_delay(*delay))
    politeness.set_crawl_delay(Frontier::host_of(origin + "/"), *delay);
}

/// Why the task must not be sent; nullopt if it may.
std::optional<Error> RobotsGate::robots_refusal(const Task& task, const fetch::Robots& robots) const {
  const auto refused = [&](const std::string& why) { return Error{ErrorCode::RobotsRefused, why, task.url, ""}; };
  const auto parsed = url::parse(task.url);
  if (robots.is_unreachable()) {
    const auto found = parsed ? unavailable_.find(parsed->origin()) : unavailable_.end();
    const auto error = found == unavailable_.end() ? Error{} : found->second;
    // What refuses the robots.txt refuses the task itself, too, so this error explains both.
    if (error.code == ErrorCode::AddressRefused || error.code == ErrorCode::Unresolved)
      return Error{error.code, error.what, task.url, ""};
    return refused("robots.txt is unavailable, so nothing is fetched from this host: " + error.what);
  }
  const std::string why = fetch::refusal_of(robots, task.url, frontier_.politeness());
  return why.empty() ? std::nullopt : std::optional(refused(why));
}

} // namespace trawl::crawl
