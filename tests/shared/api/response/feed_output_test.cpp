// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/feed_output.h"
#include "shared/api/response/http_date.h"

#include <catch2/catch.hpp>

using namespace trawl::api;
using trawl::parse_rfc3339;

namespace {

trawl::search::SearchResponse hostile() {
  trawl::search::SearchResponse response;
  response.q = "<q> & ]]>";
  response.total = 2;
  response.limit = 50;
  trawl::search::Hit dated, undated;
  dated.article.id = "00000000000000aa";
  dated.article.url = "https://example.org/?a=1&b=2";
  dated.article.title = "]]><script>\x0b & \"x\"";
  dated.article.source = "one";
  dated.source_label = "Label <1>";
  dated.article.authors = {"A & B"};
  dated.article.published = parse_rfc3339("2026-04-08");
  dated.article.updated = parse_rfc3339("2026-04-09T10:00:00Z");
  dated.article.indexed = parse_rfc3339("2026-04-10T10:00:00Z")->time;
  dated.article.category = "infra";
  dated.article.tags = {"infra", "gpu"};
  dated.article.text = "SECRET WHOLE TEXT";
  dated.snippets = {{"a <b> snippet", {{2, 5}}, 0}};
  undated.article.id = "00000000000000bb";
  undated.article.url = "javascript:alert(1)";
  undated.article.title = "Undated";
  undated.article.indexed = parse_rfc3339("2026-04-05T00:00:00Z")->time;
  response.hits = {dated, undated};
  return response;
}

const FeedContext kContext{"http://localhost/v1/search.rss?q=a&b=c", "http://localhost/?q=a&b=c", "", {}, false};

bool has(const std::string& text, const std::string& part) { return text.contains(part); }

} // namespace

TEST_CASE("feeds: text is escaped, and nothing illegal in XML is left", "[api]") {
  const std::string feed = rss_feed(hostile(), kContext);
  INFO(feed);
  CHECK(has(feed, "]]&gt;&lt;script&gt; &amp; &quot;x&quot;"));
  CHECK(has(feed, "https://example.org/?a=1&amp;b=2"));
  CHECK(has(feed, "a &lt;b&gt; snippet"));
  CHECK_FALSE(has(feed, "<script>"));
  CHECK_FALSE(has(feed, "javascript:"));
  CHECK_FALSE(has(feed, "SECRET"));
  CHECK_FALSE(has(feed, "\x0b"));
}

TEST_CASE("feeds: on request an item has its whole article as HTML", "[api]") {
  FeedContext context = kContext;
  context.has_content = true;
  auto response = hostile();
  response.hits[0].article.text = "One <b>.\n\nTwo.";
  const std::string feed = rss_feed(response, context);
  CHECK(has(feed,
            "<content:encoded>&lt;p&gt;One &amp;lt;b&amp;gt;.&lt;/p&gt;\n&lt;p&gt;Two.&lt;/p&gt;\n</content:encoded>"));
  CHECK(has(feed, "<description>a &lt;b&gt; snippet</description>"));
}

TEST_CASE("feeds: a date is the moment at which the publisher's clock showed it", "[api]") {
  auto response = hostile();
  response.hits[0].article.published = trawl::parse_rfc3339("2026-11-26T18:14:55-08:00");
  CHECK(has(rss_feed(response, kContext), "<pubDate>Fri, 27 Nov 2026 02:14:55 GMT</pubDate>"));
}

TEST_CASE("feeds: what the search has to say stands in the description", "[api]") {
  auto response = hostile();
  response.warnings = {{"unknown_value", "No \"x\".", 3}};
  response.did_you_mean = trawl::search::DidYouMean{"flash", 9};
  CHECK(has(rss_feed(response, kContext), "<description>Articles found by Trawl. No &quot;x&quot;. "
                                          "Did you mean &quot;flash&quot; (9)?</description>"));
}

TEST_CASE("feeds: only an incomplete feed says so, and why", "[api]") {
  auto response = hostile();
  CHECK_FALSE(has(rss_feed(response, kContext), "not complete"));
  response.is_exact = false;
  response.warnings = {{"time_cut", "12 articles <are> missing.", std::nullopt}};
  CHECK(has(rss_feed(response, kContext),
            "<description>Articles found by Trawl. This feed is not complete. 12 articles "
            "&lt;are&gt; missing.</description>"));
}

TEST_CASE("feeds: an id depends only on the article, and undated items have no date", "[api]") {
  const std::string rss = rss_feed(hostile(), kContext);
  CHECK(has(rss, "<guid isPermaLink=\"false\">urn:trawl:00000000000000aa</guid>"));
  CHECK(has(rss, "<pubDate>Wed, 08 Apr 2026 00:00:00 GMT</pubDate>"));
  CHECK(rss.find("<pubDate>") == rss.rfind("<pubDate>"));
  CHECK(has(rss, "<openSearch:totalResults>2</openSearch:totalResults>"));
}

TEST_CASE("feeds: the feed names itself, its next page, and when its newest article came", "[api]") {
  FeedContext context = kContext;
  CHECK_FALSE(has(rss_feed(hostile(), context), "rel=\"next\""));
  context.next_url = "http://localhost/v1/search.rss?q=a&cursor=c";
  CHECK(has(rss_feed(hostile(), context), "<atom:link rel=\"next\" type=\"application/rss+xml\" "
                                          "href=\"http://localhost/v1/search.rss?q=a&amp;cursor=c\"/>"));
  CHECK(has(rss_feed(hostile(), context), "<atom:link rel=\"self\""));
  CHECK(newest_indexed(hostile()) == parse_rfc3339("2026-04-10T10:00:00Z")->time);
  CHECK_FALSE(newest_indexed({}));
}

TEST_CASE("http date: as RFC 9110 writes it", "[api]") {
  CHECK(to_http_date(parse_rfc3339("1994-11-06T08:49:37Z")->time) == "Sun, 06 Nov 1994 08:49:37 GMT");
}
