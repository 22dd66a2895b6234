// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/highlight.h"
#include "shared/api/response/hit_json.h"
#include "shared/api/response/json_writer.h"
#include "shared/api/response/problem.h"
#include "shared/api/response/search_response.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace json_test {

using namespace trawl::api;
using nlohmann::json;

namespace {

std::vector<std::string> keys_of(const std::string& text) {
  std::vector<std::string> keys;
  const auto ordered = nlohmann::ordered_json::parse(text);
  for (const auto& [key, value] : ordered.items()) keys.push_back(key);
  return keys;
}

trawl::search::SearchResponse one_hit() {
  trawl::search::SearchResponse response;
  response.q = "flash attention";
  response.understood = "(flash AND attention)";
  response.filters.fields["source"].any_of = {"pytorch"};
  response.filters.fields["tag"] = {{"gpu"}, {"kernel"}, {"news"}};
  response.filters.dates.first_day = trawl::day_of(*trawl::parse_rfc3339("2026-04-01"));
  response.total = 17;
  response.total_fewer_words = 12;
  response.limit = 10;
  trawl::search::Hit hit;
  hit.article.id = "9f00000000000000";
  hit.article.url = "https://example.org/a";
  hit.article.title = "Über <flash> & 漢字";
  hit.title_marks = {{6, 13}};
  hit.article.source = "pytorch";
  hit.source_label = "PyTorch Blog";
  hit.article.published = trawl::parse_rfc3339("2026-04-08");
  hit.snippets = {{"a 😀 flash", {{7, 12}}, 5}};
  hit.score = 11.9300001;
  response.hits = {hit};
  response.index = {3, 41};
  return response;
}

} // namespace

TEST_CASE("search json: a hit says what brought it to its place", "[api]") {
  auto response = one_hit();
  CHECK_FALSE(json::parse(search_json(response, 1, {}))["hits"][0].contains("matched_by"));
  trawl::search::Hit& hit = response.hits.front();
  hit.by_words = true;
  CHECK(json::parse(search_json(response, 1, {}))["hits"][0]["matched_by"] == json({"words"}));
  hit.by_meaning = true;
  const json read = json::parse(search_json(response, 1, {}))["hits"][0];
  CHECK(read["matched_by"] == json({"words", "meaning"}));
}

TEST_CASE("search json: keys are in the order of the contract", "[api]") {
  const std::string text = search_json(one_hit(), 1.4, {});
  CHECK(keys_of(text) == std::vector<std::string>{"query", "total", "total_relation", "total_fewer_words", "offset",
                                                  "limit", "next", "hits", "facets", "did_you_mean", "correction",
                                                  "warnings", "index", "took_ms"});
  CHECK(keys_of(nlohmann::ordered_json::parse(text)["hits"][0].dump()) ==
        std::vector<std::string>{"id", "url", "title", "title_html", "source", "authors", "published", "published_day",
                                 "category", "tags", "language", "words", "reading_minutes", "snippets", "section",
                                 "score", "copies"});
  const json read = json::parse(text);
  CHECK(
      read["query"]["filters"] ==
      json::parse(R"({"source": ["pytorch"], "tag": ["gpu", "-news"], "tag_all": ["kernel"], "after": "2026-04-01"})"));
  CHECK(read["next"].is_null());
  CHECK(read["hits"][0]["published"] == "2026-04-08");
  CHECK(read["hits"][0]["category"].is_null());
  CHECK(read["hits"][0]["score"] == 11.93);
  CHECK(read["took_ms"] == 1.4);
  CHECK(text.ends_with(R"("took_ms":1.4})"));
}

