// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/searchd/asked.h"
#include "tests/support/temporary_directory.h"

#include <cerrno>
#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::test;
using trawl::searchd::HttpResponse;

TEST_CASE("router: every route answers what it says, in its one media type, whatever Accept says", "[searchd]") {
  Asked asked;
  const std::vector<std::pair<std::string, std::string>> rows{
      {"/v1/search?q=flash", "application/json"},
      {"/v1/search.rss?q=flash", "application/rss+xml"},
      {"/v1/articles/" + first_id(), "application/json"},
      {"/v1/articles/" + first_id() + ".md", "text/markdown; charset=utf-8"},
      {"/v1/articles/" + first_id() + "/related", "application/json"},
      {"/v1/facets/source?prefix=py", "application/json"},
      {"/v1/suggest?q=atten", "application/json"},
      {"/v1/suggest?q=atten&format=opensearch", "application/x-suggestions+json"},
      {"/v1/trending?window=48h", "application/json"},
      {"/v1/sources", "application/json"},
      {"/v1/sources/pytorch", "application/json"},
      {"/v1/stats", "application/json"},
      {"/healthz", "application/json"},
      {"/readyz", "application/json"},
      {"/metrics", "text/plain; version=0.0.4; charset=utf-8"},
      {"/openapi.json", "application/json"},
      {"/opensearch.xml", "application/opensearchdescription+xml"},
      {"/llms.txt", "text/plain; charset=utf-8"},
      {"/robots.txt", "text/plain; charset=utf-8"},
      {"/", "text/html; charset=utf-8"},
      {"/?q=flash&article=" + first_id(), "text/html; charset=utf-8"},
      {"/page.css", "text/css; charset=utf-8"},
      {"/page.js", "text/javascript; charset=utf-8"},
      {"/memory.js", "text/javascript; charset=utf-8"},
      {"/home.js", "text/javascript; charset=utf-8"},
      {"/reader.js", "text/javascript; charset=utf-8"},
      {"/v1/sources.opml", "text/x-opml"},
      {"/icon.svg", "image/svg+xml"},
  };
  for (const auto& [target, type] : rows) {
    INFO(target);
    const HttpResponse response = asked.get(target);
    CHECK(response.status == 200);
    CHECK(response.content_type == type);
    CHECK(response.header("X-Content-Type-Options") == "nosniff");
    CHECK_FALSE(response.body.empty());
    if (type.ends_with("json")) CHECK(nlohmann::json::accept(response.body));
    for (const char* accept : {"application/json", "text/html", "text/plain", "image/png", "*/*;q=0", type.c_str()}) {
      INFO(accept);
      const HttpResponse same = asked.get(target, {{"Accept", accept}});
      CHECK(same.status == 200);
      CHECK(same.content_type == type);
    }
  }
}

