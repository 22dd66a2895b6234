// SPDX-License-Identifier: GPL-3.0-or-later
/// Every route of the API, with each of its parameters at its limits and beyond.
#include "shared/api/service.h"
#include "shared/article/article_id.h"
#include "shared/url/percent_encoding.h"
#include "tests/shared/api/fake_engine.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace routes_test {

using namespace trawl;
using namespace trawl::test;
using nlohmann::json;

namespace {

const Moment kNow = moment("2026-04-21T12:34:56Z");

/// Remembers what the engine was asked for.
class RecordingEngine : public FakeEngine {
 public:
  std::string typed, prefix, field;
  std::size_t limit = 0;
  std::chrono::seconds window{0};

  Result<search::RelatedResponse> related(std::string_view id, std::size_t count) override {
    limit = count;
    return FakeEngine::related(id, count);
  }
  Result<search::SuggestResponse> suggest(std::string_view text, std::size_t count) override {
    typed = text;
    limit = count;
    return FakeEngine::suggest(text, count);
  }
  Result<search::Trending> trending(std::chrono::seconds span, std::size_t count, Moment now) override {
    window = span;
    limit = count;
    return FakeEngine::trending(span, count, now);
  }
  Result<search::FacetResponse> facet_values(std::string_view name, const search::SearchRequest& request,
                                             std::string_view beginning, Moment now) override {
    field = name;
    prefix = beginning;
    return FakeEngine::facet_values(name, request, beginning, now);
  }
};

api::Request get(const std::string& target) {
  const std::size_t question = std::min(target.find('?'), target.size());
  return {"GET", target.substr(0, question), question < target.size() ? target.substr(question + 1) : "", "", ""};
}

api::Answer<api::Response> ask(RecordingEngine& engine, const std::string& target) {
  return api::respond(engine, get(target), kNow);
}

int status_of(const std::string& target) {
  RecordingEngine engine;
  const auto answer = ask(engine, target);
  return answer ? answer->status : answer.error().status;
}

std::string name_of_route(const std::string& path) {
  const auto index = api::find_route(path);
  return index ? std::string(api::routes()[*index].name) : "none";
}

const std::string kId = FakeEngine().hits.front().article.id;

} // namespace

TEST_CASE("routes: an alias of an article is answered 301 with the article's id", "[api]") {
  const std::string own = FakeEngine().hits[1].article.id;
  for (const auto& [route, query] :
       {std::pair{"", ""}, {"", "?related=2"}, {"/related", ""}, {"/related", "?limit=3"}}) {
    RecordingEngine engine;
    CAPTURE(route, query);
    const auto answer = ask(engine, std::string("/v1/articles/00112233445566aa") + route + query);
    REQUIRE(answer);
    CHECK(answer->status == 301);
    CHECK(json::parse(answer->body) == json({{"id", "00112233445566aa"}, {"moved_to", own}}));
    REQUIRE(answer->headers.size() == 1);
    CHECK(answer->headers[0].first == "Location");
    CHECK(answer->headers[0].second == "/v1/articles/" + own + route + query);
  }
  CHECK(status_of("/v1/articles/" + own) == 200);
}

TEST_CASE("routes: a path has exactly one route, which matches all of it", "[api]") {
  struct Row {
    const char *path, *route;
  };
  for (const Row& row : {Row{"/v1/search", "search"},
                         Row{"/v1/search.rss", "search_rss"},
                         Row{"/v1/articles/x", "article"},
                         Row{"/v1/articles/x/related", "related"},
                         Row{"/v1/articles/related", "article"},
                         Row{"/v1/facets/tag", "facet"},
                         Row{"/v1/facets/date", "date_facet"},
                         Row{"/v1/facets/dates", "facet"},
                         Row{"/v1/articles", "articles"},
                         Row{"/v1/multi-search", "multi_search"},
                         Row{"/v1/sources", "sources"},
                         Row{"/v1/sources.opml", "sources_opml"},
                         Row{"/v1/sources/a", "source"},
                         Row{"/v1/sources/a%2Fb", "source"},
                         Row{"/v1/stats", "stats"},
                         Row{"/v1/trending", "trending"},
                         Row{"/v1/trends", "trends"},
                         Row{"/v1/suggest", "suggest"},
                         Row{"", "none"},
                         Row{"/", "none"},
                         Row{"/v1", "none"},
                         Row{"/v1/", "none"},
                         Row{"/V1/search", "none"},
                         Row{"/v1/search/", "none"},
                         Row{"/v1/search.xml", "none"},
                         Row{"/v1/articles/", "none"},
                         Row{"/v1/articles//related", "none"},
                         Row{"/v1/articles/a/b", "none"},
                         Row{"/v1/articles/a/related/", "none"},
                         Row{"/v1/sources/", "none"},
                         Row{"v1/stats", "none"}}) {
    INFO(row.path);
    CHECK(name_of_route(row.path) == row.route);
  }
}