TEST_CASE("search json: a hit's section is its heading, those around it and a link, or null", "[api]") {
  trawl::search::SearchResponse response = one_hit();
  CHECK(json::parse(search_json(response, 1.4, {}))["hits"][0]["section"].is_null());
  response.hits[0].section = trawl::search::Section{{"3 Methods", "3.2 Kernels"}, "https://example.org/a#k"};
  CHECK(json::parse(search_json(response, 1.4, {}))["hits"][0]["section"] ==
        json::parse(
            R"({"heading": "3.2 Kernels", "path": ["3 Methods", "3.2 Kernels"], "link": "https://example.org/a#k"})"));
}

TEST_CASE("search json: marks are HTML, or nothing", "[api]") {
  const auto hit = [](Highlight highlight) {
    JsonOptions options;
    options.highlight = highlight;
    return json::parse(search_json(one_hit(), 0, options))["hits"][0];
  };
  CHECK(hit(Highlight::Html)["title_html"] == "Über <mark>&lt;flash&gt;</mark> &amp; 漢字");
  CHECK(hit(Highlight::Html)["snippets"][0]["html"] == "a 😀 <mark>flash</mark>");
  CHECK_FALSE(hit(Highlight::None).contains("title_html"));
  CHECK(hit(Highlight::None)["snippets"][0] == json::parse(R"({"text": "a 😀 flash", "position": 5})"));
}

TEST_CASE("search json: `fields` selects the keys of a hit, including expensive ones", "[api]") {
  JsonOptions options;
  options.fields = {"title", "site", "text", "excerpt"};
  const json hit = json::parse(search_json(one_hit(), 0, options))["hits"][0];
  CHECK(hit ==
        json::parse(
            R"({"id": "9f00000000000000", "title": "Über <flash> & 漢字", "site": null, "excerpt": "", "text": ""})"));
}

TEST_CASE("search json: `fields` may name each key that comes in a hit, and it comes", "[api]") {
  trawl::search::SearchResponse response = one_hit();
  trawl::search::Hit& hit = response.hits.front();
  hit.by_words = true;
  hit.article.gone_since = hit.article.published->time;
  for (const Highlight highlight : {Highlight::Html, Highlight::None}) {
    JsonOptions options;
    options.highlight = highlight;
    options.explain = options.more_from_source = true;
    const auto keys = [&] {
      return keys_of(nlohmann::ordered_json::parse(search_json(response, 0, options))["hits"][0].dump());
    };
    for (const std::string& key : keys()) {
      INFO(key);
      CHECK(std::ranges::find(hit_fields(), key) != hit_fields().end());
      options.fields = {key};
      CHECK(std::ranges::count(keys(), key) == 1);
    }
  }
}

TEST_CASE("marks: all text is escaped, and marks that do not fit are left out", "[api]") {
  CHECK(marked_html("<a href=\"x\">&'\x01\x7f\n", {}) == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\n");
  CHECK(marked_html("abcdef", {{0, 2}, {1, 3}, {4, 4}, {5, 9}, {3, 5}}) == "<mark>ab</mark>c<mark>de</mark>f");
  CHECK(marked_html("</mark><script>", {{2, 6}}) == "&lt;/<mark>mark</mark>&gt;&lt;script&gt;");
  CHECK(linkable("javascript:alert(1)").empty());
  CHECK(linkable("https://x") == "https://x");
}

TEST_CASE("problem: engine errors reveal nothing about the machine", "[api]") {
  using trawl::ErrorCode;
  const auto problem_of = [](ErrorCode code) { return to_problem({code, "what", "/secret/path 12", "hint"}); };
  for (const ErrorCode code : {ErrorCode::NoIndex, ErrorCode::IndexDamaged, ErrorCode::StoreDamaged, ErrorCode::Timeout,
                               ErrorCode::Internal, ErrorCode::Disk, ErrorCode::Permission, ErrorCode::Locked}) {
    CHECK_FALSE(problem_json(problem_of(code), "/v1/search").contains("secret"));
  }
  CHECK(problem_of(ErrorCode::NoIndex).status == 503);
  CHECK(to_problem({ErrorCode::Usage, "the cursor is of another query", "cursor", ""}).type == "bad-cursor");
}

TEST_CASE("problem: its JSON is RFC 9457's", "[api]") {
  const Problem problem = bad_parameters({{"sort", "newst", "not one of a, b.", "newest"}});
  const std::string text = problem_json(problem, "/v1/search");
  CHECK(keys_of(text) == std::vector<std::string>{"type", "title", "status", "detail", "instance", "errors"});
  const json read = json::parse(text);
  CHECK(read["type"] == "https://trawl.invalid/problems/bad-parameter");
  CHECK(read["title"] == "Bad parameter");
  CHECK(read["detail"] == "sort=newst: not one of a, b. Did you mean newest?");
  CHECK(title_of("uri-too-long") == "URI too long");
}

} // namespace json_test
