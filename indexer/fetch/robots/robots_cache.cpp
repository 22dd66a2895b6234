// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/robots/robots_cache.h"

#include <utility>

#include "indexer/fetch/clock_slack.h"
#include "shared/url/url.h"

namespace trawl::fetch {

std::string robots_url(std::string_view url) {
  const auto parsed = url::parse(url);
  return parsed ? parsed->origin() + "/robots.txt" : std::string();
}

std::string refusal_of(const Robots& robots, std::string_view url, const Politeness& politeness) {
  const auto parsed = url::parse(url);
  if (robots.is_unreachable()) return "robots.txt is unavailable, so nothing is fetched from this host";
  if (!robots.allows(parsed ? parsed->request_target() : "/")) return "robots.txt forbids it";
  const auto delay = robots.crawl_delay();
  return delay && !politeness.accepts_crawl_delay(*delay)
             ? "robots.txt asks for a longer Crawl-delay than this crawler supports"
             : "";
}

RobotsCache::RobotsCache(std::string product, std::chrono::seconds lifetime, std::chrono::seconds failure_lifetime)
    : product_(std::move(product)), lifetime_(lifetime), failure_lifetime_(failure_lifetime) {}

const Robots* RobotsCache::find(std::string_view origin, Moment now) const {
  const auto at = entries_.find(origin);
  if (at == entries_.end() || at->second.expires <= now) return nullptr;
  // A copy that expires too far in the future was fetched while the clock was ahead.
  return at->second.expires > now + lifetime_ + kClockSlack ? nullptr : &at->second.robots;
}

const Robots& RobotsCache::store(std::string_view origin, int status, std::string_view body, Moment now) {
  Entry& entry = entries_[std::string(origin)];
  const bool is_body = status >= 200 && status < 300;
  const bool is_missing = status >= 400 && status < 500 && status != 429;
  if (is_body || is_missing) {
    entry = {is_body ? Robots::parse(body, product_) : Robots::unavailable(status), now + lifetime_, true};
    return entry.robots;
  }
  if (!entry.is_copy) entry.robots = Robots::unavailable(status);
  entry.expires = now + failure_lifetime_;
  return entry.robots;
}

void RobotsCache::restore(std::string_view origin, Robots robots, Moment fetched_at) {
  entries_[std::string(origin)] = {std::move(robots), fetched_at + lifetime_, true};
}

} // namespace trawl::fetch