TEST_CASE("routes: each number is accepted within its limits, and rejected just outside", "[api]") {
  struct Row {
    std::string target;
    std::size_t least, most, fallback;
  };
  const std::vector<Row> rows{
      {"/v1/articles/" + kId + "/related?limit=", 0, 20, 8},
      {"/v1/articles/" + kId + "?related=", 0, 20, 0},
      {"/v1/suggest?q=att&limit=", 1, 20, 8},
      {"/v1/trending?limit=", 1, 50, 10},
  };
  for (const Row& row : rows) {
    INFO(row.target);
    for (const std::size_t number : {row.least, row.most}) {
      RecordingEngine engine;
      REQUIRE(ask(engine, row.target + std::to_string(number)));
      CHECK(engine.limit == number);
    }
    RecordingEngine engine;
    REQUIRE(ask(engine, row.target));
    CHECK(engine.limit == row.fallback);
    CHECK(status_of(row.target + std::to_string(row.most + 1)) == 400);
    CHECK(status_of(row.target + (row.least == 0 ? "-1" : "0")) == 400);
    CHECK(status_of(row.target + "x") == 400);
    CHECK(status_of(row.target + "1&nosuch=1") == 400);
  }
}

TEST_CASE("routes: a window is one hour to ninety days", "[api]") {
  struct Row {
    const char* window;
    int hours; ///< 0: refused
  };
  for (const Row& row : {Row{"", 48}, Row{"1h", 1}, Row{"90d", 2'160}, Row{"2160h", 2'160}, Row{"12w", 2'016},
                         Row{"91d", 0}, Row{"2161h", 0}, Row{"13w", 0}, Row{"0h", 0}, Row{"1m", 0}, Row{"x", 0}}) {
    INFO(row.window);
    RecordingEngine engine;
    const auto answer = ask(engine, std::string("/v1/trending?window=") + row.window);
    CHECK(answer.has_value() == (row.hours > 0));
    if (answer) CHECK(engine.window == std::chrono::hours{row.hours});
    if (!answer) CHECK(answer.error().errors.front().parameter == "window");
  }
}

TEST_CASE("routes: an article with related ones, without, and with a wrong id", "[api]") {
  RecordingEngine engine;
  const auto with = json::parse(ask(engine, "/v1/articles/" + kId + "?related=5")->body);
  CHECK(with["id"] == kId);
  CHECK(with["related"].size() == 1);
  CHECK_FALSE(json::parse(ask(engine, "/v1/articles/" + kId)->body).contains("related"));
  CHECK_FALSE(json::parse(ask(engine, "/v1/articles/" + kId + "?related=0")->body).contains("related"));
  for (const char* id :
       {"xyz", "0123456789ABCDEF", "0123456789abcde", "0123456789abcdef0", "0123456789abcdeg", "%20"}) {
    INFO(id);
    CHECK(status_of(std::string("/v1/articles/") + id) == 404);
    CHECK(status_of(std::string("/v1/articles/") + id + "/related") == 404);
  }
  CHECK(status_of("/v1/articles/%zz") == 400);
  CHECK(status_of("/v1/articles/%ff") == 400);
  // Percent-encoding is decoded before the id is looked at.
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  const auto first = static_cast<unsigned char>(kId.front());
  const std::string encoded{'%', kHexDigits[first >> 4], kHexDigits[first & 15]};
  CHECK(status_of("/v1/articles/" + encoded + kId.substr(1)) == 200);
}

TEST_CASE("routes: an article is found by its address as people type it", "[api]") {
  RecordingEngine engine;
  engine.hits[0].article.id = article_id("https://a.example/post/");
  for (const char* typed :
       {"https://a.example/post/", "https://a.example/post", "http://a.example/post/", "a.example/post",
        "www.a.example/post/", "https://a.example/post/index.html", "https://a.example/post/?utm_source=x#top"}) {
    INFO(typed);
    const auto answer = ask(engine, "/v1/articles/" + url::percent_encode(typed));
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(json::parse(answer->body)["id"] == engine.hits[0].article.id);
  }
  for (const char* typed : {"https://a.example/other", "a.example", "../../etc/passwd", "file:///etc/passwd"}) {
    INFO(typed);
    const auto answer = ask(engine, "/v1/articles/" + url::percent_encode(typed));
    REQUIRE_FALSE(answer);
    CHECK(answer.error().status == 404);
  }
}

TEST_CASE("routes: suggestions in our own form and in that of browsers", "[api]") {
  RecordingEngine engine;
  const auto own = ask(engine, "/v1/suggest?q=Att%C3%A9");
  CHECK(engine.typed == "Atté");
  CHECK(own->content_type == "application/json");
  CHECK(json::parse(own->body) == json::parse(R"({"q": "Atté", "suggestions": [
    {"kind": "tag", "text": "Attétion", "value": "attention", "count": 12}], "warnings": [],
    "index": {"generation": 3, "revision": 41, "store": null, "sequence": 0}})"));
  CHECK(ask(engine, "/v1/suggest?q=atten&format=trawl")->content_type == "application/json");
  const auto browser = ask(engine, "/v1/suggest?q=atten&format=opensearch");
  CHECK(browser->content_type == "application/x-suggestions+json");
  CHECK(json::parse(browser->body) == json::parse(R"(["atten", ["attention"], ["tag"]])"));
  CHECK(ask(engine, "/v1/suggest")); // nothing typed yet
  CHECK(status_of("/v1/suggest?q=a&format=xml") == 400);
  CHECK(status_of("/v1/suggest?q=a&q=b") == 400);
}

