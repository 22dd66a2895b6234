// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/url_rules.h"

#include <catch2/catch.hpp>

namespace url_rules_test {

using namespace trawl;
using namespace trawl::crawl;

namespace {

UrlRules rules(std::string pattern, std::vector<std::string> excluded = {}) {
  schema::SourceDefinition source;
  source.id = "a";
  source.article_pattern = std::move(pattern);
  source.exclude_patterns = std::move(excluded);
  return UrlRules::compile(source).value();
}

} // namespace

TEST_CASE("url rules: an article matches the pattern and no exclusion", "[crawl]") {
  const auto blog = rules("^https://a\\.example/blog/[^/]+$", {"/draft"});
  CHECK(blog.accepts("https://a.example/blog/one"));
  CHECK(blog.accepts("http://a.example/blog/one"));
  CHECK(blog.accepts("https://a.example/blog/one/"));
  CHECK_FALSE(blog.accepts("https://a.example/blog/draft-one"));
  CHECK_FALSE(blog.accepts("https://a.example/about"));
  CHECK_FALSE(blog.accepts("ftp://a.example/blog/one"));
}

TEST_CASE("url rules: the error of a wrong pattern names source, pattern and position", "[crawl]") {
  schema::SourceDefinition source;
  source.id = "broken";
  source.article_pattern = "blog/(";
  const auto result = UrlRules::compile(source);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ErrorCode::BadInput);
  CHECK(to_sentence(result.error()).find("broken") != std::string::npos);
  CHECK(to_sentence(result.error()).find("character 7") != std::string::npos);
}

TEST_CASE("url rules: a pattern with catastrophic backtracking ends and does not match", "[crawl]") {
  CHECK_FALSE(rules("^http://(a|a)+$").accepts("http://" + std::string(2000, 'a') + "b"));
}

TEST_CASE("url rules: without a pattern, listings are rejected", "[crawl]") {
  const auto any = rules("");
  for (const auto* list : {"https://a.example/", "https://a.example/index.html", "https://a.example/tag/gpu/",
                           "https://a.example/blog/page/2/", "https://a.example/2026/04/", "https://a.example/blog/",
                           "https://a.example/categories", "https://a.example/author/ada", "https://a.example/page2/",
                           "https://a.example/blog/page-13"}) {
    INFO(list);
    CHECK_FALSE(any.accepts(list));
  }
  for (const auto* article :
       {"https://a.example/?p=17", "https://a.example/blog/post", "https://a.example/2026/04/08/x",
        "https://a.example/archive/2026/title", "https://a.example/tags-considered-harmful", "https://a.example/1234",
        "https://a.example/page2vec", "https://a.example/pagerank-2"}) {
    INFO(article);
    CHECK(any.accepts(article));
  }
}

TEST_CASE("url rules: a stated canonical URL is credible on the same site only, and never for a front page",
          "[crawl]") {
  CHECK(credible_claim("https://a.example/p?x=1", "https://www.a.example/p") == "https://www.a.example/p");
  CHECK(credible_claim("https://a.example/p", "https://b.example/p") == "https://b.example/p");
  CHECK(credible_claim("https://a.example/p", "https://a.example/").empty());
  CHECK(credible_claim("https://a.example/p", "https://a.example/index.html").empty());
  CHECK(credible_claim("https://a.example/p", "https://a.example/p").empty());
  CHECK(credible_claim("https://a.example/p", "nonsense").empty());
}

TEST_CASE("url rules: a stated canonical URL with an empty path segment is a mistake", "[crawl]") {
  CHECK(credible_claim("https://a.example/b/c", "https://a.example//b/c").empty());
  CHECK(credible_claim("https://a.example/b/c", "https://a.example/b/d") == "https://a.example/b/d");
}

} // namespace url_rules_test
