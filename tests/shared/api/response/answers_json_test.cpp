// SPDX-License-Identifier: GPL-3.0-or-later
/// The JSON of every answer but a search's, key by key.
#include "shared/api/response/answers_json.h"
#include "shared/api/response/article_json.h"
#include "shared/api/response/article_markdown.h"
#include "shared/api/response/facets_json.h"
#include "shared/api/response/http_date.h"
#include "shared/api/response/search_response.h"
#include "shared/content/stored_content.h"
#include "tests/shared/api/fake_engine.h"

#include <ctime>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace answers_json_test {

using namespace trawl;
using namespace trawl::api;
using namespace trawl::test;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

search::Hit bare_hit() {
  search::Hit hit;
  hit.article.id = "0123456789abcdef";
  hit.article.title = "Bare";
  hit.article.source = "made";
  return hit;
}

} // namespace

TEST_CASE("article json: every field in the contract's order", "[api]") {
  const Json article =
      Json::parse(article_json(FakeEngine().hits[0], search::RelatedResponse{{FakeEngine().hits[1]}, {}}));
  CHECK(keys_of(article) ==
        std::vector<std::string>{
            "id",        "url",           "title",           "source",  "site",       "authors",  "affiliations",
            "published", "published_day", "updated",         "indexed", "state",      "category", "tags",
            "language",  "words",         "reading_minutes", "image",   "excerpt",    "text",     "markdown",
            "captions",  "image_texts",   "aliases",         "copies",  "provenance", "related",  "warnings",
            "index"});
  CHECK(article["source"] == Json::parse(R"({"id": "pytorch", "label": "PyTorch Blog"})"));
  CHECK(article["published"] == "2026-04-08");
  CHECK(article["published_day"] == "2026-04-08");
  CHECK(article["indexed"] == "2026-04-20T08:00:00Z");
  const std::string url = article["url"];
  CHECK(article["provenance"] ==
        Json::array({{{"field", "title"}, {"from", "og:title"}, {"source", "pytorch"}, {"url", url}},
                     {{"field", "category"},
                      {"from", "guess: text 'gpu'"},
                      {"source", "pytorch"},
                      {"url", url},
                      {"confidence", 0.62}}}));
  CHECK(article["text"].get<std::string>().contains("\n\n"));
  CHECK_FALSE(article["excerpt"].get<std::string>().contains('\n'));
  CHECK(article["related"][0]["copies"] ==
        Json::parse(R"([{"url": "https://copy.example/two", "source": "together", "title": null}])"));
  CHECK_FALSE(article["related"][0].contains("title_html")); // nothing was searched for
}

TEST_CASE("article json: the text comes with its structure as Markdown, and as HTML if asked for", "[api]") {
  search::Hit hit = bare_hit();
  const content::Content content{
      {.kind = content::Kind::Heading, .number = 2, .children = {{.kind = content::Kind::Text, .text = "How"}}},
      {.kind = content::Kind::Code, .text = "if x:\n    y()", .attribute = "python"}};
  content::StoredContent stored = content::pack(content);
  hit.article.text = stored.text;
  hit.article.structure = stored.structure;
  const Json article = Json::parse(article_json(hit, {}, {.html = true}));
  CHECK(article["text"] == "How\n\nif x:\n    y()");
  CHECK(article["markdown"] == "## How\n\n```python\nif x:\n    y()\n```\n");
  CHECK(article["html"] == "<h2>How</h2>\n<pre><code class=\"language-python\">if x:\n    y()\n</code></pre>\n");
  CHECK_FALSE(Json::parse(article_json(hit)).contains("html"));

  hit.article.structure.clear(); // stored before there was structure
  CHECK(Json::parse(article_json(hit))["markdown"] == "How\n\nif x:\\\ny()\n");
}

TEST_CASE("article markdown: the article's metadata is above its text", "[api]") {
  Article article;
  article.id = "0123456789abcdef";
  article.title = "A \"quoted\" title: with\na line";
  article.url = "https://a.example/x";
  article.source = "made";
  article.authors = {"Ann Lee", "Bo Ek"};
  article.published = parse_rfc3339("2026-04-08");
  article.text = "Words.";
  CHECK(article_markdown(article) == R"(---
title: "A \"quoted\" title: with\na line"
url: "https://a.example/x"
authors:
  - "Ann Lee"
  - "Bo Ek"
published: 2026-04-08
source: "made"
id: "0123456789abcdef"
---

Words.
)");
}

TEST_CASE("article markdown: no control characters, which YAML forbids, and nothing invisible", "[api]") {
  Article article;
  article.title = "A\u0081\u009b31m \ufffe\u202eb\u202c \U000E0041";
  article.text = "Wor\u202eds.\u0090\n\tCode";
  const std::string text = article_markdown(article);
  CHECK(text.starts_with("---\ntitle: \"A31m \ufffdb \"\n"));
  CHECK(text.contains("\n\nWords."));
}

TEST_CASE("article json: unknown values are null, or an empty list", "[api]") {
  const Json article = Json::parse(article_json(bare_hit()));
  for (const char* key : {"url", "site", "published", "updated", "category", "language", "image"}) {
    INFO(key);
    CHECK(article[key].is_null());
  }
  for (const char* key : {"authors", "affiliations", "tags", "aliases", "copies", "provenance"}) {
    INFO(key);
    CHECK(article[key] == Json::array());
  }
  CHECK(article["text"] == "");
  CHECK(article["source"]["label"] == "made"); // a source without a label is shown by its id
  CHECK_FALSE(article.contains("related"));
  CHECK(Json::parse(article_json(bare_hit(), search::RelatedResponse{}))["related"] == Json::array());
}

TEST_CASE("related json: the requested id, and the hits", "[api]") {
  const Json related = Json::parse(related_json("0123456789abcdef", {{bare_hit(), bare_hit()}, {}}));
  CHECK(keys_of(related) == std::vector<std::string>{"id", "related", "warnings", "index"});
  CHECK(related["related"].size() == 2);
}

TEST_CASE("facet json: values with labels and counts, then the sums", "[api]") {
  const search::Facet facet{"source", {{"a", "The A", 3, true}, {"b", "", 0, false}}, 7, 12, 1};
  const Json read = Json::parse(facet_json({facet, {}, {2, 9, 5, "abcdef012345", 70}}));
  CHECK(read == Json::parse(R"({"field": "source", "values": [
    {"value": "a", "label": "The A", "count": 3, "selected": true},
    {"value": "b", "label": "b", "count": 0, "selected": false}],
    "total_values": 7, "other": 12, "missing": 1, "counts_relation": "exact", "warnings": [], "index":
    {"generation": 2, "revision": 9, "store": "abcdef012345", "sequence": 70}})"));
  CHECK(keys_of(read) == std::vector<std::string>{"field", "values", "total_values", "other", "missing",
                                                  "counts_relation", "warnings", "index"});
}

TEST_CASE("histogram json: the name of each interval", "[api]") {
  using search::DateInterval;
  struct Row {
    DateInterval interval;
    const char* name;
  };
  for (const Row& row :
       {Row{DateInterval::Auto, "auto"}, Row{DateInterval::Day, "day"}, Row{DateInterval::Week, "week"},
        Row{DateInterval::Month, "month"}, Row{DateInterval::Year, "year"}}) {
    std::string out;
    JsonWriter writer(out);
    write_histogram(writer, {row.interval, {{"2026", 2}}, 5});
    const Json read = Json::parse(out);
    CHECK(read["interval"] == row.name);
    CHECK(read["values"] == Json::parse(R"([{"value": "2026", "count": 2}])"));
    CHECK(read["missing"] == 5);
  }
}

TEST_CASE("sources json: unknown values are null, and the total is the number of sources", "[api]") {
  const search::SourceStatus known{
      "a",  "The A",   "https://a.org", 3, parse_rfc3339("2026-04-08T09:30:00Z"), moment("2026-04-20T08:00:00Z"),
      "ok", "HTTP 500"};
  search::SourceStatus unknown;
  unknown.id = "b";
  unknown.gone = 3;
  unknown.pace = std::chrono::hours(6);
  const Json read = Json::parse(sources_json({{known, unknown}, {}}));
  CHECK(read["total"] == 2);
  CHECK(read["sources"][0] == Json::parse(R"({"id": "a", "label": "The A", "homepage": "https://a.org", "articles": 3,
    "newest": "2026-04-08T09:30:00Z", "last_success": "2026-04-20T08:00:00Z", "gone": 0, "pace_seconds": 0,
    "health": "ok", "last_error": "HTTP 500"})"));
  CHECK(Json::parse(source_json(unknown, {})) ==
        Json::parse(R"({"id": "b", "label": "b", "homepage": null, "articles": 0,
    "newest": null, "last_success": null, "gone": 3, "pace_seconds": 21600, "health": null, "last_error": null, "warnings": [],
    "index": {"generation": 0, "revision": 0, "store": null, "sequence": 0}})"));
  CHECK(Json::parse(sources_json({})) == Json::parse(R"({"sources": [], "total": 0, "warnings": [],
    "index": {"generation": 0, "revision": 0, "store": null, "sequence": 0}})"));
}

TEST_CASE("stats json: the figures, with the average to two places", "[api]") {
  const Json read = Json::parse(
      stats_json({7, 321, 54.256, 4096, {3, 41}, parse_rfc3339("2026-04-08"), moment("2026-04-20T08:00:00Z")}));
  CHECK(read == Json::parse(
                    R"({"documents": 7, "terms": 321, "average_length": 54.26, "bytes": 4096, "generation": 3,
    "revision": 41, "newest": "2026-04-08", "committed": "2026-04-20T08:00:00Z", "warnings": [],
    "index": {"generation": 3, "revision": 41, "store": null, "sequence": 0}})"));
  CHECK(Json::parse(stats_json({}))["newest"].is_null());
}

TEST_CASE("suggest json: both forms keep the order, and escape what was typed", "[api]") {
  const search::SuggestResponse found{{{"tag", "a\"b", "ab", 3}, {"article", "c", "0123456789abcdef", 1}},
                                      {{"time_cut", "Two.", {}}}};
  CHECK(Json::parse(suggest_json("<\"", found)) == Json::parse(R"({"q": "<\"", "suggestions": [
    {"kind": "tag", "text": "a\"b", "value": "ab", "count": 3},
    {"kind": "article", "text": "c", "value": "0123456789abcdef", "count": 1}],
    "warnings": [{"code": "time_cut", "message": "Two.", "position": null}],
    "index": {"generation": 0, "revision": 0, "store": null, "sequence": 0}})"));
  CHECK(Json::parse(opensearch_suggestions("<\"", found.suggestions)) ==
        Json::parse(R"(["<\"", ["a\"b", "c"], ["tag", "article"]])"));
  CHECK(opensearch_suggestions("x", {}) == R"(["x",[],[]])");
}

TEST_CASE("trending json: the window, the terms and the articles", "[api]") {
  const search::Trending trending{moment("2026-04-18T12:00:00Z"),
                                  moment("2026-04-20T12:00:00Z"),
                                  {{"speculative", 4, 6.457, {"vllm", "a"}}},
                                  {bare_hit(), FakeEngine().hits[0]},
                                  {}};
  const Json read = Json::parse(trending_json(trending));
  CHECK(keys_of(read) == std::vector<std::string>{"from", "to", "terms", "articles", "warnings", "index"});
  CHECK(read["from"] == "2026-04-18T12:00:00Z");
  CHECK(read["terms"] ==
        Json::parse(R"([{"term": "speculative", "count": 4, "times_usual": 6.46, "sources": ["vllm", "a"]}])"));
  CHECK(read["articles"].size() == 2);
}

TEST_CASE("search json: bounds are days or moments, and of both kinds both are named", "[api]") {
  search::SearchResponse response;
  response.filters.dates.first_day = day_of(*parse_rfc3339("2026-04-01"));
  response.filters.dates.before = moment("2026-04-01T00:00:01Z");
  response.filters.fields["source"] = {};
  const Json filters = Json::parse(search_json(response, 0, {}))["query"]["filters"];
  CHECK(filters == Json::parse(R"({"after": "2026-04-01", "before": "2026-04-01T00:00:01Z"})"));
  response.filters.dates.after = moment("2026-04-01T02:00:00Z");
  response.filters.dates.end_day = day_of(*parse_rfc3339("2026-05-01"));
  CHECK(Json::parse(search_json(response, 0, {}))["query"]["filters"] ==
        Json::parse(R"({"after": "2026-04-01", "before": "2026-05-01", "since": "2026-04-01T02:00:00Z",
                        "until": "2026-04-01T00:00:01Z"})"));
}

TEST_CASE("search json: warnings, another spelling and facets are written if there are any", "[api]") {
  search::SearchResponse response;
  response.warnings = {{"unknown_value", "No \"x\".", 3}, {"phrase_relaxed", "Few.", {}}};
  response.did_you_mean = search::DidYouMean{"flash", 9};
  response.correction = search::Correction{"flash attention", 3};
  response.is_exact = false;
  response.facets = {{"tag", {}, 0, 0, 4}};
  response.dates = search::DateHistogram{};
  const Json read = Json::parse(search_json(response, 12.345, {}));
  CHECK(read["warnings"] == Json::parse(R"([{"code": "unknown_value", "message": "No \"x\".", "position": 3},
    {"code": "phrase_relaxed", "message": "Few.", "position": null}])"));
  CHECK(read["did_you_mean"] == Json::parse(R"({"q": "flash", "total": 9})"));
  CHECK(read["correction"] == Json::parse(R"({"q": "flash attention", "typed_total": 3})"));
  CHECK(read["total_relation"] == "at_least");
  CHECK(keys_of(read["facets"]) == std::vector<std::string>{"tag", "date"});
  CHECK(read["total_fewer_words"] == 0);
  CHECK(Json::parse(search_json({}, 0, {}))["did_you_mean"].is_null());
  CHECK(Json::parse(search_json({}, 0, {}))["correction"].is_null());
  CHECK(Json::parse(search_json({}, 0, {}))["total_relation"] == "exact");
}

TEST_CASE("http date: any moment, as the C library writes it", "[api]") {
  std::mt19937_64 random(241);
  for (int round = 0; round < 2'000; ++round) {
    const auto seconds = static_cast<std::time_t>(random() % 8'000'000'000) - 2'000'000'000; // 1906 to 2160
    std::tm parts{};
    REQUIRE(::gmtime_r(&seconds, &parts) != nullptr);
    char buffer[64];
    std::strftime(buffer, sizeof buffer, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    CAPTURE(round, seconds);
    REQUIRE(to_http_date(Moment{std::chrono::seconds(seconds)}) == buffer);
  }
}

} // namespace answers_json_test