TEST_CASE("router: wrong requests have the statuses of HTTP and tell why", "[searchd]") {
  Asked asked;
  struct Row {
    std::string method, target;
    std::pair<std::string, std::string> header;
    int status;
    std::string word;
  };
  const std::vector<Row> rows{
      {"GET", "/nowhere", {}, 404, "openapi.json"},
      {"GET", "/v1/articles/0123456789abcdef", {}, 404, "article"},
      {"GET", "/v1/articles/00000000000000ff", {}, 410, "withdrawn"},
      {"GET", "/v1/articles/00000000000000ff/related", {}, 410, "withdrawn"},
      {"GET", "/v1/articles/..%2F..%2Fetc", {}, 404, "article of that id"},
      {"GET", "/v1/articles/%zz", {}, 400, "hex digits"},
      {"GET", "/v1/sources/pytorsh", {}, 404, "Did you mean pytorch?"},
      {"GET", "/v1/sources/pyto", {}, 404, "Did you mean pytorch?"},
      {"GET", "/v1/facets/tag?limit=2", {}, 400, "Did you mean facet_limit?"},
      {"GET", "/v1/facets/tag?sort=newest", {}, 400, "unknown parameter"},
      {"GET", "/v1/facets/surce", {}, 404, "Did you mean source?"},
      {"GET", "/v1/search?sort=newst", {}, 400, "Did you mean newest?"},
      {"GET", "/v1/search?limt=5", {}, 400, "Did you mean limit?"},
      {"GET", "/v1/search?limit=500", {}, 400, "0 to 100"},
      {"GET", "/v1/search?q=%ff", {}, 400, "UTF-8"},
      {"GET", "/v1/trending?window=1y", {}, 400, "48h"},
      {"GET", "/v1/stats?x=1", {}, 400, "unknown parameter"},
      {"DELETE", "/v1/search", {}, 405, "GET, HEAD, POST, OPTIONS"},
      {"POST", "/v1/stats", {}, 405, "GET, HEAD, OPTIONS"},
      {"GET", "/reader", {}, 405, "POST, OPTIONS"},
      {"POST", "/nothing", {}, 404, "no resource"},
      {"OPTIONS", "/nothing", {}, 404, "no resource"},
      {"OPTIONS", "/mcp", {}, 404, "no resource"}, // unless it is switched on
      {"POST", "/v1/search", {"Content-Type", "text/plain"}, 415, "application/json"},
      {"POST", "/v1/search", {"Content-Type", "application/json; charset=latin1"}, 415, ""},
      {"POST", "/v1/search", {"Sec-Fetch-Site", "cross-site"}, 403, ""},
      {"GET", "/healthz", {"Host", "evil.example"}, 421, "--server-name"},
      {"GET", "/healthz", {"Host", "localhost:7701"}, 421, ""},
      {"GET", "/healthz", {"Host", "localhost."}, 421, ""},
      {"GET", "/healthz", {"Host", "localhost.evil.example"}, 421, ""},
      {"GET", "/healthz", {"Host", "127.0.0.1:7700@evil.example"}, 421, ""},
  };
  for (const Row& row : rows) {
    INFO(row.method + " " + row.target + " " + row.header.second);
    Headers headers;
    if (!row.header.first.empty()) headers.push_back(row.header);
    const HttpResponse response = asked.ask(row.method, row.target, headers);
    CHECK(response.status == row.status);
    CHECK(response.content_type == "application/problem+json");
    const auto problem = nlohmann::json::parse(response.body);
    CHECK(problem["status"] == row.status);
    CAPTURE(problem["detail"].get<std::string>());
    CHECK(problem["detail"].get<std::string>().contains(row.word));
    if (row.status == 405) CHECK(response.header("Allow") == row.word);
  }
}

TEST_CASE("router: own names are answered in any case, with the port or without", "[searchd]") {
  Asked asked;
  for (const char* host : {"localhost", "LocalHost:7700", "127.0.0.1:7700", "[::1]:7700", "search.example.org"}) {
    INFO(host);
    CHECK(asked.get("/healthz", {{"Host", host}}).status == 200);
  }
}

TEST_CASE("router: an equal request at the same revision is answered 304", "[searchd]") {
  Asked asked;
  const std::string tag(asked.get("/v1/search?q=flash&source=vllm,pytorch").header("ETag"));
  CHECK(tag.starts_with("W/\"3.41."));
  const Headers condition{{"If-None-Match", "\"other\", " + tag}};
  const HttpResponse same = asked.get("/v1/search?source=pytorch&source=vllm&q=flash", condition);
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(same.header("ETag") == tag);
  CHECK(same.header("Cache-Control") == "no-cache");
  CHECK(asked.get("/v1/search?q=other", condition).status == 200);
  CHECK(asked.get("/v1/search?q=other", {{"If-None-Match", "*"}}).status == 304);
  asked.engine.live.revision = 42;
  CHECK(asked.get("/v1/search?q=flash&source=vllm,pytorch", condition).status == 200);
}

