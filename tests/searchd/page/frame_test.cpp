// SPDX-License-Identifier: GPL-3.0-or-later
/// The pages beside the list and the reader: what leads to them, and what their numbers lead to.
#include "searchd/page/page_links.h"
#include "searchd/router.h"
#include "shared/api/engine/live_engine.h"
#include "tests/shared/api/fake_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <catch2/catch.hpp>

#include <set>

namespace frame_test {

using namespace trawl;
using namespace trawl::test;
using namespace trawl::searchd;

namespace {

std::string between(const std::string& text, std::size_t begin, const char* end) {
  return text.substr(begin, text.find(end, begin) - begin);
}

struct NumberLink {
  std::string href, number;
};

/// The links to searches whose text is a number, and those of class "example", whose number is behind the query.
std::vector<NumberLink> number_links(const std::string& html) {
  std::vector<NumberLink> links;
  const std::string begin = "href=\"/?";
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
    const std::string whole = between(html, at, "</a>");
    std::string text = whole.substr(whole.find('>') + 1);
    const std::string count = "<span class=\"count\">";
    const bool is_example = html.substr(at - std::min<std::size_t>(at, 16), 15) == "class=\"example\"";
    if (is_example) text = between(text, text.find(count) + count.size(), "<");
    if (!text.empty() && text.find_first_not_of("0123456789,") == std::string::npos)
      links.push_back({between(html, at + 6, "\""), text});
  }
  return links;
}

/// A daemon over some random articles.
struct Pages {
  TestIndex index;
  api::LiveEngine engine;
  Router router{{HostCheck({"127.0.0.1", 7700}, {}), "", 8 << 20, [](const std::string&) {}}};

  explicit Pages(const std::vector<Article>& articles) : index(articles), engine(index.data()) {}

  HttpResponse get(std::string target) {
    for (std::size_t at = target.find("&amp;"); at != std::string::npos; at = target.find("&amp;", at))
      target.erase(at + 1, 4);
    HttpRequest request;
    request.method = "GET";
    request.path = target.substr(0, target.find('?'));
    if (target.contains('?')) request.query = target.substr(target.find('?') + 1);
    request.headers = {{"Host", "localhost"}};
    return router.answer(engine, request, moment("2026-04-21T12:00:30Z"));
  }

  /// The number that a page of results says it has found.
  std::string found_by(const std::string& link) {
    const std::string html = get(link).body, before = "id=\"count\"><strong>";
    const std::size_t at = html.find(before);
    return at == std::string::npos ? "none" : between(html, at + before.size(), "<");
  }
};

std::vector<Article> library() {
  std::mt19937 random(11);
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 200; ++i) articles.push_back(random_article(i, random));
  return articles;
}

} // namespace

TEST_CASE("page: every number of the trends leads to a search that finds as many", "[page]") {
  Pages pages(library());
  for (const char* target : {"/trends?q=word3&q=tag:tag1&date_interval=year&by=source",
                             "/trends?q=word3+source:source-2&after=2024-03-10&before=2025-03-10"}) {
    CAPTURE(target);
    const HttpResponse page = pages.get(target);
    REQUIRE(page.status == 200);
    const auto links = number_links(page.body);
    for (const NumberLink& link : links) {
      CAPTURE(link.href);
      CHECK(pages.found_by(link.href) == link.number);
    }
    CHECK(links.size() > 10);
  }
}

TEST_CASE("page: trends are drawn without scripts, and what is typed is text", "[page]") {
  Pages pages(library());
  const std::string html = pages.get("/trends?q=word3&q=%3Cscript%3E").body;
  CHECK(html.contains("<polyline class=\"line c0\""));
  CHECK(html.contains("value=\"&lt;script&gt;\""));
  CHECK_FALSE(html.contains("<script>"));
  CHECK(pages.get("/trends?q=a&by=tag").status == 400);
  CHECK(pages.get("/trends").body.contains("<h2>Rising</h2>"));
}

TEST_CASE("page: trends draw no share of nothing, and say what the shade of a number means", "[page]") {
  std::vector<Article> articles = library();
  for (std::size_t i = 0; i < articles.size(); ++i)
    articles[i].published = parse_rfc3339(i % 2 == 0 ? "2024-01-10" : "2024-04-10"); // none in February and March
  Pages pages(articles);
  const std::string html = pages.get("/trends?q=word3&date_interval=month").body;
  const std::string drawing = between(html, html.find("<svg class=\"trend\""), "</svg>");
  std::size_t lines = 0;
  for (std::size_t at = drawing.find("<polyline"); at != std::string::npos; at = drawing.find("<polyline", at + 1))
    ++lines;
  CHECK(lines == 2);
  CHECK(html.contains("The darker a number’s ground, the larger its share of all articles of that time"));
}

