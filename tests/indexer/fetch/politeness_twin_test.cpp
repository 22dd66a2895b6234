// SPDX-License-Identifier: GPL-3.0-or-later
// A crawl of a few random hosts, second by second, in which the guarantees of Politeness must hold.
#include "indexer/fetch/politeness.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace trawl::fetch;
using namespace std::chrono_literals;
using Kind = Turn::Kind;

namespace {

const Instant kMorning = std::chrono::sys_days{std::chrono::year{2026} / 4 / 8} + 8h;

constexpr std::array<std::string_view, 5> kHosts = {"a.example.com", "b.example.com", "c.example.com", "d.example.org",
                                                    "e.example.net"};

std::string site_of(std::string_view host) { return std::string(host.substr(2)); }

struct Running {
  std::string host;
  Instant end;
  Outcome outcome;
};

struct Crawl {
  PolitenessOptions options;
  Politeness politeness;
  std::vector<Running> running;
  std::map<std::string, Instant> last_start, quiet_until;
  std::map<std::string, int> today;

  explicit Crawl(const PolitenessOptions& chosen) : options(chosen), politeness(chosen) {}

  int open_at(std::string_view host) const {
    return static_cast<int>(std::ranges::count(running, host, &Running::host));
  }

  int open_at_site(const std::string& site) const {
    return static_cast<int>(
        std::ranges::count_if(running, [&](const Running& one) { return site_of(one.host) == site; }));
  }

  void finish_until(Instant now) {
    for (auto at = running.begin(); at != running.end();) {
      if (at->end > now) {
        ++at;
        continue;
      }
      politeness.finished(at->host, at->outcome, at->end);
      if (at->outcome.retry_after) quiet_until[at->host] = at->end + *at->outcome.retry_after;
      at = running.erase(at);
    }
  }

  /// Checks every guarantee before it starts the request.
  void start(const std::string& host, Instant now, const Outcome& outcome) {
    REQUIRE(open_at(host) < options.connections_per_host);
    REQUIRE(open_at_site(site_of(host)) < options.connections_per_site);
    if (last_start.contains(host)) REQUIRE(now - last_start[host] >= options.delay);
    REQUIRE(now >= quiet_until[host]);
    REQUIRE(++today[host] <= options.pages_per_day);
    politeness.started(host, now);
    last_start[host] = now;
    running.push_back({host, now + outcome.took, outcome});
  }
};

} // namespace

TEST_CASE("politeness: in a random crawl no limit is ever exceeded", "[politeness]") {
  constexpr unsigned kSeed = 429;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 50; ++round) {
    PolitenessOptions options;
    options.delay = std::chrono::seconds(random() % 4);
    options.answer_time_factor = 0;
    options.connections_per_site = 1 + static_cast<int>(random() % 3);
    options.pages_per_day = 40;
    options.patience = 1'000'000;
    Crawl crawl(options);
    int started = 0;
    for (int second = 0; second < 400; ++second) {
      const Instant now = kMorning + std::chrono::seconds(second);
      crawl.finish_until(now);
      const std::string host(kHosts[random() % kHosts.size()]);
      INFO("seed " << kSeed << ", round " << round << ", second " << second << ", " << host);
      const Turn turn = crawl.politeness.turn(host, now);
      if (turn.kind == Kind::Later) REQUIRE(turn.at > now);
      if (turn.kind == Kind::Exhausted) REQUIRE(crawl.today[host] == options.pages_per_day);
      if (turn.kind != Kind::Now) continue;
      Outcome outcome{200, std::chrono::seconds(random() % 6), {}};
      if (random() % 20 == 0) outcome = {503, 1s, std::chrono::seconds(random() % 60)};
      crawl.start(host, now, outcome);
      ++started;
    }
    REQUIRE(started > 50);
  }
}

TEST_CASE("politeness: a request that must wait may start at exactly the given time", "[politeness]") {
  constexpr unsigned kSeed = 7;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    PolitenessOptions options;
    options.delay = std::chrono::milliseconds(random() % 5'000);
    options.answer_time_factor = static_cast<double>(random() % 4);
    Politeness politeness(options);
    Instant now = kMorning;
    INFO("seed " << kSeed << ", round " << round);
    for (int i = 0; i < 5; ++i) {
      const Turn turn = politeness.turn("a.example", now);
      REQUIRE((turn.kind == Kind::Now || turn.kind == Kind::Later));
      if (turn.kind == Kind::Later) {
        REQUIRE(politeness.turn("a.example", turn.at - 1ms).kind == Kind::Later);
        REQUIRE(politeness.turn("a.example", turn.at).kind == Kind::Now);
        now = turn.at;
      }
      politeness.started("a.example", now);
      now += std::chrono::milliseconds(random() % 3'000);
      politeness.finished("a.example", {200, std::chrono::milliseconds(random() % 9'000), {}}, now);
    }
  }
}

TEST_CASE("politeness: a backoff that is restored is never shortened", "[politeness]") {
  Politeness politeness;
  politeness.restore_closed("a.example", kMorning + 60s);
  politeness.restore_closed("a.example", kMorning + 30s);
  CHECK(politeness.closed_until("a.example") == kMorning + 60s);
  CHECK(politeness.turn("a.example", kMorning + 40s) == Turn{Kind::Later, kMorning + 60s});
}

TEST_CASE("politeness: without a daily limit a host is never exhausted", "[politeness]") {
  PolitenessOptions options;
  options.pages_per_day = 0;
  Politeness politeness(options);
  politeness.restore_count("a.example", 1'000'000, kMorning);
  CHECK(politeness.turn("a.example", kMorning).kind == Kind::Now);
}

TEST_CASE("politeness: a Crawl-delay is acceptable up to the limit", "[politeness]") {
  const Politeness politeness; // max_crawl_delay: 60 s
  CHECK(politeness.accepts_crawl_delay(std::chrono::duration<double>(60)));
  CHECK_FALSE(politeness.accepts_crawl_delay(std::chrono::duration<double>(60.01)));
}

TEST_CASE("politeness: after a success, the next refusal starts with the first backoff again", "[politeness]") {
  PolitenessOptions options;
  options.delay = 0s;
  options.answer_time_factor = 0;
  Politeness politeness(options);
  const auto refuse_at = [&](Instant at, int status) {
    politeness.started("a.example", at);
    politeness.finished("a.example", {status, 0ms, {}}, at);
    return politeness.turn("a.example", at).at - at;
  };
  CHECK(refuse_at(kMorning, 429) == 30s);
  CHECK(refuse_at(kMorning + 1h, 503) == 60s);
  CHECK(refuse_at(kMorning + 2h, 0) == 0s); // no answer does not count as a success
  CHECK(refuse_at(kMorning + 3h, 429) == 120s);
  CHECK(refuse_at(kMorning + 4h, 200) == 0s);
  CHECK(refuse_at(kMorning + 5h, 429) == 30s);
}
