// SPDX-License-Identifier: GPL-3.0-or-later
// Retries, freshness, redirects, the cache of robots.txt.
#include "indexer/fetch/freshness.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "indexer/fetch/robots/robots_cache.h"

#include <catch2/catch.hpp>

namespace rules_test {

using namespace trawl;
using namespace trawl::fetch;
using namespace std::chrono_literals;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{1994} / 11 / 6} + 8h + 49min + 37s;

FetchResponse redirect_to(std::string location, int status = 302) {
  FetchResponse response;
  response.status = status;
  response.location = std::move(location);
  return response;
}

std::string follow(RedirectChain& chain, std::string location, int status = 302) {
  const auto next = chain.follow(redirect_to(std::move(location), status));
  return next ? *next : std::string(name_of(next.error().code));
}

} // namespace

TEST_CASE("retry: the backoff doubles up to a week, and differs by key", "[retry]") {
  RetryPolicy exact;
  exact.spread = 0;
  CHECK(backoff(exact, 1, "a") == 15min);
  CHECK(backoff(exact, 2, "a") == 30min);
  CHECK(backoff(exact, 3, "a") == 60min);
  CHECK(backoff(exact, 0, "a") == 15min);
  CHECK(backoff(exact, 1'000'000, "a") == 7 * 24h);
  const RetryPolicy spread;
  CHECK(backoff(spread, 4, "a") == backoff(spread, 4, "a"));
  CHECK(backoff(spread, 4, "a") != backoff(spread, 4, "b"));
  for (const char* key : {"a", "b", "c", "d"}) {
    CHECK(backoff(spread, 1, key) >= 15min);
    CHECK(backoff(spread, 1, key) <= 990s);
  }
}

TEST_CASE("retry: a network error is transient, a refusal is not", "[retry]") {
  CHECK(is_transient(ErrorCode::Timeout));
  CHECK(is_transient(ErrorCode::Network));
  CHECK_FALSE(is_transient(ErrorCode::AddressRefused));
  CHECK_FALSE(is_transient(ErrorCode::TooLarge));
}

TEST_CASE("freshness: a freshness lifetime is kept within bounds", "[freshness]") {
  FetchResponse response;
  response.fetched_at = kNow;
  response.cache_control = "max-age=120";
  CHECK(fresh_until(response, {}) == kNow + 2min);
  CHECK(fresh_until(response, {}, {5min, 24h}) == kNow + 5min);
  response.cache_control = "max-age=31536000";
  CHECK(fresh_until(response, {}) == kNow + 24h);
}

TEST_CASE("redirect: at most five hops are followed", "[redirect]") {
  RedirectChain chain("http://a.example/0");
  for (const char* hop : {"/1", "/2", "/3", "/4", "/5"}) {
    CHECK(follow(chain, "http://a.example" + std::string(hop)) == "http://a.example" + std::string(hop));
  }
  CHECK(follow(chain, "http://a.example/6") == "too_large");
  CHECK(chain.current() == "http://a.example/5");
  CHECK(chain.urls().size() == 6);
}

TEST_CASE("redirect: loops and invalid targets are refused", "[redirect]") {
  RedirectChain chain("http://a.example/0");
  CHECK(follow(chain, "http://a.example/0") == "malformed");
  CHECK(follow(chain, "http://a.example/0#x") == "malformed");
  CHECK(follow(chain, "") == "malformed");
  CHECK(follow(chain, "file:///etc/hostname") == "malformed");
  CHECK(follow(chain, "http://a.example/1", 200) == "malformed");
  CHECK(follow(chain, "http://a.example/1#part") == "http://a.example/1");
}

TEST_CASE("redirect: https may not redirect to http unless allowed", "[redirect]") {
  RedirectChain strict("https://a.example/");
  CHECK(follow(strict, "http://a.example/x") == "address_refused");
  RedirectRules rules;
  rules.allow_downgrade = true;
  RedirectChain open("https://a.example/", rules);
  CHECK(follow(open, "http://a.example/x") == "http://a.example/x");
  CHECK(follow(open, "https://a.example/x") == "https://a.example/x");
}

TEST_CASE("redirect: a chain is permanent if each hop is", "[redirect]") {
  RedirectChain chain("http://a.example/");
  CHECK(chain.is_permanent());
  follow(chain, "https://a.example/", 301);
  follow(chain, "https://www.a.example/", 308);
  CHECK(chain.is_permanent());
  follow(chain, "https://www.a.example/start", 302);
  CHECK_FALSE(chain.is_permanent());
}

