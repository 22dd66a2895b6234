// SPDX-License-Identifier: GPL-3.0-or-later
/// A small web and a store for tests of whole crawls, without a network.
#pragma once

#include "indexer/crawl/crawl_loop.h"
#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace trawl::crawl::test_support {

using namespace std::chrono_literals;

/// Answers at once from a table. Its clock advances only while the crawl has nothing to do.
class TableFetcher final : public fetch::Fetcher {
 public:
  std::map<std::string, fetch::FetchResponse> answers;
  std::map<std::string, int> asked;
  std::map<std::string, std::vector<int>> first_statuses; ///< by URL: statuses to answer before the page
  std::set<std::string> silent;                           ///< hosts that do not answer
  bool has_resolver = true;                               ///< else no name can be resolved, each after ten seconds
  std::set<std::string> lacking;                          ///< URLs for which this machine has no file left
  /// By host: what it answers at addresses that are not in `answers`, instead of 404.
  std::map<std::string, std::function<fetch::FetchResponse(const std::string& url)>> otherwise;
  fetch::Instant time = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

  void start(fetch::FetchRequest request, Done done) override {
    waiting_.emplace_back(std::move(request), std::move(done));
  }

  void wait(std::chrono::milliseconds at_most) override {
    if (waiting_.empty()) time += at_most;
    for (auto& [request, done] : std::exchange(waiting_, {})) done(answer(request));
  }

  std::size_t in_flight() const override { return waiting_.size(); }

  void page(const std::string& url, const std::string& body, const std::string& type = "text/html; charset=utf-8") {
    fetch::FetchResponse response;
    response.status = 200;
    response.content_type = type;
    response.body = body;
    response.etag = "\"" + std::to_string(std::hash<std::string>{}(body)) + "\"";
    answers[url] = std::move(response);
  }

  void redirect(const std::string& url, const std::string& to) {
    answers[url] = {};
    answers[url].status = 301;
    answers[url].location = to;
  }

 private:
  Result<fetch::FetchResponse> answer(const fetch::FetchRequest& request) {
    ++asked[request.url];
    if (!has_resolver) {
      time += 10s;
      return fail(ErrorCode::Unresolved, "cannot resolve", request.url);
    }
    if (lacking.contains(request.url)) return fail(ErrorCode::Exhausted, "too many open files", request.url);
    if (silent.contains(Frontier::host_of(request.url))) return fail(ErrorCode::Timeout, "no answer", request.url);
    fetch::FetchResponse response;
    if (const auto found = answers.find(request.url); found != answers.end()) {
      response = found->second;
    } else if (const auto host = otherwise.find(Frontier::host_of(request.url)); host != otherwise.end()) {
      response = host->second(request.url);
    }
    if (response.status == 0) response.status = 404;
    if (auto& first = first_statuses[request.url]; !first.empty()) {
      response = {};
      response.status = first.front();
      first.erase(first.begin());
    }
    if (response.status == 200 && !request.etag.empty() && request.etag == response.etag) {
      response.status = 304;
      response.body.clear();
    }
    response.url = request.url;
    if (response.wire_bytes == 0) response.wire_bytes = response.body.size();
    response.fetched_at = std::chrono::floor<std::chrono::seconds>(time);
    return response;
  }

  std::vector<std::pair<fetch::FetchRequest, Done>> waiting_;
};

inline std::string words(const std::string& seed) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += seed + std::to_string(i) + (i % 9 == 8 ? ". " : " ");
  return text;
}

inline std::string article_page(const std::string& name, const std::string& head = "") {
  return "<!doctype html><html lang=en><head><title>" + name + "</title>" + head + "</head><body><article><h1>" + name +
         "</h1><p>" + words(name) + "</p><p>" + words(name + "b") + "</p></article></body></html>";
}

inline std::string rss_feed(const std::vector<std::pair<std::string, std::string>>& items,
                            const std::string& text = "x") {
  std::string xml = "<rss version='2.0'><channel><title>F</title>";
  for (const auto& [title, link] : items) {
    xml += "<item><title>" + title + "</title><link>" + link + "</link><description>" + text + "</description></item>";
  }
  return xml + "</channel></rss>";
}

inline const std::string kHost = "https://blog.example";
inline const std::string kFeed = kHost + "/feed.xml";

/// One source ("blog" with kFeed), a web of tables, and a store that lasts from crawl to crawl.
class World {
 public:
  World() : database_(store::open_store(directory_.data()).value()) {
    schema::SourceDefinition source;
    source.id = source.label = "blog";
    source.homepage = kHost + "/";
    source.seed = {schema::SourceKind::Feed, kFeed};
    sources.push_back(source);
  }

  CrawlReport crawl(const std::function<void(CrawlOptions&)>& change = {}) {
    auto report = try_crawl(change);
    REQUIRE(report);
    return *report;
  }

  Result<CrawlReport> try_crawl(const std::function<void(CrawlOptions&)>& change = {}) {
    const auto known = knowledge();
    CrawlOptions options;
    options.recheck = false;
    options.clock = [this] { return web.time; };
    if (change) change(options);
    const CrawlHooks hooks{[] {}, stopped, [](const CrawlReport&) {}, [] { return std::optional<Error>(); }};
    CrawlLoop loop(options, hooks, database_, known, sources, web, politeness);
    return loop.run();
  }

  Knowledge knowledge() const { return Knowledge::from(sources, topics).value(); }
  store::Database& database() { return database_; }
  DataDirectory data() const { return directory_.data(); }

  std::map<std::string, Article> articles(store::Articles which = store::Articles::Living) {
    std::map<std::string, Article> found;
    REQUIRE(store::ArticleStore(database_).each(
        [&](std::string_view record) {
          auto one = from_record(record).value();
          found.emplace(one.url, std::move(one));
          return true;
        },
        which));
    return found;
  }

  int requests_today(const std::string& wanted) {
    int found = 0;
    const auto today = std::chrono::floor<std::chrono::seconds>(web.time);
    REQUIRE(store::HostStore(database_).each_requests(
        today, [&](std::string_view host, int count) { found += host == wanted ? count : 0; }));
    return found;
  }

  std::vector<store::Failure> failures() { return store::SourceStore(database_).failures("blog").value(); }

  std::function<bool()> stopped = [] { return false; };
  TableFetcher web;
  fetch::Politeness politeness{{.delay = 0ms, .answer_time_factor = 0}};
  std::vector<schema::SourceDefinition> sources;
  enrich::Topics topics = enrich::Topics::parse(R"({"categories": [], "tags": []})").value();

 private:
  test::TemporaryDirectory directory_;
  store::Database database_;
};

} // namespace trawl::crawl::test_support
