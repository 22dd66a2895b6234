// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/feed_output.h"
#include "shared/api/response/http_date.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

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
  for (const std::string& feed : {rss_feed(hostile(), kContext), atom_feed(hostile(), kContext)}) {
    INFO(feed);
    CHECK(has(feed, "]]&gt;&lt;script&gt; &amp; &quot;x&quot;"));
    CHECK(has(feed, "https://example.org/?a=1&amp;b=2"));
    CHECK(has(feed, "a &lt;b&gt; snippet"));
    CHECK_FALSE(has(feed, "<script>"));
    CHECK_FALSE(has(feed, "javascript:"));
    CHECK_FALSE(has(feed, "SECRET"));
    CHECK_FALSE(has(feed, "\x0b"));
  }
}

TEST_CASE("feeds: on request an item has its whole article as HTML", "[api]") {
  FeedContext context = kContext;
  context.has_content = true;
  auto response = hostile();
  response.hits[0].article.text = "One <b>.\n\nTwo.";
  const std::string html = "<p>One &lt;b&gt;.</p>\n<p>Two.</p>\n",
                    escaped = "&lt;p&gt;One &amp;lt;b&amp;gt;.&lt;/p&gt;\n";
  CHECK(rss_feed(response, context).contains("<content:encoded>" + escaped));
  CHECK(atom_feed(response, context).contains("<content type=\"html\">" + escaped));
  const auto item = nlohmann::json::parse(json_feed(response, context)).at("items").at(0);
  CHECK(item.at("content_html") == html);
  CHECK(item.at("summary") == "a <b> snippet");
  CHECK_FALSE(item.contains("content_text"));
}

TEST_CASE("feeds: dates have the offset of the publisher's clock", "[api]") {
  auto response = hostile();
  response.hits[0].article.published = trawl::parse_rfc3339("2026-11-26T18:14:55-08:00");
  CHECK(has(rss_feed(response, kContext), "<pubDate>Fri, 27 Nov 2026 02:14:55 GMT</pubDate>"));
  CHECK(has(atom_feed(response, kContext), "<published>2026-11-26T18:14:55-08:00</published>"));
  CHECK(has(json_feed(response, kContext), R"("date_published":"2026-11-26T18:14:55-08:00")"));
}

TEST_CASE("feeds: what the search has to say stands in the description", "[api]") {
  auto response = hostile();
  response.warnings = {{"unknown_value", "No \"x\".", 3}};
  response.did_you_mean = trawl::search::DidYouMean{"flash", 9};
  const std::string notes = "Articles found by Trawl. No \"x\". Did you mean \"flash\" (9)?";
  CHECK(nlohmann::json::parse(json_feed(response, kContext))["description"] == notes);
  CHECK(has(rss_feed(response, kContext), "Did you mean &quot;flash&quot; (9)?</description>"));
  CHECK(has(atom_feed(response, kContext), "<subtitle>Articles found by Trawl. No &quot;x&quot;."));
}

TEST_CASE("feeds: only an incomplete feed says so, and why", "[api]") {
  auto response = hostile();
  for (const std::string& feed :
       {rss_feed(response, kContext), atom_feed(response, kContext), json_feed(response, kContext)}) {
    CHECK_FALSE(has(feed, "not complete"));
  }
  response.is_exact = false;
  response.warnings = {{"time_cut", "12 articles <are> missing.", std::nullopt}};
  CHECK(has(rss_feed(response, kContext),
            "<description>Articles found by Trawl. This feed is not complete. 12 articles "
            "&lt;are&gt; missing.</description>"));
  CHECK(
      has(atom_feed(response, kContext), "<subtitle>Articles found by Trawl. This feed is not complete. 12 articles"));
  CHECK(nlohmann::json::parse(json_feed(response, kContext))["description"] ==
        "Articles found by Trawl. This feed is not complete. 12 articles <are> missing.");
}

TEST_CASE("feeds: an id depends only on the article, and undated items have no date", "[api]") {
  const std::string rss = rss_feed(hostile(), kContext);
  CHECK(has(rss, "<guid isPermaLink=\"false\">urn:trawl:00000000000000aa</guid>"));
  CHECK(has(rss, "<pubDate>Wed, 08 Apr 2026 00:00:00 GMT</pubDate>"));
  CHECK(rss.find("<pubDate>") == rss.rfind("<pubDate>"));
  CHECK(has(rss, "<openSearch:totalResults>2</openSearch:totalResults>"));
  const std::string atom = atom_feed(hostile(), kContext);
  CHECK(has(atom, "<id>urn:trawl:00000000000000aa</id>"));
  CHECK(has(atom, "<updated>2026-04-09T10:00:00Z</updated>"));
  CHECK(has(atom, "<updated>2026-04-05T00:00:00Z</updated>"));
  CHECK(has(atom, "rel=\"self\""));
}

TEST_CASE("feeds: a JSON Feed 1.1 is JSON with the same items", "[api]") {
  const auto feed = nlohmann::json::parse(json_feed(hostile(), kContext));
  CHECK(feed["version"] == "https://jsonfeed.org/version/1.1");
  REQUIRE(feed["items"].size() == 2);
  CHECK(feed["items"][0]["id"] == "urn:trawl:00000000000000aa");
  CHECK(feed["items"][0]["content_text"] == "a <b> snippet");
  CHECK(feed["items"][0]["tags"] == nlohmann::json::parse(R"(["infra", "gpu"])"));
  CHECK_FALSE(feed["items"][1].contains("date_published"));
  CHECK_FALSE(feed["items"][1].contains("url"));
  CHECK(newest_indexed(hostile()) == parse_rfc3339("2026-04-10T10:00:00Z")->time);
  CHECK_FALSE(newest_indexed({}));
}

TEST_CASE("http date: as RFC 9110 writes it", "[api]") {
  CHECK(to_http_date(parse_rfc3339("1994-11-06T08:49:37Z")->time) == "Sun, 06 Nov 1994 08:49:37 GMT");
}