TEST_CASE("router: an answer that is not exact has no tag and is not stored", "[searchd]") {
  Asked asked;
  asked.engine.is_exact = false;
  for (const char* target :
       {"/v1/search?q=flash", "/v1/search.rss?q=flash", "/v1/facets/source?q=flash", "/?q=flash"}) {
    INFO(target);
    const HttpResponse response = asked.get(target);
    CHECK(response.status == 200);
    CHECK(response.header("ETag").empty());
    CHECK(response.header("Last-Modified").empty());
    CHECK(response.header("Cache-Control") == "no-store");
  }
  CHECK(asked.get("/?q=flash").body.contains("at least 2</strong>"));
  CHECK(asked.get("/v1/facets/source?q=flash").body.contains(R"("counts_relation":"at_least")"));
  asked.engine.is_exact = true;
  CHECK(asked.get("/v1/facets/source?q=flash").body.contains(R"("counts_relation":"exact")"));
}

TEST_CASE("router: a feed is 304 for who has what was last indexed, unless a tag says otherwise", "[searchd]") {
  Asked asked;
  const std::string target = "/v1/search.rss?q=flash";
  const std::string last(asked.get(target).header("Last-Modified"));
  REQUIRE(last == "Mon, 20 Apr 2026 08:00:00 GMT");
  const HttpResponse same = asked.get(target, {{"If-Modified-Since", last}});
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(same.header("Last-Modified") == last);
  CHECK_FALSE(same.header("ETag").empty());
  CHECK(asked.get(target, {{"If-Modified-Since", "Mon, 20 Apr 2026 07:59:59 GMT"}}).status == 200);
  CHECK(asked.get(target, {{"If-Modified-Since", "yesterday"}}).status == 200);
  CHECK(asked.get(target, {{"If-Modified-Since", last}, {"If-None-Match", "\"other\""}}).status == 200);
}

TEST_CASE("router: a tag moves with the clock where the answer does", "[searchd]") {
  Asked asked;
  const auto tag_of = [&](const std::string& target) { return std::string(asked.get(target).header("ETag")); };
  const std::string week = tag_of("/v1/search?since=7d"), hours = tag_of("/v1/search?since=12h");
  const std::string typed = tag_of("/v1/search?q=since:7d"), rising = tag_of("/v1/trending");
  const std::string fixed = tag_of("/v1/search?after=2026-04-01");
  asked.now += std::chrono::seconds{10};
  CHECK(tag_of("/v1/search?since=12h") == hours);
  asked.now += std::chrono::minutes{2};
  CHECK(tag_of("/v1/search?since=7d") == week);
  CHECK(tag_of("/v1/search?since=12h") != hours);
  CHECK(tag_of("/v1/search?q=since:7d") == typed);
  CHECK(tag_of("/v1/trending") != rising);
  CHECK(tag_of("/v1/search?after=2026-04-01") == fixed);
  asked.now += std::chrono::days{1};
  CHECK(tag_of("/v1/search?since=7d") != week);
  CHECK(tag_of("/v1/search?q=since:7d") != typed);
}

TEST_CASE("router: POST and GET give the same bytes, and POST no tag", "[searchd]") {
  Asked asked;
  const auto without_time = [](const HttpResponse& response) {
    return response.body.substr(0, response.body.find("\"took_ms\""));
  };
  const HttpResponse got = asked.get("/v1/search?q=flash&source=pytorch&limit=5&facets=source");
  const HttpResponse posted = asked.ask("POST", "/v1/search", {{"Content-Type", "application/json"}},
                                        R"({"q": "flash", "source": ["pytorch"], "limit": 5, "facets": "source"})");
  CHECK(posted.status == 200);
  CHECK(without_time(posted) == without_time(got));
  CHECK(posted.header("ETag").empty());
}

TEST_CASE("router: a next page is named in the answer and in a Link", "[searchd]") {
  Asked asked;
  const HttpResponse response = asked.get("/v1/search?q=C++&limit=1");
  CHECK(response.header("Link") == "<http://localhost:7700/v1/search?q=C%2B%2B&limit=1&cursor=opaque>; rel=\"next\"");
  CHECK(nlohmann::json::parse(response.body)["next"] == "opaque");
  CHECK(asked.get("/v1/search?q=x").header("Link").empty());
}

TEST_CASE("router: nothing of a request gets into a header raw", "[searchd]") {
  Asked asked;
  const HttpResponse response = asked.get("/v1/search?limit=1&q=a%0d%0aSet-Cookie:%20x=1");
  for (const auto& [name, value] : response.headers) CHECK(value.find_first_of("\r\n") == std::string::npos);
}