TEST_CASE("page: a facet with one value is folded, unless the value is chosen", "[page]") {
  std::vector<Article> articles = library();
  for (Article& article : articles) article.language = "en";
  Pages pages(articles);
  const auto language = [&](const char* target) {
    const std::string html = pages.get(target).body;
    return between(html, html.find("id=\"facet-language\""), "</section>");
  };
  CHECK(language("/?q=word3").contains("<details><summary><h2>Language</h2></summary>"));
  CHECK_FALSE(language("/?q=word3&language=en").contains("<details><summary><h2>"));
}

TEST_CASE("page: sources are listed with their articles, years and subjects", "[page]") {
  Pages pages(library());
  const std::string html = pages.get("/sources").body;
  CHECK(html.contains("<h1>Sources</h1>"));
  for (int i = 0; i < 6; ++i) CHECK(html.contains("href=\"/?source=source-" + std::to_string(i) + "\""));
  CHECK(html.contains("2024–2025</span>"));
  CHECK(html.contains("href=\"/?source=source-1&amp;tag=tag"));
}

TEST_CASE("page: the bars of all sources stand for the same years, so that one sees who stopped", "[page]") {
  std::vector<Article> articles;
  for (const auto& [source, day] :
       {std::pair{"ended", "2021-03-01"}, {"ended", "2023-03-01"}, {"goes-on", "2026-02-01"}}) {
    articles.push_back(article(articles.size()));
    articles.back().source = source;
    articles.back().published = parse_rfc3339(day);
  }
  Pages pages(articles);
  const std::string html = pages.get("/sources").body;
  CHECK(html.contains("2021–2023</span>"));
  CHECK(html.contains("since 2026</span>"));
  std::set<std::string> widths;
  const std::string begin = "class=\"plot\"";
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1))
    widths.insert(between(html, html.find("viewBox", at), ">"));
  CHECK(widths.size() == 1);
}

TEST_CASE("page: a list of values that is cut links to all of them, without scripts", "[page]") {
  std::vector<Article> articles = library();
  for (std::size_t i = 0; i < articles.size(); ++i) articles[i].authors = {"Author " + std::to_string(i % 80)};
  Pages pages(articles);
  const std::string html = pages.get("/?source=source-1,source-2,source-3").body;
  const std::size_t section = html.find("id=\"facet-author\"");
  REQUIRE(section != std::string::npos);
  const std::size_t link = html.find("facet_limit=1000#facet-author\">All ", section);
  REQUIRE(link != std::string::npos);
  const std::size_t count = std::stoul(between(html, html.find("All ", link) + 4, " "));
  CHECK(count > 30);
  const std::string all = pages.get("/?source=source-1,source-2,source-3&facet_limit=1000").body;
  const std::string authors = between(all, all.find("id=\"facet-author\""), "</section>");
  std::size_t shown = 0;
  for (std::size_t at = authors.find("<li>"); at != std::string::npos; at = authors.find("<li>", at + 1)) ++shown;
  CHECK(shown == count);
  CHECK(authors.contains("<details open>"));
  CHECK_FALSE(authors.contains("facet_limit=1000#"));
}

TEST_CASE("page: a query of filters alone has no order by relevance", "[page]") {
  Pages pages(library());
  CHECK(pages.get("/?q=word3").body.contains(">Relevance</a>"));
  const std::string html = pages.get("/?q=tag:tag1").body;
  CHECK_FALSE(html.contains(">Relevance</a>"));
  CHECK(html.contains("aria-current=\"true\">Newest</a>"));
}

TEST_CASE("page: the first screen says what there is, with searches that find what they say", "[page]") {
  Pages pages(library());
  const std::string html = pages.get("/").body;
  CHECK(html.contains("<h1>Search 200 articles about AI</h1>"));
  CHECK(html.contains("<a href=\"/sources\">sources</a> since 2024"));
  CHECK(html.contains("<summary>How to search</summary>"));
  CHECK(html.contains("<a href=\"/trends\">Trends</a>"));
  const auto about = number_links(between(html, html.find("class=\"about\""), "</section>"));
  for (const NumberLink& link : about) CHECK(pages.found_by(link.href) == link.number);
  CHECK(about.size() == 3);
}

TEST_CASE("page: dates can be chosen by hand, with an open end", "[page]") {
  Pages pages(library());
  const std::string html = pages.get("/?q=word3&source=source-1&before=2025-01-01").body;
  CHECK(html.contains("<input type=\"date\" name=\"before\" value=\"2025-01-01\">"));
  CHECK(html.contains("href=\"/?q=word3&amp;source=source-1&amp;since=1y#filters\">Last year</a>"));
  CHECK(html.contains("href=\"/?q=word3&amp;source=source-1&amp;after=2024-01-01#filters\">Since 2024</a>"));
}

TEST_CASE("page: a link to a passage names its first words", "[page]") {
  CHECK(passage_fragment("… speaks of attention and memory …", 14) == "#:~:text=attention%20and%20memory");
  CHECK(passage_fragment("state-of-the-art models, of 2026", 0) ==
        "#:~:text=state%2Dof%2Dthe%2Dart%20models%2C%20of%202026");
  CHECK(passage_fragment("…", 0).empty());
  CHECK(passage_fragment("short", 9).empty());
}

} // namespace frame_test
