// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/politeness.h"

#include <catch2/catch.hpp>

using namespace trawl::fetch;
using namespace std::chrono_literals;
using Kind = Turn::Kind;

namespace {

const Instant kNoon = std::chrono::sys_days{std::chrono::year{2026} / 4 / 8} + 12h;

PolitenessOptions plain() {
  PolitenessOptions options;
  options.delay = 1s;
  options.answer_time_factor = 0;
  return options;
}

/// Records one request from start to finish.
void request(Politeness& politeness, std::string_view host, Instant at, const Outcome& outcome = {200, 100ms, {}}) {
  politeness.started(host, at);
  politeness.finished(host, outcome, at + outcome.took);
}

} // namespace

TEST_CASE("politeness: a host gets one request at a time, with a delay in between", "[politeness]") {
  Politeness politeness(plain());
  CHECK(politeness.turn("a.example", kNoon).kind == Kind::Now);
  politeness.started("a.example", kNoon);
  CHECK(politeness.turn("a.example", kNoon + 5s).kind == Kind::Busy);
  politeness.finished("a.example", {200, 5s, {}}, kNoon + 5s);
  CHECK(politeness.turn("a.example", kNoon + 5s) == Turn{Kind::Later, kNoon + 6s});
  CHECK(politeness.turn("a.example", kNoon + 6s).kind == Kind::Now);
  CHECK(politeness.turn("b.example", kNoon + 5s).kind == Kind::Now);
}