TEST_CASE("router: without an index the daemon lives, is not ready, and says what to run", "[searchd]") {
  Asked asked;
  asked.engine.has_index = false;
  CHECK(asked.get("/healthz").status == 200);
  CHECK(asked.get("/readyz").status == 503);
  const HttpResponse response = asked.get("/v1/search?q=x");
  CHECK(response.status == 503);
  CHECK(response.header("Retry-After") == "5");
  CHECK(response.body.contains("not-ready"));
  CHECK(response.body.contains("trawl crawl"));
  CHECK_FALSE(response.body.contains("/secret"));
  const HttpResponse page = asked.get("/");
  CHECK(page.status == 503);
  CHECK(page.content_type == "text/html; charset=utf-8");
  CHECK(page.body.contains("<code>trawl crawl</code>"));
  CHECK_FALSE(page.body.contains("<a href=\"/\">Home</a>"));
  CHECK(page.header("Refresh") == "15");
  const HttpResponse found = asked.get("/?q=x");
  CHECK(found.body.contains("Run <code>trawl crawl</code> or"));
  CHECK(found.header("Refresh").empty());
  CHECK(asked.get("/metrics").body.contains("trawl_index_ready 0"));
  asked.engine.has_index = true;
  CHECK(asked.get("/readyz").status == 200);
}

TEST_CASE("router: an exception is a 500 without a word of what was thrown", "[searchd]") {
  struct Foreign {};
  const std::vector<std::exception_ptr> bugs{
      std::make_exception_ptr(std::runtime_error("/secret/path is broken")),
      std::make_exception_ptr(std::logic_error("/secret/path is broken")),
      std::make_exception_ptr(Foreign{}),
  };
  for (const std::exception_ptr& bug : bugs) {
    Asked asked;
    asked.engine.thrown = bug;
    const HttpResponse response = asked.get("/v1/search?q=x");
    CHECK(response.status == 500);
    CHECK(nlohmann::json::parse(response.body).at("title") == "Internal");
    CHECK_FALSE(response.body.contains("secret"));
    REQUIRE(asked.log.size() == 1);
    CHECK(asked.log.front().contains(bug == bugs.back() ? "unknown exception" : "/secret/path is broken"));
    asked.engine.thrown = nullptr;
    CHECK(asked.get("/metrics").body.contains("trawl_http_requests_in_flight 1\n")); // itself
  }
}

TEST_CASE("router: a lack of memory, threads or open files is a 503 that asks to come back", "[searchd]") {
  const std::vector<std::exception_ptr> lacks{
      std::make_exception_ptr(std::bad_alloc()),
      std::make_exception_ptr(std::system_error(EAGAIN, std::generic_category())),
      std::make_exception_ptr(std::system_error(EMFILE, std::generic_category())),
  };
  for (const std::exception_ptr& lack : lacks) {
    Asked asked;
    asked.engine.thrown = lack;
    for (const std::string target : {"/v1/search?q=x", "/?q=x", "/v1/search.rss?q=x", "/v1/stats"}) {
      INFO(target);
      const HttpResponse response = asked.get(target);
      CHECK(response.status == 503);
      CHECK(response.header("Retry-After") == "5");
      CHECK(nlohmann::json::parse(response.body).at("title") == "Exhausted");
    }
    asked.engine.thrown = nullptr;
    CHECK(asked.get("/v1/search?q=x").status == 200);
  }
}

TEST_CASE("router: other origins read answers only if they are the one that may", "[searchd]") {
  Asked closed;
  CHECK(closed.get("/v1/stats", {{"Origin", "https://app.example"}}).header("Access-Control-Allow-Origin").empty());
  Asked open("https://app.example");
  const HttpResponse allowed = open.get("/v1/stats", {{"Origin", "https://app.example"}});
  CHECK(allowed.header("Access-Control-Allow-Origin") == "https://app.example");
  CHECK(allowed.header("Vary").contains("Origin"));
  for (const char* origin : {"https://evil.example", "null", "https://app.example.evil", "HTTPS://app.example"}) {
    INFO(origin);
    CHECK(open.get("/v1/stats", {{"Origin", origin}}).header("Access-Control-Allow-Origin").empty());
  }
  const HttpResponse preflight = open.ask("OPTIONS", "/v1/search", {{"Origin", "https://app.example"}});
  CHECK(preflight.status == 204);
  CHECK(preflight.header("Access-Control-Allow-Methods") == "GET, HEAD, POST");
}

