// SPDX-License-Identifier: GPL-3.0-or-later
// Crawl-delay, sitemaps, size and cost; the rules of the RFC are in tests/data/standards/robots.json.
#include "indexer/fetch/robots/robots.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace robots_test {

using trawl::fetch::Robots;

namespace {

bool allowed_by(std::string_view body, std::string_view path, std::string_view product = "trawl") {
  return Robots::parse(body, product).allows(path);
}

/// With the rules for all crawlers.
bool allowed(const std::string& rules, std::string_view path) { return allowed_by("User-agent: *\n" + rules, path); }

/// A backtracking matcher, which tries every length for each '*'.
bool slow_matches(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern.front() == '*') {
    for (std::size_t skip = 0; skip <= path.size(); ++skip) {
      if (slow_matches(pattern.substr(1), path.substr(skip))) return true;
    }
    return false;
  }
  return !path.empty() && path.front() == pattern.front() && slow_matches(pattern.substr(1), path.substr(1));
}

} // namespace

TEST_CASE("robots: Crawl-delay comes from our group, sitemaps from all groups", "[robots]") {
  const std::string body =
      "Sitemap: http://x/1\nUser-agent: *\nCrawl-delay: 10\n\nUser-agent: trawl\nCrawl-delay: 0.5\n"
      "Disallow: /x\nSitemap: /2\nSitemap: http://x/1\n";
  CHECK(Robots::parse(body, "trawl").crawl_delay()->count() == 0.5);
  CHECK(Robots::parse(body, "other").crawl_delay()->count() == 10);
  CHECK(Robots::parse(body, "trawl").sitemaps() == std::vector<std::string>{"http://x/1", "/2"});
  for (const char* value : {"soon", "-1", "nan", "inf", ""}) {
    CHECK_FALSE(Robots::parse("User-agent: *\nCrawl-delay: " + std::string(value), "trawl").crawl_delay().has_value());
  }
}

TEST_CASE("robots: only the first 512 KiB are read", "[robots]") {
  const std::string filler(512 * 1024, '#');
  CHECK(allowed_by("User-agent: *\n" + filler + "\nDisallow: /", "/a"));
  CHECK_FALSE(allowed_by("User-agent: *\n" + filler.substr(100) + "\nDisallow: /", "/a"));
}

TEST_CASE("robots: forty wildcards cost no more than one", "[robots]") { // a backtracking matcher would not finish
  std::string pattern = "Disallow: /";
  for (int i = 0; i < 40; ++i) pattern += "*a";
  CHECK(allowed(pattern + "b$", "/" + std::string(5000, 'a')));
  CHECK_FALSE(allowed(pattern, "/" + std::string(5000, 'a')));
}

TEST_CASE("robots: the matcher agrees with a backtracking one", "[robots]") {
  std::mt19937 random(20'260'408);
  const auto text = [&](std::string_view alphabet, std::size_t most) {
    std::string out;
    for (std::size_t left = random() % (most + 1); left > 0; --left) out += alphabet[random() % alphabet.size()];
    return out;
  };
  for (int round = 0; round < 20'000; ++round) {
    const std::string pattern = "/" + text("ab/*", 8) + (random() % 4 == 0 ? "$" : "");
    const std::string path = "/" + text("ab/", 10);
    if (slow_matches(pattern, path) == allowed("Disallow: " + pattern, path)) {
      FAIL(pattern << " against " << path);
    }
  }
}

} // namespace robots_test