TEST_CASE("routes: a facet takes only a prefix and the parameters that select articles", "[api]") {
  RecordingEngine engine;
  const auto answer = ask(engine, "/v1/facets/tag?prefix=at&q=flash&source=pytorch&match=all&since=7d&facet_limit=3");
  REQUIRE(answer);
  CHECK(engine.field == "tag");
  CHECK(engine.prefix == "at");
  CHECK(engine.asked.q == "flash");
  CHECK(engine.asked.match == search::MatchMode::All);
  CHECK(engine.asked.facet_limit == 3);
  CHECK(engine.asked.filters.fields.at("source").any_of == std::vector<std::string>{"pytorch"});
  CHECK(engine.asked.filters.dates.after == moment("2026-04-14T00:00:00Z"));
  const auto body = json::parse(answer->body);
  CHECK(body["field"] == "tag");
  CHECK(body["index"] == json::parse(R"({"generation": 3, "revision": 41, "store": null, "sequence": 0})"));
  for (const char* other : {"limit=1", "offset=1", "sort=newest", "snippets=1", "highlight=none", "facets=tag",
                            "cursor=x", "fields=title"}) {
    INFO(other);
    CHECK(status_of(std::string("/v1/facets/tag?") + other) == 400);
  }
  for (const char* field : {"title", "", "tags", "Tag"}) {
    INFO(field);
    CHECK(status_of(std::string("/v1/facets/") + field) == 404);
  }
}

TEST_CASE("routes: days are counted by a search that shows no hits", "[api]") {
  RecordingEngine engine;
  const auto answer = ask(engine, "/v1/facets/date?q=flash&tag=gpu&since=7d&date_interval=week");
  REQUIRE(answer);
  CHECK(engine.asked.facets == std::vector<std::string>{"date"});
  CHECK(engine.asked.limit == 0);
  CHECK(engine.asked.as_typed);
  CHECK(engine.asked.date_interval == search::DateInterval::Week);
  const auto body = json::parse(answer->body);
  CHECK(body["field"] == "date");
  CHECK(body["index"] == json::parse(R"({"generation": 3, "revision": 41, "store": null, "sequence": 0})"));
  REQUIRE(ask(engine, "/v1/facets/date"));
  CHECK_FALSE(engine.asked.all_dates);
  for (const char* other : {"facet_limit=1", "prefix=a", "limit=1", "date_range=all", "date_interval=hour"}) {
    INFO(other);
    CHECK(status_of(std::string("/v1/facets/date?") + other) == 400);
  }
}

