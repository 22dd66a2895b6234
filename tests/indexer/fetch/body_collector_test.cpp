// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/body_collector.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace trawl;
using namespace trawl::fetch;

namespace {

/// Small limits, so that a test can go one byte below, to, and above each.
FetchLimits small_limits() {
  FetchLimits limits;
  limits.page = {.wire_bytes = 100, .decoded_bytes = 200};
  limits.feed = {.wire_bytes = 1'000, .decoded_bytes = 2'000};
  limits.robots = {.wire_bytes = 1'000, .decoded_bytes = 50, .keep_beginning = true, .refuse_binary_type = false};
  limits.max_ratio = 10;
  limits.ratio_from_bytes = 100;
  return limits;
}

/// The name of the error for one piece of `decoded` bytes of which `wire` were transferred; "ok" if it is accepted.
std::string add_once(ResourceKind kind, std::size_t decoded, std::size_t wire) {
  const FetchLimits limits = small_limits();
  std::string body;
  BodyCollector collector(limits, kind, body);
  const auto added = collector.add(std::string(decoded, 'a'), wire);
  return added ? "ok" : std::string(name_of(added.error().code));
}

} // namespace

TEST_CASE("body collector: each limit may be reached, but not exceeded", "[body_collector][limits]") {
  struct Row {
    const char* what;
    ResourceKind kind;
    std::size_t decoded, wire;
    const char* result;
  };
  const Row rows[] = {
      {"decoded: at the limit", ResourceKind::Page, 200, 100, "ok"},
      {"decoded: above it", ResourceKind::Page, 201, 100, "too_large"},
      {"wire: at the limit", ResourceKind::Page, 1, 100, "ok"},
      {"wire: above it", ResourceKind::Page, 1, 101, "too_large"},
      {"a feed may be larger than a page", ResourceKind::Feed, 2'000, 1'000, "ok"},
      {"but has a limit, too", ResourceKind::Feed, 2'001, 1'000, "too_large"},
      {"ratio: not checked for small bodies", ResourceKind::Page, 100, 1, "ok"},
      {"ratio: above for a larger one", ResourceKind::Page, 110, 9, "too_large"},
      {"ratio: at the limit", ResourceKind::Page, 110, 11, "ok"},
      {"ratio: nothing was transferred", ResourceKind::Page, 101, 0, "too_large"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    CHECK(add_once(row.kind, row.decoded, row.wire) == row.result);
  }
}

TEST_CASE("body collector: an error names the limit", "[body_collector][limits]") {
  const FetchLimits limits = small_limits();
  std::string body;
  BodyCollector collector(limits, ResourceKind::Page, body);
  CHECK(collector.add(std::string(201, 'a'), 1).error().what == "body of more than 200 bytes decoded");
  CHECK(collector.check_wire(101).error().what == "body of more than 100 bytes on the wire");
  CHECK(collector.check_wire(100));
  CHECK(collector.add(std::string(150, 'a'), 1).error().what ==
        "body decodes to more than 10 times its compressed size");
}

TEST_CASE("body collector: a binary body is refused however it is split into pieces", "[body_collector]") {
  const std::string png = "\x89PNG\r\n and more";
  for (std::size_t first = 0; first <= png.size(); ++first) {
    INFO("split after " << first);
    const FetchLimits limits = small_limits();
    std::string body;
    BodyCollector collector(limits, ResourceKind::Page, body);
    const auto one = collector.add(png.substr(0, first), 50);
    const auto two = one ? collector.add(png.substr(first), 50) : one;
    REQUIRE_FALSE(two);
    CHECK(two.error().code == ErrorCode::Malformed);
  }
}

TEST_CASE("body collector: a signature counts only at the beginning, and not in robots.txt", "[body_collector]") {
  const FetchLimits limits = small_limits();
  std::string page, robots;
  BodyCollector of_page(limits, ResourceKind::Page, page);
  CHECK(of_page.add("An article about %PDF-", 50) == true);
  CHECK(of_page.add("%PDF-1.7", 50) == true);
  BodyCollector of_robots(limits, ResourceKind::Robots, robots);
  CHECK(of_robots.add("%PDF-1.7", 50) == true);
}

TEST_CASE("body collector: a page that is a PDF has the limits of one", "[body_collector]") {
  FetchLimits limits = small_limits();
  limits.pdf = {limits.page.wire_bytes * 4, limits.page.decoded_bytes * 4};
  const std::string long_enough(limits.page.decoded_bytes, 'x');
  std::string page, paper, feed;
  BodyCollector of_page(limits, ResourceKind::Page, page), of_paper(limits, ResourceKind::Page, paper),
      of_feed(limits, ResourceKind::Feed, feed);
  CHECK(of_paper.add("%PDF-1.7", 8) == true);
  CHECK(of_paper.add(long_enough, 50) == true);
  CHECK(of_page.add("An article", 8) == true);
  CHECK_FALSE(of_page.add(long_enough, 50));
  CHECK_FALSE(of_feed.add("%PDF-1.7", 8));
}

TEST_CASE("body collector: the kept part does not depend on how the body is split", "[body_collector]") {
  constexpr unsigned kSeed = 271;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    INFO("seed " << kSeed << ", round " << round);
    const std::string whole(random() % 120, 'a');
    const FetchLimits limits = small_limits();
    std::string body;
    BodyCollector collector(limits, ResourceKind::Robots, body);
    bool wants_more = true;
    for (std::size_t at = 0; at < whole.size() && wants_more;) {
      const std::string piece = whole.substr(at, 1 + random() % 30);
      at += piece.size();
      const auto added = collector.add(piece, at);
      REQUIRE(added);
      wants_more = *added;
    }
    REQUIRE(body == whole.substr(0, 50));
    REQUIRE(collector.is_cut() == (whole.size() > 50));
  }
}
