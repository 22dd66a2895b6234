// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/robots_gate.h"

#include "tests/indexer/crawl/crawl_parts.h"
#include "tests/indexer/crawl/crawl_world.h"

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

TEST_CASE("robots gate: if robots.txt forbids a page, the text of its feed entry is used", "[crawl]") {
  World world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nDisallow: /private/\n", "text/plain");
  world.web.page(kFeed, rss_feed({{"one", kHost + "/private/one"}}, "&lt;p&gt;" + words("entry") + "&lt;/p&gt;"));
  const auto report = world.crawl();
  CHECK(report.pages == 0);
  CHECK(world.web.asked[kHost + "/private/one"] == 0);
  REQUIRE(world.articles().size() == 1);
  CHECK(world.articles().begin()->second.text.find("entry0") != std::string::npos);
  REQUIRE(world.failures().empty() == false);
}

TEST_CASE("robots gate: an unavailable robots.txt forbids everything and is requested again", "[crawl]") {
  World world;
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.web.page(kHost + "/robots.txt", "", "text/plain");
  const int status = GENERATE(429, 500);
  world.web.answers[kHost + "/robots.txt"].status = status;
  auto report = world.crawl();
  const char* const why = status == 429 ? "asks not to be contacted before" : "is unavailable";
  CHECK(report.sources[0].error.find(why) != std::string::npos);
  CHECK(world.web.asked[kFeed] == 0);
  report = world.crawl([](CrawlOptions& options) { options.recheck = true; });
  CHECK(world.web.asked[kFeed] == 0);
}

TEST_CASE("robots gate: a host with a very long Crawl-delay is not requested", "[crawl]") {
  World world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nCrawl-delay: 86400\n", "text/plain");
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}));
  const auto report = world.crawl();
  CHECK_FALSE(report.sources[0].answered);
  CHECK(world.web.asked[kFeed] == 0);
}

TEST_CASE("robots gate: the Crawl-delay of a stored robots.txt is kept", "[crawl]") {
  World world;
  world.web.page(kHost + "/robots.txt", "User-agent: *\nCrawl-delay: 20\n", "text/plain");
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}}));
  world.web.page(kHost + "/p/one", article_page("one"));
  world.crawl();
  world.politeness = fetch::Politeness({.delay = 0ms, .answer_time_factor = 0});
  world.web.page(kFeed, rss_feed({{"one", kHost + "/p/one"}, {"two", kHost + "/p/two"}}));
  world.web.page(kHost + "/p/two", article_page("two"));
  const auto begin = world.web.time;
  CHECK(world.crawl().sources[0].added == 1);
  CHECK(world.web.time - begin >= 20s);
}

namespace {

Task page_task(const std::string& path) {
  Task task;
  task.url = kSite + path;
  return task;
}

/// Answers the Robots task that the gate has added to the frontier.
std::vector<Refusal> answer_robots(CrawlParts& parts, RobotsGate& gate, const Result<fetch::FetchResponse>& result) {
  auto task = parts.frontier.next(parts.time, false);
  REQUIRE(task);
  REQUIRE(task->kind == TaskKind::Robots);
  return gate.on_response(std::move(*task), result).value();
}

Admission::Kind admitted(RobotsGate& gate, const std::string& path) {
  auto task = page_task(path);
  return gate.admit(task).kind;
}

} // namespace

TEST_CASE("robots gate: tasks of an origin are held while its robots.txt is requested once", "[crawl]") {
  CrawlParts parts;
  RobotsGate gate(parts.context, parts.frontier);
  CHECK(admitted(gate, "/a") == Admission::Kind::Held);
  CHECK(admitted(gate, "/b") == Admission::Kind::Held);
  CHECK(gate.has_held());
  CHECK(parts.frontier.size() == 1);
  CHECK(answer_robots(parts, gate, response(200, "User-agent: *\nDisallow: /private/")).empty());
  CHECK_FALSE(gate.has_held());
  CHECK(parts.queued() == std::vector<std::string>{kSite + "/a", kSite + "/b"});
  CHECK(admitted(gate, "/a") == Admission::Kind::Allowed);
  CHECK(admitted(gate, "/private/x") == Admission::Kind::Refused);
}

TEST_CASE("robots gate: a missing robots.txt allows everything, a failing server nothing", "[crawl]") {
  CrawlParts parts;
  RobotsGate gate(parts.context, parts.frontier);
  CHECK(admitted(gate, "/a") == Admission::Kind::Held);
  const int status = GENERATE(404, 403, 429, 500, 503);
  answer_robots(parts, gate, response(status));
  const bool is_missing = status == 404 || status == 403;
  CHECK(admitted(gate, "/a") == (is_missing ? Admission::Kind::Allowed : Admission::Kind::Refused));
}

TEST_CASE("robots gate: held tasks are refused at once if the server does not answer", "[crawl]") {
  CrawlParts parts;
  RobotsGate gate(parts.context, parts.frontier);
  admitted(gate, "/a");
  const auto refused = answer_robots(parts, gate, fail(ErrorCode::Timeout, "no answer"));
  REQUIRE(refused.size() == 1);
  CHECK(refused[0].task.url == kSite + "/a");
  CHECK(refused[0].error.code == ErrorCode::RobotsRefused);
  CHECK(refused[0].error.what.find("no answer") != std::string::npos);
  CHECK(parts.frontier.empty());
}

TEST_CASE("robots gate: a redirect of robots.txt is followed for the origin that asked", "[crawl]") {
  CrawlParts parts;
  RobotsGate gate(parts.context, parts.frontier);
  admitted(gate, "/a");
  auto moved = response(301);
  moved->url = kSite + "/robots.txt";
  moved->location = "https://www.blog.example/robots.txt";
  answer_robots(parts, gate, moved);
  CHECK(gate.has_held());
  answer_robots(parts, gate, response(200, "User-agent: *\nDisallow: /"));
  CHECK(admitted(gate, "/a") == Admission::Kind::Refused);
}

TEST_CASE("robots gate: a stored robots.txt needs no request for a day", "[crawl]") {
  CrawlParts parts;
  REQUIRE(parts.context.hosts.save_robots(kSite, parts.context.now(), "User-agent: *\nDisallow: /private/"));
  RobotsGate gate(parts.context, parts.frontier);
  REQUIRE(gate.restore());
  CHECK(admitted(gate, "/a") == Admission::Kind::Allowed);
  CHECK(admitted(gate, "/private/x") == Admission::Kind::Refused);
  parts.time += 25h;
  CHECK(admitted(gate, "/a") == Admission::Kind::Held);
}