TEST_CASE("routes: several articles come in the order in which they are named", "[api]") {
  RecordingEngine engine;
  const std::string first = engine.hits[0].article.id, second = engine.hits[1].article.id;
  const auto answer = ask(engine, "/v1/articles?ids=" + second + ",0123456789abcdef," + first +
                                      ",example.org/flash,00000000000000ff,x&ids=00112233445566aa&html=1");
  REQUIRE(answer);
  const auto body = json::parse(answer->body);
  std::vector<std::string> ids;
  for (const auto& article : body["articles"]) ids.push_back(article["id"]);
  CHECK(ids == std::vector<std::string>{second, first, first, second}); // the last by its alias
  CHECK(body["articles"][1] == json::parse(ask(engine, "/v1/articles/" + first + "?html=1")->body));
  REQUIRE(body["missing"].size() == 3);
  CHECK(body["missing"][0]["id"] == "0123456789abcdef");
  CHECK(body["missing"][0]["status"] == 404);
  CHECK(body["missing"][1]["status"] == 410);
  CHECK(body["missing"][2]["id"] == "x");
  CHECK(status_of("/v1/articles") == 400);
  CHECK(status_of("/v1/articles?ids=") == 400);
  CHECK(status_of("/v1/articles?ids=a,b&limit=1") == 400);
  std::string fifty = "/v1/articles?ids=" + first;
  for (int i = 1; i < 50; ++i) fifty += "," + first;
  CHECK(status_of(fifty) == 200);
  CHECK(status_of(fifty + "," + first) == 400);
  engine.has_index = false;
  CHECK(ask(engine, "/v1/articles?ids=" + first).error().status == 503);
}

TEST_CASE("routes: of several searches in a request each is answered as alone", "[api]") {
  RecordingEngine engine;
  const auto post = [&](const std::string& path, const std::string& body) {
    return api::respond(engine, {"POST", path, "", body, ""}, kNow);
  };
  const std::string one = R"({"q": "flash", "limit": 1})", wrong = R"({"sort": "newst"})";
  const auto answer = post("/v1/multi-search", R"({"searches": [)" + one + "," + wrong + R"(, {}]})");
  REQUIRE(answer);
  CHECK(answer->headers.empty());
  auto answers = json::parse(answer->body)["answers"];
  REQUIRE(answers.size() == 3);
  const auto alone = [&](const std::string& body) { return json::parse(post("/v1/search", body)->body); };
  for (const int i : {0, 2}) answers[i]["answer"]["took_ms"] = 0;
  auto first = alone(one), last = alone("{}");
  first["took_ms"] = last["took_ms"] = 0;
  const auto answered = [](const json& body) { return json{{"status", 200}, {"answer", body}, {"problem", nullptr}}; };
  CHECK(answers[0] == answered(first));
  CHECK(answers[1]["status"] == 400);
  CHECK(answers[1]["answer"].is_null());
  CHECK(answers[1]["problem"]["status"] == 400);
  CHECK(answers[1]["problem"]["errors"][0]["suggestion"] == "newest");
  CHECK(answers[2] == answered(last));
  engine.is_exact = false;
  CHECK(post("/v1/multi-search", R"({"searches": [{}]})")->headers.front().first == "Cache-Control");
  engine.has_index = false;
  CHECK(post("/v1/multi-search", R"({"searches": [{}]})").error().status == 503);
}

