// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/searchd/asked.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl;
using trawl::test::Asked;

TEST_CASE("descriptions: OpenSearch names the address that was asked", "[searchd]") {
  Asked asked;
  const auto answer = asked.get("/opensearch.xml", {{"Host", "search.example.org:7700"}});
  CHECK(answer.content_type == "application/opensearchdescription+xml");
  CHECK(answer.body.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OpenSearchDescription "));
  const std::string window = "{searchTerms}&amp;limit={count?}&amp;offset={startIndex?}\"";
  for (const char* path : {"/?q=", "/v1/search.rss?q=", "/v1/search?q="}) {
    CHECK(answer.body.contains("indexOffset=\"0\" template=\"http://search.example.org:7700" + (path + window)));
  }
  // A browser leaves out what it does not know.
  CHECK(asked.get("/v1/search?q=flash&limit=&offset=").status == 200);
  CHECK(asked.get("/?q=flash&limit=&offset=").status == 200);
  CHECK(answer.body.contains("suggest?format=opensearch&amp;q={searchTerms}\""));
  CHECK(answer.body.contains("rel=\"suggestions\""));
}

TEST_CASE("descriptions: each of them is the same bytes again, and 304 for who has them", "[searchd]") {
  Asked asked;
  for (const char* path : {"/openapi.json", "/opensearch.xml", "/llms.txt", "/robots.txt", "/page.css", "/page.js"}) {
    INFO(path);
    const auto first = asked.get(path);
    CHECK(first.status == 200);
    CHECK_FALSE(first.body.empty());
    const std::string tag(first.header("ETag"));
    CHECK(tag.starts_with("W/\""));
    const auto again = asked.get(path, {{"If-None-Match", "\"other\", " + tag}});
    CHECK(again.status == 304);
    CHECK(again.body.empty());
    CHECK(again.header("ETag") == tag);
    CHECK(asked.get(path, {{"If-None-Match", "\"other\""}}).body == first.body);
  }
}

TEST_CASE("descriptions: a description of another host has another tag", "[searchd]") {
  Asked asked;
  const auto here = asked.get("/opensearch.xml");
  const auto there = asked.get("/opensearch.xml", {{"Host", "search.example.org"}});
  CHECK(here.header("ETag") != there.header("ETag"));
}

TEST_CASE("descriptions: search engines are kept out of the API, not out of the page", "[searchd]") {
  Asked asked;
  CHECK(asked.get("/robots.txt").body == "User-agent: *\nDisallow: /v1/\n");
}

TEST_CASE("health: the process lives without an index, and is ready with one", "[searchd]") {
  Asked asked;
  CHECK(asked.get("/healthz").body == R"({"status":"ok"})");
  CHECK(asked.get("/readyz").body == R"({"status":"ready"})");
  asked.engine.has_index = false;
  CHECK(asked.get("/healthz").status == 200);
  const auto unready = asked.get("/readyz");
  CHECK(unready.status == 503);
  CHECK(unready.header("Retry-After") == "5");
  CHECK(nlohmann::json::parse(unready.body).at("type").get<std::string>().ends_with("/not-ready"));
  CHECK(asked.get("/metrics").body.contains("\ntrawl_index_ready 0\n"));
}

TEST_CASE("health: the index's numbers are metrics", "[searchd]") {
  Asked asked;
  const std::string text = asked.get("/metrics").body;
  for (const char* line :
       {"trawl_index_ready 1", "trawl_index_documents 2", "trawl_index_bytes 4096", "trawl_index_generation 3",
        "trawl_index_revision 41", "trawl_index_newest_article_timestamp_seconds 1775606400",
        "trawl_sources{health=\"ok\"} 1", "trawl_source_fetches_total{source=\"pytorch\",outcome=\"not_modified\"} 9",
        "trawl_source_fetch_bytes_total{source=\"pytorch\"} 123456"}) {
    INFO(line);
    CHECK(("\n" + text).contains("\n" + std::string(line) + "\n"));
  }
}

TEST_CASE("health: answers about health are never kept by caches", "[searchd]") {
  Asked asked("", std::chrono::seconds{60});
  for (const char* path : {"/healthz", "/readyz", "/metrics"}) {
    INFO(path);
    CHECK(asked.get(path).header("Cache-Control") == "no-store");
  }
}