TEST_CASE("robots cache: a copy is used for a day", "[robots_cache]") {
  RobotsCache cache("trawl");
  CHECK(robots_url("https://A.example:443/x?y#z") == "https://a.example/robots.txt");
  CHECK(robots_url("mailto:x").empty());
  CHECK(cache.find("https://a.example", kNow) == nullptr);
  CHECK_FALSE(cache.store("https://a.example", 200, "User-agent: trawl\nDisallow: /x", kNow).allows("/x"));
  CHECK(cache.find("https://a.example", kNow + 24h - 1s)->allows("/y"));
  CHECK(cache.find("https://a.example", kNow + 24h) == nullptr);
  CHECK(cache.find("http://a.example", kNow) == nullptr);
}

TEST_CASE("robots cache: after an error the older copy is used, and without one nothing is allowed", "[robots_cache]") {
  RobotsCache cache("trawl");
  CHECK_FALSE(cache.store("https://new.example", 503, "", kNow).allows("/"));
  CHECK(cache.find("https://new.example", kNow + 1h) == nullptr);
  cache.store("https://old.example", 200, "User-agent: *\nDisallow: /x", kNow);
  const Robots& kept = cache.store("https://old.example", 0, "", kNow + 25h);
  CHECK(kept.allows("/y"));
  CHECK_FALSE(kept.allows("/x"));
  CHECK(cache.find("https://old.example", kNow + 25h + 59min) != nullptr);
  CHECK(cache.find("https://old.example", kNow + 26h) == nullptr);
  CHECK(cache.store("https://old.example", 404, "", kNow + 26h).allows("/x"));
}

TEST_CASE("robots cache: a restored copy keeps its age", "[robots_cache]") {
  RobotsCache cache("trawl");
  cache.restore("https://a.example", Robots::unavailable(404), kNow - 23h);
  CHECK(cache.find("https://a.example", kNow) != nullptr);
  CHECK(cache.find("https://a.example", kNow + 1h) == nullptr);
}

TEST_CASE("robots cache: a redirect, an error and 429 are failures, a missing file is an answer", "[robots_cache]") {
  struct Row {
    int status;
    bool allowed;
    std::chrono::seconds lifetime;
  };
  const Row rows[] = {{200, true, 24h}, {204, true, 24h}, {299, true, 24h}, {404, true, 24h},
                      {410, true, 24h}, {499, true, 24h}, {0, false, 1h},   {199, false, 1h},
                      {301, false, 1h}, {429, false, 1h}, {500, false, 1h}};
  for (const Row& row : rows) {
    INFO(row.status);
    RobotsCache cache("trawl");
    const Robots& robots = cache.store("https://a.example", row.status, "", kNow);
    CHECK(robots.allows("/") == row.allowed);
    CHECK(robots.is_unreachable() != row.allowed);
    CHECK(cache.find("https://a.example", kNow + row.lifetime - 1s) == &robots);
    CHECK(cache.find("https://a.example", kNow + row.lifetime) == nullptr);
  }
}

TEST_CASE("robots cache: the body of an error page is not read", "[robots_cache]") {
  RobotsCache cache("trawl");
  CHECK(cache.store("https://a.example", 404, "User-agent: *\nDisallow: /", kNow).allows("/x"));
}

TEST_CASE("robots cache: the times that a copy and a failure are kept can be chosen", "[robots_cache]") {
  RobotsCache cache("trawl", 10min, 1min);
  cache.store("https://a.example", 200, "", kNow);
  cache.store("https://b.example", 500, "", kNow);
  CHECK(cache.size() == 2);
  CHECK(cache.find("https://a.example", kNow + 10min) == nullptr);
  CHECK(cache.find("https://a.example", kNow + 10min - 1s) != nullptr);
  CHECK(cache.find("https://b.example", kNow + 1min) == nullptr);
  CHECK(cache.find("https://b.example", kNow + 1min - 1s) != nullptr);
}

TEST_CASE("redirect: an error names the place and the rule", "[redirect]") {
  RedirectRules rules;
  rules.max_hops = 1;
  RedirectChain chain("https://a.example/0", rules);
  CHECK(chain.follow(redirect_to("https://a.example/0")).error().what == "redirect loop: https://a.example/0");
  CHECK(chain.follow(redirect_to("http://a.example/1")).error().what ==
        "redirect from https to http: http://a.example/1");
  CHECK(chain.follow(redirect_to("")).error().what == "redirect without a usable Location");
  REQUIRE(chain.follow(redirect_to("https://a.example/1")));
  const auto refused = chain.follow(redirect_to("https://a.example/2"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what == "more than 1 redirects");
  CHECK(refused.error().where == "https://a.example/0");
}

TEST_CASE("redirect: a rejected hop changes nothing", "[redirect]") {
  RedirectChain chain("https://a.example/0");
  follow(chain, "https://a.example/1", 301);
  CHECK(follow(chain, "https://a.example/0", 302) == "malformed");
  CHECK(follow(chain, "http://a.example/x", 302) == "address_refused");
  CHECK(chain.is_permanent());
  CHECK(chain.current() == "https://a.example/1");
  CHECK(follow(chain, "https://a.example/2", 308) == "https://a.example/2");
}

} // namespace rules_test
