// SPDX-License-Identifier: GPL-3.0-or-later
// Which rule of several wins, against a matcher that is written as RFC 9309 §2.2.2 reads.
#include "indexer/fetch/robots/robots.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace robots_rules_test {

using trawl::fetch::Robots;

namespace {

struct Rule {
  std::string path;
  bool allow;
};

/// The most specific match is the one with the most octets; of equal ones, Allow is used (§2.2.2).
bool slow_allows(const std::vector<Rule>& rules, const std::string& path) {
  std::size_t longest = 0;
  bool allow = true, found = false;
  for (const Rule& rule : rules) {
    if (!path.starts_with(rule.path)) continue;
    if (!found || rule.path.size() > longest) {
      longest = rule.path.size();
      allow = rule.allow;
    } else if (rule.path.size() == longest) {
      allow = allow || rule.allow;
    }
    found = true;
  }
  return allow;
}

std::string to_lines(const std::vector<Rule>& rules) {
  std::string text = "User-agent: *\n";
  for (const Rule& rule : rules) text += (rule.allow ? "Allow: " : "Disallow: ") + rule.path + "\n";
  return text;
}

bool allowed(std::string_view rules, std::string_view path) {
  return Robots::parse("User-agent: *\n" + std::string(rules), "trawl").allows(path);
}

} // namespace

TEST_CASE("robots: of random rules the longest wins, in any order", "[robots]") {
  constexpr unsigned kSeed = 9309;
  std::mt19937 random(kSeed);
  const auto path = [&] {
    std::string text = "/";
    for (auto left = random() % 5; left > 0; --left) text += "ab/"[random() % 3];
    return text;
  };
  for (int round = 0; round < 3'000; ++round) {
    std::vector<Rule> rules(1 + random() % 6);
    for (Rule& rule : rules) rule = {path(), random() % 2 == 0};
    const std::string asked = path();
    INFO("seed " << kSeed << ", round " << round << ": " << to_lines(rules) << asked);
    REQUIRE(Robots::parse(to_lines(rules), "trawl").allows(asked) == slow_allows(rules, asked));
    std::shuffle(rules.begin(), rules.end(), random);
    REQUIRE(Robots::parse(to_lines(rules), "trawl").allows(asked) == slow_allows(rules, asked));
  }
}

TEST_CASE("robots: an empty path is the root", "[robots]") {
  CHECK_FALSE(allowed("Disallow: /$", ""));
  CHECK(allowed("Disallow: /x", ""));
}

TEST_CASE("robots: only /robots.txt itself is always allowed", "[robots]") {
  for (const std::string_view path : {"/robots.txt?x", "/robots.txt/", "/a/robots.txt", "/ROBOTS.TXT"}) {
    INFO(path);
    CHECK_FALSE(allowed("Disallow: /", path));
  }
  CHECK(allowed("Disallow: /robots.txt", "/robots.txt"));
  CHECK(Robots::unavailable(503).allows("/robots.txt"));
}

TEST_CASE("robots: a rule for an index file opens only its folder", "[robots]") {
  struct Row {
    const char* path;
    bool allowed;
  };
  const Row rows[] = {{"/a/", true}, {"/a/index.htm", true}, {"/a/index.html", true},
                      {"/a", false}, {"/a/b", false},        {"/", false}};
  for (const Row& row : rows) {
    INFO(row.path);
    CHECK(allowed("Disallow: /\nAllow: /a/index.htm", row.path) == row.allowed);
  }
  CHECK(allowed("Disallow: /a/index.html", "/a/"));              // only Allow opens
  CHECK_FALSE(allowed("Disallow: /\nAllow: /aindex.html", "/")); // not in a folder of its own
}

TEST_CASE("robots: the first readable Crawl-delay of a group counts", "[robots]") {
  struct Row {
    const char* lines;
    double seconds; ///< -1: none
  };
  const Row rows[] = {{"Crawl-delay: 2\nCrawl-delay: 3", 2},
                      {"Crawl-delay: soon\nCrawl-delay: 3", 3},
                      {"Crawl-delay: 10s", 10},
                      {"Crawl-delay: 1.5<BR>", 1.5},
                      {"Crawl-delay: 0", 0},
                      {"CRAWLDELAY: 4", 4},
                      {"Crawl-delay: -3\nDisallow: /", -1},
                      {"Disallow: /", -1},
                      {"Disallow:\nUser-agent: x\nCrawl-delay: 3", -1}};
  for (const Row& row : rows) {
    INFO(row.lines);
    const auto delay = Robots::parse("User-agent: *\n" + std::string(row.lines), "trawl").crawl_delay();
    CHECK((delay ? delay->count() : -1) == row.seconds);
  }
}

TEST_CASE("robots: at most a thousand sitemaps are kept", "[robots][limits]") {
  std::string lines;
  for (int i = 0; i < 1'200; ++i) lines += "Sitemap: https://a.example/" + std::to_string(i) + ".xml\n";
  const auto sitemaps = Robots::parse(lines, "trawl").sitemaps();
  REQUIRE(sitemaps.size() == 1'000);
  CHECK(sitemaps.back() == "https://a.example/999.xml");
}

TEST_CASE("robots: any bytes are read, and repeating a file does not change its meaning", "[robots]") {
  constexpr unsigned kSeed = 17;
  std::mt19937 random(kSeed);
  const std::string alphabet = "\nDisallow: /\nAllow: /$%2A*\r\xEF\xBB\xBF\xFF#";
  for (int round = 0; round < 2'000; ++round) {
    std::string bytes = "User-agent: *\nDisallow: /a\n";
    for (auto left = random() % 120; left > 0; --left) bytes += alphabet[random() % alphabet.size()];
    INFO("seed " << kSeed << ", round " << round);
    const Robots once = Robots::parse(bytes, "trawl"), twice = Robots::parse(bytes + "\n" + bytes, "trawl");
    for (const std::string_view path : {"/", "/a", "/*", "/$", "/%2A", "/D"})
      REQUIRE(once.allows(path) == twice.allows(path));
  }
}

} // namespace robots_rules_test
