// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/metrics.h"

#include "searchd/route.h"
#include "tests/searchd/asked.h"

#include <array>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::searchd;
using namespace std::chrono_literals;

namespace {

constexpr std::array<std::string_view, 2> kRoutes{"search", "page"};

/// The value of the sample with this name and labels; empty if there is none.
std::string sample(const std::string& text, const std::string& name) {
  const auto at = ("\n" + text).find("\n" + name + " ");
  if (at == std::string::npos) return {};
  const auto begin = at + name.size() + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string bucket(const std::string& bound) {
  return "trawl_http_request_duration_seconds_bucket{route=\"search\",le=\"" + bound + "\"}";
}

} // namespace

TEST_CASE("metrics: a request is counted under its route and status", "[searchd]") {
  Metrics metrics(kRoutes);
  CHECK(sample(metrics.text(), "trawl_http_requests_in_flight") == "0");
  metrics.begin_request();
  metrics.begin_request();
  CHECK(sample(metrics.text(), "trawl_http_requests_in_flight") == "2");
  metrics.end_request(0, 200, 1ms);
  metrics.end_request(1, 404, 1ms);
  const std::string text = metrics.text();
  CHECK(sample(text, "trawl_http_requests_in_flight") == "0");
  CHECK(sample(text, "trawl_http_requests_total{route=\"search\",status=\"200\"}") == "1");
  CHECK(sample(text, "trawl_http_requests_total{route=\"page\",status=\"404\"}") == "1");
  CHECK(sample(text, "trawl_http_requests_total{route=\"page\",status=\"200\"}").empty());
}

TEST_CASE("metrics: a bucket counts all durations up to its bound", "[searchd]") {
  Metrics metrics(kRoutes);
  for (const auto took : {1'000us, 1'001us, 2'500us, 2'500'000us, 2'500'001us}) {
    metrics.begin_request();
    metrics.end_request(0, 200, took);
  }
  const std::string text = metrics.text();
  CHECK(sample(text, bucket("0.001")) == "1");
  CHECK(sample(text, bucket("0.0025")) == "3");
  CHECK(sample(text, bucket("0.005")) == "3");
  CHECK(sample(text, bucket("2.5")) == "4");
  CHECK(sample(text, bucket("+Inf")) == "5");
  CHECK(sample(text, "trawl_http_request_duration_seconds_count{route=\"search\"}") == "5");
  CHECK(sample(text, "trawl_http_request_duration_seconds_sum{route=\"search\"}") == "5.004502");
}

TEST_CASE("metrics: an unknown status counts as 500", "[searchd]") {
  Metrics metrics(kRoutes);
  metrics.begin_request();
  metrics.end_request(0, 299, 0ns);
  CHECK(sample(metrics.text(), "trawl_http_requests_total{route=\"search\",status=\"500\"}") == "1");
}

TEST_CASE("metrics: an article that was removed is not counted as a failure of the server", "[searchd]") {
  test::Asked asked;
  CHECK(asked.get("/v1/articles/00000000000000ff").status == 410);
  const std::string text = asked.get("/metrics").body;
  CHECK(text.contains("route=\"article\",status=\"410\"} 1"));
  CHECK_FALSE(text.contains("status=\"500\""));
}

TEST_CASE("metrics: only a newer state of the index is a change", "[searchd]") {
  Metrics metrics(kRoutes);
  for (const auto& state : {search::IndexState{1, 5}, {1, 5}, {1, 4}}) metrics.see_index(state);
  CHECK(metrics.index_changes() == 0);
  metrics.see_index({1, 6});
  metrics.see_index({2, 1}); // a new generation begins again with small revisions
  metrics.see_index({1, 6}); // a worker that still has the old one
  CHECK(metrics.index_changes() == 2);
}

TEST_CASE("metrics: every line is a comment or a sample, and each metric is described once", "[searchd]") {
  test::Asked asked;
  asked.get("/v1/search?q=flash");
  std::istringstream lines(asked.get("/metrics").body);
  std::set<std::string> described;
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    if (line.starts_with("# TYPE ")) {
      CHECK(described.insert(line.substr(7, line.rfind(' ') - 7)).second);
      continue;
    }
    if (line.starts_with("# HELP ")) continue;
    const auto name_end = line.find_first_of("{ ");
    REQUIRE(name_end != std::string::npos);
    std::string name = line.substr(0, name_end);
    for (const std::string suffix : {"_bucket", "_sum", "_count"}) {
      if (name.ends_with(suffix) && !described.contains(name)) name.resize(name.size() - suffix.size());
    }
    CHECK(described.contains(name));
    CHECK(line.substr(line.rfind(' ') + 1).find_first_not_of("0123456789.e+-") == std::string::npos);
  }
  CHECK(described.size() > 8);
}

TEST_CASE("metrics: gauges and counters have help, type and value", "[searchd]") {
  CHECK(gauge("a_b", "What it is.", 2.5) == "# HELP a_b What it is.\n# TYPE a_b gauge\na_b 2.5\n");
  CHECK(counter("c", "How often.", 3) == "# HELP c How often.\n# TYPE c counter\nc 3\n");
}
