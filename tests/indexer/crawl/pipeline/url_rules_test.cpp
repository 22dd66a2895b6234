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
  for (const auto* list :
       {"https://a.example/", "https://a.example/index.html", "https://a.example/tag/gpu/",
        "https://a.example/blog/page/2/", "https://a.example/2026/04/", "https://a.example/blog/",
        "https://a.example/categories", "https://a.example/author/ada", "https://a.example/page2/",
        "https://a.example/blog/page-13", "https://a.example/index2.html", "https://a.example/tag/gpu3.html"}) {
    INFO(list);
    CHECK_FALSE(any.accepts(list));
  }
  for (const auto* article :
       {"https://a.example/?p=17", "https://a.example/blog/post", "https://a.example/2026/04/08/x",
        "https://a.example/archive/2026/title", "https://a.example/tags-considered-harmful", "https://a.example/1234",
        "https://a.example/page2vec", "https://a.example/pagerank-2", "https://a.example/index-funds-2"}) {
    INFO(article);
    CHECK(any.accepts(article));
  }
}

TEST_CASE("url rules: a list is one however deep its folders are, an article in a folder of that name is not",
          "[crawl]") {
  const auto any = rules("");
  for (const auto* list :
       {"https://aws.amazon.com/blogs/machine-learning/category/artificial-intelligence/amazon-machine-learning/",
        "https://www.databricks.com/blog/category/engineering/data-strategy",
        "https://lonepatient.top/categories/深度学习/NLP/", "https://lonepatient.top/archives/2018/12/",
        "https://medium.com/tagged/machine-learning", "https://towardsdatascience.com/archive/2024/05/17",
        "https://blog.keras.io/archives.html", "https://blog.keras.io/tags.html",
        "https://colah.github.io/posts/tags/deep_learning.html", "https://docusaurus.io/blog/archive"}) {
    INFO(list);
    CHECK_FALSE(any.accepts(list));
  }
  for (const auto* article :
       {"https://slatestarcodex.com/archive/2024/05/17/title", "https://a.example/category/news/2024/05/title",
        "https://community.nodebb.org/topic/180/title",
        "https://engineering.fb.com/2024/06/12/ml-applications/tags-at-scale/",
        "https://www.elastic.co/search-labs/blog/vector-search", "https://ratsgo.github.io/nlpbook/docs/tag_bert/",
        "https://a.example/author/ada/posts/title", "https://www.israel-nachrichten.org/archive/63076",
        "https://www.taipeitimes.com/News/front/archives/2024/10/16/2003825372",
        "https://a.example/archives/why-we-left"}) {
    INFO(article);
    CHECK(any.accepts(article));
  }
}

TEST_CASE("url rules: a pattern admits lists only by naming their word", "[crawl]") {
  const auto blog = rules("^https?://(?:a\\.example/blog/[^/?#]+)/?$");
  CHECK(blog.accepts("https://a.example/blog/one"));
  for (const auto* list :
       {"https://a.example/blog/tags", "https://a.example/blog/archive", "https://a.example/blog/authors/"}) {
    INFO(list);
    CHECK_FALSE(blog.accepts(list));
  }
  CHECK(rules("^https://www\\.ibm\\.com/topics/[^/]+$").accepts("https://www.ibm.com/topics/machine-learning"));
  CHECK(rules("^https://a\\.example/[^/]+/$").accepts("https://a.example/about/"));
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