TEST_CASE("routes: a request of several searches has a list of one to ten", "[api]") {
  RecordingEngine engine;
  const auto status = [&](const std::string& body, const std::string& query = "") {
    const auto answer = api::respond(engine, {"POST", "/v1/multi-search", query, body, ""}, kNow);
    return answer ? answer->status : answer.error().status;
  };
  std::string ten = "{}";
  for (int i = 1; i < 10; ++i) ten += ",{}";
  CHECK(status(R"({"searches": [)" + ten + "]}") == 200);
  CHECK(status(R"({"searches": [)" + ten + ",{}]}") == 400);
  for (const char* body : {"", "[]", "{}", R"({"searches": []})", R"({"searches": {}})", R"({"searches": [1]})",
                           R"({"searches": [{"q": {}}]})", R"({"searches": [{}], "q": "a"})"}) {
    INFO(body);
    CHECK(status(body) == 400);
  }
  CHECK(status(R"({"searches": [{}]})", "q=a") == 400);
  CHECK(status(std::string(70'000, ' ')) == 413);
}

TEST_CASE("routes: sources, one of them, and the figures of the index take no parameters", "[api]") {
  RecordingEngine engine;
  const auto all = json::parse(ask(engine, "/v1/sources")->body);
  CHECK(all["total"] == 1);
  json one = all["sources"][0];
  one["warnings"] = json::array();
  one["index"] = all["index"];
  CHECK(json::parse(ask(engine, "/v1/sources/pytorch")->body) == one);
  CHECK(json::parse(ask(engine, "/v1/sources/p%79torch")->body) == one);
  const auto unknown = ask(engine, "/v1/sources/pytorsh");
  CHECK(unknown.error().status == 404);
  CHECK(unknown.error().detail == "There is no source with this id. Did you mean pytorch?");
  CHECK(ask(engine, "/v1/sources/zzz").error().detail == "There is no source with this id.");
  for (const char* target : {"/v1/sources?limit=1", "/v1/sources/pytorch?x=", "/v1/stats?q=x", "/v1/stats?%zz"}) {
    INFO(target);
    CHECK(status_of(target) == 400);
  }
}

TEST_CASE("routes: passages that an answer does not show are not computed", "[api]") {
  RecordingEngine engine;
  for (const char* shown : {"", "&fields=all", "&fields=title,snippets"}) {
    REQUIRE(ask(engine, std::string("/v1/search?q=flash&snippets=2") + shown));
    CHECK(engine.asked.snippets == 2);
  }
  REQUIRE(ask(engine, "/v1/search?q=flash&snippets=2&fields=title"));
  CHECK(engine.asked.snippets == 0);
}

TEST_CASE("routes: a feed has fifty of the newest articles, unless the request says otherwise", "[api]") {
  const std::string route = "/v1/search.rss";
  RecordingEngine engine;
  REQUIRE(ask(engine, route + "?q=flash"));
  CHECK(engine.asked.limit == 50);
  CHECK(engine.asked.sort == search::SortOrder::Newest);
  REQUIRE(ask(engine, route + "?q=flash&limit=7&sort=relevance"));
  CHECK(engine.asked.limit == 7);
  CHECK(engine.asked.sort == search::SortOrder::Relevance);
  REQUIRE(ask(engine, route + "?limit="));
  CHECK(engine.asked.limit == 50);
  CHECK(status_of(route + "?limit=101") == 400);
  api::Request posted = get(route);
  posted.method = "POST";
  CHECK(api::respond(engine, posted, kNow).error().status == 405);
}

TEST_CASE("routes: the body of a POST adds to the query string, but a contradiction is an error", "[api]") {
  RecordingEngine engine;
  const auto post = [&](const std::string& query, const std::string& body) {
    return api::respond(engine, {"POST", "/v1/search", query, body, ""}, kNow);
  };
  REQUIRE(post("tag=gpu", R"({"tag": ["a,b"], "limit": 3, "explain": false})"));
  CHECK(engine.asked.filters.fields.at("tag").any_of == std::vector<std::string>{"a,b", "gpu"});
  CHECK(engine.asked.limit == 3);
  REQUIRE(post("limit=3", R"({"limit": 3})"));
  CHECK(post("limit=3", R"({"limit": 4})").error().status == 400);
  CHECK(post("", R"({"limt": 4})").error().errors.front().suggestion == "limit");
  CHECK(post("%zz", "{}").error().status == 400);
  CHECK(post("", "").error().type == "bad-body");
  CHECK(api::respond(engine, {"GET", "/v1/search", "", "not JSON", ""}, kNow)); // a GET has no body
}

TEST_CASE("routes: the next page keeps every parameter except the position", "[api]") {
  const api::Request request{"GET", "/v1/search", "", "", "http://x"};
  CHECK(api::next_link(request, {{"q", "a b"}, {"cursor", "old"}, {"offset", "10"}, {"tag", "x,y"}}, "new") ==
        "http://x/v1/search?q=a%20b&tag=x%2Cy&cursor=new");
  CHECK(api::next_link(request, {{"q", "a"}}, "").empty());
  CHECK(api::next_link(request, {}, "c") == "http://x/v1/search?cursor=c");
}

TEST_CASE("routes: the methods of a resource are listed for an Allow header", "[api]") {
  CHECK(api::allowed_methods(api::Methods::Read) == "GET, HEAD, OPTIONS");
  CHECK(api::allowed_methods(api::Methods::ReadOrPost) == "GET, HEAD, POST, OPTIONS");
  CHECK(api::allowed_methods(api::Methods::Post) == "POST, OPTIONS");
  CHECK(api::method_not_allowed(api::Methods::Post).detail == "This resource allows only POST, OPTIONS.");
  CHECK(api::unknown_path().status == 404);
}

} // namespace routes_test