TEST_CASE("router: a page of another site loads nothing from here, it can only link to it", "[searchd][security]") {
  struct Row {
    const char *site, *mode, *dest;
    int status, of_picture;
  };
  for (const Row& row : {Row{"", "", "", 200, 404},
                         {"none", "navigate", "document", 200, 404},
                         {"same-origin", "no-cors", "image", 200, 404},
                         {"same-origin", "cors", "empty", 200, 404},
                         {"cross-site", "navigate", "document", 200, 404},
                         {"cross-site", "navigate", "iframe", 403, 403},
                         {"cross-site", "navigate", "object", 403, 403},
                         {"cross-site", "no-cors", "image", 403, 403},
                         {"cross-site", "no-cors", "script", 403, 403},
                         {"cross-site", "cors", "empty", 403, 403},
                         {"same-site", "no-cors", "image", 403, 403}}) {
    CAPTURE(row.site, row.mode, row.dest);
    Asked asked("https://app.example");
    Headers headers;
    if (*row.site != 0)
      headers = {{"Sec-Fetch-Site", row.site}, {"Sec-Fetch-Mode", row.mode}, {"Sec-Fetch-Dest", row.dest}};
    CHECK(asked.get("/v1/stats", headers).status == row.status);
    const HttpResponse picture = asked.get("/picture?key=0123456789abcdef", headers);
    CHECK(picture.status == row.of_picture);
    CHECK(picture.header("Cross-Origin-Resource-Policy") ==
          "same-origin"); // for browsers that do not say whose page asks
    headers.emplace_back("Origin", "https://app.example");
    CHECK(asked.get("/v1/stats", headers).status == 200);
  }
}

TEST_CASE("router: a request is as dear as its searches", "[searchd]") {
  struct Weighing : FakeEngine {
    trawl::Result<std::size_t> weight(const trawl::search::SearchRequest& request, trawl::Moment) override {
      return request.q.size();
    }
  };
  struct Row {
    trawl::searchd::HttpRequest request;
    std::size_t weight;
  };
  for (const Row& row :
       {Row{{.method = "GET", .path = "/v1/search", .query = "limit=3&q=attention&q=flash+attention"}, 15},
        Row{{.method = "GET", .path = "/", .query = "q=attention"}, 9}, Row{{.method = "GET", .path = "/v1/stats"}, 0},
        Row{{.method = "POST", .path = "/v1/search", .body = R"({"q":"attention"})"}, 9},
        Row{{.method = "POST", .path = "/v1/multi-search", .body = R"({"searches":[{"q":"a"}]})"}, SIZE_MAX},
        Row{{.method = "POST", .path = "/star", .body = "id=0123456789abcdef"}, 0}}) {
    CAPTURE(row.request.path, row.request.query, row.request.body);
    Weighing engine;
    CHECK(trawl::searchd::Router::weight(engine, row.request, moment("2026-04-21T12:00:30Z")) == row.weight);
  }
}

TEST_CASE("router: metrics tell how often the index was taken anew, and how sources are", "[searchd]") {
  Asked asked;
  asked.get("/v1/stats");
  asked.engine.live.revision = 42;
  asked.get("/v1/stats");
  asked.get("/v1/stats");
  const std::string text = asked.get("/metrics").body;
  CHECK(text.contains("# TYPE trawl_index_reopens_total counter\ntrawl_index_reopens_total 1\n"));
  CHECK(text.contains("trawl_sources{health=\""));
}

