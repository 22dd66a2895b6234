// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/article_links.h"

#include <catch2/catch.hpp>

namespace article_links_test {

using namespace trawl;
using namespace trawl::crawl;

namespace {

UrlRules rules(const std::string& pattern = "") {
  schema::SourceDefinition source;
  source.id = "blog";
  source.article_pattern = pattern;
  return UrlRules::compile(source).value();
}

UrlShapes shapes(const std::vector<std::string>& known) {
  UrlShapes shapes;
  for (const auto& url : known) shapes.learn(url);
  return shapes;
}

const std::vector<std::string> kDated{"https://a.org/2024/01/one.html", "https://a.org/2025/11/two.html",
                                      "https://a.org/2026/4/three.html"};

} // namespace

TEST_CASE("article links: a shape is the path without numbers and the file extension", "[crawl]") {
  const auto known = shapes(kDated);
  CHECK(known.admit("https://a.org/2019/07/four.html"));
  CHECK_FALSE(known.admit("https://a.org/2019/07/four/"));
  CHECK_FALSE(known.admit("https://a.org/docs/07/four.html"));
  CHECK_FALSE(known.admit("https://b.org/2019/07/four.html"));
}

TEST_CASE("article links: few articles, or articles directly below the root, give no shape", "[crawl]") {
  CHECK_FALSE(shapes({kDated[0], kDated[1]}).admit("https://a.org/2019/07/four.html"));
  CHECK_FALSE(shapes({"https://a.org/a", "https://a.org/b", "https://a.org/c"}).admit("https://a.org/about"));
}

TEST_CASE("article links: a number is another shape than a name, because lists number their pages", "[crawl]") {
  const auto named = shapes({"https://a.org/blog/one/", "https://a.org/blog/two/", "https://a.org/blog/three/"});
  CHECK(named.admit("https://a.org/blog/four/"));
  CHECK_FALSE(named.admit("https://a.org/blog/4/"));
  CHECK(rules(named.pattern()).accepts("https://a.org/blog/4-years/"));
  CHECK_FALSE(rules(named.pattern()).accepts("https://a.org/blog/4/"));
  const auto numbered = shapes({"https://a.org/blog/1", "https://a.org/blog/2", "https://a.org/blog/3"});
  CHECK(numbered.admit("https://a.org/blog/4"));
  CHECK(rules(numbered.pattern()).accepts("https://a.org/blog/4"));
}

TEST_CASE("article links: where several people have a folder each, so may others", "[crawl]") {
  const std::vector<std::string> urls{"https://a.org/@ann/one", "https://a.org/@bo/two", "https://a.org/@cy/three"};
  CHECK(shapes(urls).admit("https://a.org/@dee/four"));
  CHECK_FALSE(shapes(urls).admit("https://a.org/@dee"));
  CHECK_FALSE(shapes({urls[0], urls[0] + "-a", urls[0] + "-b"}).admit("https://a.org/@dee/four"));
}

TEST_CASE("article links: a folder of the homepage with several known articles may have more, however deep",
          "[crawl]") {
  const auto known = shapes({"https://a.org/lab/notes/one/", "https://a.org/lab/notes/2024/two/",
                             "https://a.org/lab/notes/k8s/pods.html", "https://a.org/lab/talks/three/"});
  const std::string home = "https://a.org/lab/";
  CHECK(known.admit_below("https://a.org/lab/notes/linux/four.html", home));
  CHECK_FALSE(known.admit_below("https://a.org/lab/talks/four/", home)); // of one article only
  CHECK_FALSE(known.admit_below("https://a.org/lab/about/", home));
  const auto deep =
      shapes({"https://a.org/lab/blog/p/1/", "https://a.org/lab/blog/p/2/", "https://a.org/lab/blog/p/3/"});
  CHECK(deep.admit_below("https://a.org/lab/blog/p/4/five/", home));
  CHECK_FALSE(deep.admit_below("https://a.org/lab/blog/secret/", home));
  CHECK_FALSE(known.admit_below("https://a.org/docs/notes/four/", home));
  CHECK(known.admit_below("https://a.org/lab/talks/four/", "https://a.org/"));
}

TEST_CASE("article links: with a pattern the pattern decides, without one the shape", "[crawl]") {
  CHECK(looks_like_article("https://a.org/x/1", rules("^https://a\\.org/x/\\d+$"), {}));
  CHECK_FALSE(looks_like_article("https://a.org/x/y", rules("^https://a\\.org/x/\\d+$"), {}));
  CHECK_FALSE(looks_like_article("https://a.org/x/1", rules(), {}));
  CHECK(looks_like_article("https://a.org/2019/07/four.html", rules(), shapes(kDated)));
}

TEST_CASE("article links: the front page of a section is not an article", "[crawl]") {
  const auto known = shapes({"https://a.org/notes/k8s/pods/one.html"});
  const auto any = rules("^https://a\\.org/.+");
  CHECK_FALSE(looks_like_article("https://a.org/notes/k8s/", any, known));
  CHECK_FALSE(looks_like_article("https://a.org/notes/k8s/pods/index.html", any, known));
  CHECK(looks_like_article("https://a.org/notes/k8s/services.html", any, known));
}

TEST_CASE("article links: pages of the same site, each once, without images", "[crawl]") {
  store::Input page;
  page.url = "https://a.org/x/";
  page.body = "<a href=one.html#part></a><a href=one.html></a><a href=/x/></a><a href=https://b.org/y></a>"
              "<a href=p.PNG></a><a href=paper.pdf></a><a href=gpt-4.5></a><a href='mailto:a@a.org'></a>";
  CHECK(links_of_page(page) == std::vector<std::string>{"https://a.org/x/one.html", "https://a.org/x/gpt-4.5"});
}

TEST_CASE("article links: the common shapes become a pattern", "[crawl]") {
  auto known = shapes(kDated);
  CHECK(known.pattern() == "^https?://(?:a\\.org/\\d+/\\d+/[^/?#]+\\.html)/?$");
  for (int i = 0; i < 20; ++i) known.learn("https://a.org/notes/n" + std::to_string(i));
  const auto pattern = rules(known.pattern());
  CHECK(pattern.accepts("https://a.org/notes/other/"));
  CHECK_FALSE(pattern.accepts("https://a.org/notes/other/more"));
  CHECK_FALSE(pattern.accepts("https://a.org/2024/01/one.html")); // 3 of 23: a minor shape
  CHECK(shapes({"https://a.org/a", "https://a.org/b", "https://a.org/c"}).pattern().empty());
}

TEST_CASE("article links: where several folders of a folder have articles, new ones may", "[crawl]") {
  std::vector<std::string> urls;
  for (const auto* folder : {"ai", "web", "data"}) {
    for (const auto* name : {"one", "two", "three"})
      urls.push_back(std::string("https://a.org/notes/") + folder + "/" + name);
  }
  const auto pattern = rules(shapes(urls).pattern());
  CHECK(pattern.accepts("https://a.org/notes/ai/four/"));
  CHECK(pattern.accepts("https://a.org/notes/new/one/"));
  CHECK_FALSE(pattern.accepts("https://a.org/notes/new/"));
  CHECK_FALSE(pattern.accepts("https://a.org/about/new/one/"));
  CHECK_FALSE(rules(shapes({urls.begin(), urls.begin() + 6}).pattern()).accepts("https://a.org/notes/new/one/"));
}

TEST_CASE("article links: the folders at the root are those of other things, too, unless many have articles",
          "[crawl]") {
  std::vector<std::string> urls;
  for (const auto* folder : {"ai", "web", "data", "life", "work"}) {
    for (const auto* name : {"one", "two", "three"})
      urls.push_back(std::string("https://a.org/") + folder + "/" + name);
  }
  CHECK(rules(shapes(urls).pattern()).accepts("https://a.org/new/one/"));
  CHECK_FALSE(rules(shapes({urls.begin(), urls.begin() + 12}).pattern()).accepts("https://a.org/new/one/"));
}

TEST_CASE("article links: where pages are files, the front pages of folders are not articles", "[crawl]") {
  const auto known = shapes({"https://a.org/notes/", "https://a.org/notes/ai/", "https://a.org/notes/web/",
                             "https://a.org/notes/one.html", "https://a.org/notes/two.html",
                             "https://a.org/notes/three.html", "https://a.org/notes/four.html"});
  CHECK(known.pattern() == "^https?://(?:a\\.org/notes/[^/?#]+\\.html)/?$");
  // Folders of one or two files each have no common shape, but they are most of the files.
  const auto spread =
      shapes({"https://a.org/notes/ai/", "https://a.org/notes/ai/one.html", "https://a.org/tools/x.html",
              "https://a.org/tools/y.html", "https://a.org/notes/two.html", "https://a.org/notes/three.html",
              "https://a.org/notes/four.html"});
  const auto pattern = rules(spread.pattern());
  CHECK(pattern.accepts("https://a.org/notes/ai/one.html"));
  CHECK(pattern.accepts("https://a.org/tools/x.html"));
  CHECK_FALSE(pattern.accepts("https://a.org/resume.html"));
  CHECK_FALSE(pattern.accepts("https://a.org/notes/ai/"));
}

} // namespace article_links_test
