// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/crawl_summary.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace progress_test {

using namespace trawl;
using namespace trawl::commands;

namespace {

crawl::SourceReport source(const std::string& id, std::size_t added) {
  crawl::SourceReport report;
  report.id = id;
  report.found = 10;
  report.added = added;
  return report;
}

} // namespace

TEST_CASE("progress: the summary of a source has its numbers in columns, and anything unusual", "[commands]") {
  auto report = source("blog", 3);
  CHECK(summary_line(report) == "blog                 10 found, 3 new, 0 changed, 0 failed");
  report.changed = 2;
  report.failed = 1;
  report.postponed = 4;
  report.error = "the server answered 500";
  CHECK(summary_line(report) ==
        "blog                 10 found, 3 new, 2 changed, 1 failed, 4 left for later; the server answered 500");
  report.waits_until = Moment{std::chrono::sys_days{std::chrono::year{2026} / 6 / 1}} + std::chrono::hours(2);
  CHECK(summary_line(report).ends_with("; the server answered 500; a crawl after 2026-06-01T02:00:00Z asks again"));
  report.failure = "it redirects in a circle";
  CHECK(summary_line(report).contains(", 1 failed (it redirects in a circle), 4 left for later"));
  report = source("a-name-that-is-longer-than-the-column", 0);
  CHECK(summary_line(report).starts_with("a-name-that-is-longer-than-the-column 10 found"));
}

TEST_CASE("progress: at the end each source with news or trouble has a line, then the totals", "[commands]") {
  crawl::CrawlReport report;
  report.sources = {source("news", 3), source("silent", 0), source("broken", 0)};
  report.sources[1].unchanged = 7;
  report.sources[2].error = "no answer";
  report.requests = 12;
  report.bytes = 1'549'999;
  const std::string text = summary(report, 2.04);
  CHECK(text.starts_with("news                 10 found, 3 new"));
  CHECK_FALSE(text.contains("silent"));
  CHECK(text.contains("\nbroken               10 found, 0 new, 0 changed, 0 failed; no answer\n"));
  CHECK(
      text.contains("\n3 new, 0 changed, 7 unchanged, 0 moved, 0 withdrawn, 0 failed; 12 requests, 1.5 MB in 2.0 s\n"));
  CHECK(std::ranges::count(text, '\n') == 3);
  CHECK_FALSE(text.contains('\x1b'));
}

TEST_CASE("progress: a crawl that asked nothing says why", "[commands]") {
  crawl::CrawlReport report;
  report.sources = {source("fresh", 0)};
  report.sources[0].answered = true;
  CHECK(summary(report, 2.04)
            .ends_with("nothing was due: all sources were asked a short while ago; --recheck asks them again now\n"));
}

TEST_CASE("progress: the line of a crawl says how far it is, and for whom it waits", "[commands]") {
  crawl::CrawlReport report;
  report.sources = {source("news", 3)};
  report.pages = 84;
  CHECK(progress_line(report, 10) == "84 pages, 8.4/s · 3 new · 0 changed · 0 failed · 0 waiting");
  report.waiting = 2;
  report.awaited = "slow.example\x1b[2J";
  CHECK(progress_line(report, 0).contains("2 waiting for slow.example"));
  CHECK_FALSE(progress_line(report, 0).contains('\x1b'));
}

} // namespace progress_test