TEST_CASE("router: answers may be kept for as long as the operator says, errors never", "[searchd]") {
  Asked asked("", std::chrono::seconds{60});
  CHECK(asked.get("/v1/search?q=flash").header("Cache-Control") == "max-age=60");
  CHECK(asked.get("/v1/search?q=flash&limit=x").header("Cache-Control") == "no-store");
  CHECK(asked.get("/healthz").header("Cache-Control") == "no-store");
  const TemporaryDirectory directory;
  asked.engine.remember_for(api::Reader(directory.data(), true));
  for (const char* path : {"/", "/v1/search?q=is:unread", "/v1/saved"}) // whose answers change with each mark
    CHECK(asked.get(path).header("Cache-Control") == "no-cache");
}

TEST_CASE("router: the number of metrics does not grow with what is asked", "[searchd]") {
  Asked asked;
  const auto lines = [&] {
    const std::string text = asked.get("/metrics").body;
    return std::ranges::count(text, '\n');
  };
  asked.get("/v1/search?q=first");
  asked.get("/wp-login.php");
  asked.get("/metrics");
  const auto before = lines();
  for (int i = 0; i < 200; ++i) {
    asked.get("/v1/search?q=secret" + std::to_string(i));
    asked.get("/path" + std::to_string(i));
  }
  CHECK(lines() == before);
  const std::string text = asked.get("/metrics").body;
  CHECK_FALSE(text.contains("secret"));
  CHECK(text.contains("trawl_http_requests_total{route=\"search\",status=\"200\"} 201"));
  CHECK(text.contains("trawl_index_documents 2\n"));
}

TEST_CASE("router: an answer over the limit is refused in words", "[searchd]") {
  Asked asked;
  asked.engine.hits.front().article.title = std::string(2 << 20, 'x');
  const HttpResponse response = asked.get("/v1/search?q=x");
  CHECK(response.status == 400);
  CHECK(response.body.contains("fewer hits"));
}

TEST_CASE("router: text is compressed as the client prefers, with one ETag for all forms", "[searchd]") {
  Asked asked;
  for (const char* target : {"/page.css", "/openapi.json", "/", "/?q=flash"}) {
    INFO(target);
    const HttpResponse plain = asked.get(target);
    CHECK(plain.header("Content-Encoding").empty());
    for (const char* coding : {"gzip", "br"}) {
      const HttpResponse packed = asked.get(target, {{"Accept-Encoding", coding}});
      CHECK(packed.header("Content-Encoding") == coding);
      CHECK(packed.body.size() < plain.body.size() / 2);
      CHECK(packed.header("Vary").contains("Accept-Encoding"));
      CHECK(packed.header("ETag") == plain.header("ETag"));
      const Headers condition{{"Accept-Encoding", coding}, {"If-None-Match", std::string(packed.header("ETag"))}};
      const HttpResponse same = asked.get(target, condition);
      CHECK(same.status == 304);
      CHECK(same.header("Content-Encoding").empty());
      CHECK(same.header("Vary").contains("Accept-Encoding"));
    }
  }
  CHECK(asked.get("/healthz", {{"Accept-Encoding", "gzip"}}).header("Content-Encoding").empty()); // too small to gain
}

TEST_CASE("router: the page tells no site where its reader came from", "[searchd][security]") {
  Asked asked;
  for (const char* target : {"/", "/?q=flash"}) {
    CHECK(asked.get(target).header("Referrer-Policy") == "same-origin");
    CHECK(asked.get(target).header("X-Content-Type-Options") == "nosniff");
  }
}

TEST_CASE("router: an answer whose formulas had no time is not kept, and the next one is whole", "[searchd]") {
  Asked asked;
  const std::string dear = "\\mathbf{" + std::string(9'900, 'x') + "}";
  asked.engine.hits[0].snippets = {{"about " + dear, {}, 2}};
  asked.engine.hits[1].snippets = {{"about \\frac{a}{b} and more", {}, 4}};
  const HttpResponse first = asked.get("/v1/search?q=flash");
  CHECK_FALSE(first.body.contains("a/b"));
  CHECK(first.header("Cache-Control") == "no-store");
  CHECK(first.header("ETag").empty());
  const HttpResponse second = asked.get("/v1/search?q=flash");
  CHECK(second.body.contains("a/b"));
  CHECK_FALSE(second.header("ETag").empty());
}