TEST_CASE("politeness: setting the clock back never blocks a host, and the pauses remain", "[politeness]") {
  Politeness politeness(plain());
  const Instant ahead = kNoon + std::chrono::hours(24 * 3'650);
  request(politeness, "a.example", ahead, {429, 1s, 600s});
  CHECK(politeness.turn("a.example", kNoon).kind == Kind::Now);
  request(politeness, "a.example", kNoon);
  CHECK(politeness.turn("a.example", kNoon).kind == Kind::Later);
}

TEST_CASE("politeness: without a delay the next request may follow the response at once", "[politeness]") {
  PolitenessOptions options = plain();
  options.delay = 0s;
  Politeness politeness(options);
  request(politeness, "a.example", kNoon);
  CHECK(politeness.turn("a.example", kNoon + 100ms).kind == Kind::Now);
}

TEST_CASE("politeness: hosts of one registrable domain share connections", "[politeness]") {
  Politeness politeness(plain());
  politeness.started("a.example.com", kNoon);
  politeness.started("b.example.com", kNoon);
  CHECK(politeness.turn("c.example.com", kNoon).kind == Kind::Busy);
  CHECK(politeness.turn("c.example.org", kNoon).kind == Kind::Now);
  CHECK(politeness.turn("x.github.io", kNoon).kind == Kind::Now);
  politeness.finished("a.example.com", {200, 1s, {}}, kNoon + 1s);
  CHECK(politeness.turn("c.example.com", kNoon + 1s).kind == Kind::Now);
}

TEST_CASE("politeness: a slow host gets a longer pause, up to a limit", "[politeness]") {
  PolitenessOptions options = plain();
  options.answer_time_factor = 2;
  options.max_adaptive_delay = 10s;
  Politeness politeness(options);
  request(politeness, "a.example", kNoon, {200, 3s, {}});
  CHECK(politeness.delay_of("a.example") == 6s);
  request(politeness, "a.example", kNoon, {200, 25s, {}});
  CHECK(politeness.delay_of("a.example") == 10s);
  for (int i = 0; i < 40; ++i) request(politeness, "a.example", kNoon, {200, 10ms, {}});
  CHECK(politeness.delay_of("a.example") == 1s);
}

TEST_CASE("politeness: Crawl-delay is respected up to a limit", "[politeness]") {
  Politeness politeness(plain());
  request(politeness, "a.example", kNoon, {200, 0ms, {}});
  politeness.set_crawl_delay("a.example", std::chrono::duration<double>(2.5));
  CHECK(politeness.turn("a.example", kNoon + 1s) == Turn{Kind::Later, kNoon + 2500ms});
  politeness.set_crawl_delay("b.example", std::chrono::duration<double>(0.1));
  CHECK(politeness.delay_of("b.example") == 1s);
  CHECK_FALSE(politeness.accepts_crawl_delay(std::chrono::duration<double>(3'600)));
  politeness.set_crawl_delay("c.example", std::chrono::duration<double>(3'600));
  CHECK(politeness.delay_of("c.example") == 60s);
}

TEST_CASE("politeness: 429 and 503 start a backoff, or the pause of Retry-After", "[politeness]") {
  Politeness politeness(plain());
  request(politeness, "a.example", kNoon, {429, 0ms, 90s});
  CHECK(politeness.turn("a.example", kNoon + 2s) == Turn{Kind::Later, kNoon + 90s});
  request(politeness, "a.example", kNoon, {503, 0ms, 10h});
  CHECK(politeness.turn("a.example", kNoon).at == kNoon + 1h);

  request(politeness, "b.example", kNoon, {503, 0ms, {}});
  CHECK(politeness.turn("b.example", kNoon).at == kNoon + 30s);
  request(politeness, "b.example", kNoon, {503, 0ms, {}});
  CHECK(politeness.turn("b.example", kNoon).at == kNoon + 60s);
  for (int i = 0; i < 50; ++i) request(politeness, "b.example", kNoon, {503, 0ms, {}});
  CHECK(politeness.turn("b.example", kNoon).at == kNoon + 1h);
  request(politeness, "b.example", kNoon + 1h, {200, 0ms, {}});
  request(politeness, "b.example", kNoon + 2h, {503, 0ms, {}});
  CHECK(politeness.turn("b.example", kNoon + 2h).at == kNoon + 2h + 30s);
}

TEST_CASE("politeness: the end of a backoff can be restored", "[politeness]") {
  Politeness politeness(plain());
  request(politeness, "calm.example", kNoon);
  request(politeness, "busy.example", kNoon, {503, 0ms, 600s});
  CHECK(politeness.closed_until("calm.example") == Instant{});
  CHECK(politeness.closed_until("unknown.example") == Instant{});
  CHECK(politeness.closed_until("busy.example") == kNoon + 600s);
  Politeness next(plain());
  next.restore_closed("busy.example", politeness.closed_until("busy.example"));
  CHECK(next.turn("busy.example", kNoon + 599s) == Turn{Kind::Later, kNoon + 600s});
  CHECK(next.turn("busy.example", kNoon + 600s).kind == Kind::Now);
}

TEST_CASE("politeness: three missing answers in a row start a backoff", "[politeness]") {
  Outcome silence;
  silence.is_unanswered = true;
  Politeness politeness(plain());
  request(politeness, "a.example", kNoon, silence);
  request(politeness, "a.example", kNoon, silence);
  CHECK(politeness.turn("a.example", kNoon).at == kNoon + 1s);
  request(politeness, "a.example", kNoon, silence);
  CHECK(politeness.turn("a.example", kNoon).at == kNoon + 30s);
  request(politeness, "a.example", kNoon, silence);
  CHECK(politeness.turn("a.example", kNoon).at == kNoon + 60s);
  CHECK(politeness.unanswered_requests("a.example") == 4);
  request(politeness, "a.example", kNoon, {404, 0ms, {}});
  CHECK(politeness.unanswered_requests("a.example") == 0);
}

TEST_CASE("politeness: an aborted response does not count as a missing answer", "[politeness]") {
  Politeness politeness(plain());
  for (int i = 0; i < 5; ++i) request(politeness, "a.example", kNoon, {});
  CHECK(politeness.turn("a.example", kNoon).at == kNoon + 1s);
}

TEST_CASE("politeness: requests per day are counted by UTC days", "[politeness]") {
  PolitenessOptions options = plain();
  options.pages_per_day = 3;
  Politeness politeness(options);
  politeness.restore_count("a.example", 1, kNoon);
  request(politeness, "a.example", kNoon);
  request(politeness, "a.example", kNoon + 1min);
  CHECK(politeness.requests_today("a.example", kNoon) == 3);
  CHECK(politeness.turn("a.example", kNoon + 2min) == Turn{Kind::Exhausted, kNoon + 12h});
  CHECK(politeness.turn("a.example", kNoon + 12h).kind == Kind::Now);
  CHECK(politeness.requests_today("a.example", kNoon + 12h) == 0);
}
