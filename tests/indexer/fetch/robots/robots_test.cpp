// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/robots/robots.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using trawl::fetch::Robots;

namespace {

bool allowed_by(std::string_view body, std::string_view path, std::string_view product = "trawl") {
  return Robots::parse(body, product).allows(path);
}

/// By the rules for everyone.
bool allowed(const std::string& rules, std::string_view path) { return allowed_by("User-agent: *\n" + rules, path); }

/// The obvious matcher: tries every length for each '*'.
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

TEST_CASE("robots: the longest matching rule wins, and Allow wins a tie", "[robots]") {
  CHECK(allowed("Disallow: /blog\nAllow: /blog/ai", "/blog/ai/1"));
  CHECK_FALSE(allowed("Disallow: /blog/ai\nAllow: /blog", "/blog/ai/1"));
  CHECK(allowed("Disallow: /p\nAllow: /p", "/p"));
  CHECK(allowed("Allow: /p\nDisallow: /p", "/p"));
}

TEST_CASE("robots: what no rule names is allowed", "[robots]") {
  CHECK(allowed("Disallow: /private", "/public"));
  CHECK(allowed("Disallow:", "/"));
  CHECK(allowed_by("", "/"));
  CHECK(allowed_by("<html>not found</html>", "/"));
}

TEST_CASE("robots: a server that fails forbids, a missing file allows", "[robots]") {
  for (const int status : {0, 200, 301, 429, 500, 503}) CHECK_FALSE(Robots::unavailable(status).allows("/"));
  for (const int status : {400, 401, 403, 404, 410, 451, 499}) CHECK(Robots::unavailable(status).allows("/"));
}

TEST_CASE("robots: robots.txt itself is always allowed", "[robots]") {
  CHECK(allowed("Disallow: /", "/robots.txt"));
  CHECK(Robots::unavailable(503).allows("/robots.txt"));
  CHECK_FALSE(allowed("Disallow: /", "/robots.txt/x"));
}

TEST_CASE("robots: our group is taken, by name without case or version, else everyone's", "[robots]") {
  const std::string body = "User-agent: *\nDisallow: /\n\nUser-agent: TRAWL/2.0\nDisallow: /x\n";
  CHECK(allowed_by(body, "/a"));
  CHECK_FALSE(allowed_by(body, "/x"));
  CHECK_FALSE(allowed_by(body, "/a", "trawler"));
  CHECK_FALSE(allowed_by(body, "/a", "trawl2"));
  CHECK(allowed_by("User-agent: *\nDisallow: /\nUser-agent: trawl\n", "/a"));
}

TEST_CASE("robots: groups of one name are merged, and names may share a group", "[robots]") {
  const std::string body = "User-agent: a\nUser-agent: trawl\nDisallow: /1\n\nUser-agent: b\nDisallow: /3\n"
                           "User-agent: trawl\nDisallow: /2\n";
  CHECK_FALSE(allowed_by(body, "/1"));
  CHECK_FALSE(allowed_by(body, "/2"));
  CHECK(allowed_by(body, "/3"));
}

TEST_CASE("robots: other lines end no group, rules outside a group count for nobody", "[robots]") {
  CHECK_FALSE(allowed_by("User-agent: trawl\nSitemap: http://x/s\n\nUser-agent: b\nDisallow: /", "/a"));
  CHECK(allowed_by("Disallow: /\nUser-agent: *\nDisallow: /x", "/a"));
}

TEST_CASE("robots: wildcards and the end of the path", "[robots]") {
  CHECK_FALSE(allowed("Disallow: /*.gif$", "/a/b.gif"));
  CHECK(allowed("Disallow: /*.gif$", "/a/b.gif?x"));
  CHECK_FALSE(allowed("Disallow: *sort=", "/list?sort=up"));
  CHECK_FALSE(allowed("Disallow: /a*b*c", "/a--b--c--"));
  CHECK(allowed("Disallow: /a*b*c$", "/a--b--c--"));
  CHECK(allowed("Disallow: /$", "/a"));
  CHECK_FALSE(allowed("Disallow: /$", "/"));
}

TEST_CASE("robots: escapes are compared in one form", "[robots]") {
  CHECK_FALSE(allowed("Disallow: /%62ar", "/bar"));
  CHECK_FALSE(allowed("Disallow: /bar", "/%62ar"));
  CHECK_FALSE(allowed("Disallow: /ツ", "/%E3%83%84"));
  CHECK_FALSE(allowed("Disallow: /%e3%83%84", "/%E3%83%84"));
  CHECK(allowed("Disallow: /a%2Fb", "/a/b"));
  CHECK_FALSE(allowed("Disallow: /a%2Ab", "/a*b"));
  CHECK(allowed("Disallow: /a%2Ab", "/a-b"));
  CHECK_FALSE(allowed("Disallow: /a%24", "/a$b"));
  CHECK_FALSE(allowed("Disallow: /a$b", "/a$b"));
}

TEST_CASE("robots: lines end in LF, CRLF or CR; a BOM, comments and blanks do no harm", "[robots]") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const std::string body = "\xEF\xBB\xBFUser-agent : * # all" + end + "  disallow\t:  /a # this" + end + end + "x";
    CHECK_FALSE(allowed_by(body, "/a"));
    CHECK(allowed_by(body, "/b"));
  }
}

TEST_CASE("robots: common misspellings of Disallow are obeyed", "[robots]") {
  for (const char* word : {"Dissallow:", "disalow:", "Diasllow:", "Disallow"}) {
    CHECK_FALSE(allowed(std::string(word) + " /a", "/a"));
  }
}

TEST_CASE("robots: Allow of an index file opens its folder", "[robots]") {
  CHECK(allowed("Allow: /d/index.html\nDisallow: /d", "/d/"));
  CHECK_FALSE(allowed("Allow: /d/index.html\nDisallow: /d", "/d/x"));
}

TEST_CASE("robots: Crawl-delay is our group's, sitemaps are everyone's", "[robots]") {
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

TEST_CASE("robots: what lies beyond 512 KiB is not read", "[robots]") {
  const std::string filler(512 * 1024, '#');
  CHECK(allowed_by("User-agent: *\n" + filler + "\nDisallow: /", "/a"));
  CHECK_FALSE(allowed_by("User-agent: *\n" + filler.substr(100) + "\nDisallow: /", "/a"));
}

TEST_CASE("robots: forty stars cost no more than one", "[robots]") { // a backtracking matcher would not come back
  std::string pattern = "Disallow: /";
  for (int i = 0; i < 40; ++i) pattern += "*a";
  CHECK(allowed(pattern + "b$", "/" + std::string(5000, 'a')));
  CHECK_FALSE(allowed(pattern, "/" + std::string(5000, 'a')));
}

TEST_CASE("robots: the matcher agrees with one that tries everything", "[robots]") {
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
