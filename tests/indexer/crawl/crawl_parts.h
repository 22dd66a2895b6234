// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of a crawl without its loop and its fetcher: an empty store, one source, and a clock that tests set.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/frontier/frontier.h"
#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/fetch/fetcher.h"
#include "indexer/store/open_store.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace trawl::crawl::test_support {

inline const std::string kSite = "https://blog.example";

inline schema::SourceDefinition blog() {
  schema::SourceDefinition source;
  source.id = source.label = "blog";
  source.homepage = kSite + "/";
  source.seed = {schema::SourceKind::Feed, kSite + "/feed.xml"};
  source.article_pattern = "^https://blog\\.example/p/[a-z]+$";
  return source;
}

inline Knowledge knowledge_of(const std::vector<schema::SourceDefinition>& sources) {
  return Knowledge::from(sources, enrich::Topics::parse(R"({"categories": [], "tags": []})").value()).value();
}

/// Unlike the parts of a real crawl these run in no transaction; each statement commits.
class CrawlParts {
 public:
  explicit CrawlParts(CrawlOptions options = {}, schema::SourceDefinition source = blog())
      : database(store::open_store(directory_.data()).value()), sources{std::move(source)},
        knowledge(knowledge_of(sources)), context(with_clock(std::move(options)), database, knowledge, sources),
        frontier(politeness), scheduler(context, frontier), links(context, scheduler) {}

  /// All URLs in the frontier that may be requested now, which are taken out.
  std::vector<std::string> queued() {
    std::vector<std::string> urls;
    while (auto task = frontier.next(time, true)) urls.push_back(task->url);
    return urls;
  }

  /// Stores a link of the source to `url`, and the row in `state`.
  store::UrlRow add_url(const std::string& url, store::UrlState state, const std::string& signal = "") {
    auto row = context.urls.url(url).value();
    REQUIRE(context.urls.save_link(row.id, {"blog", sources[0].seed.url, signal}));
    row.state = state;
    if (state == store::UrlState::Stored) row.due_at.reset();
    REQUIRE(context.urls.save_url(row));
    return row;
  }

  store::UrlRow row(const std::string& url) { return context.urls.url(url).value(); }
  const schema::SourceDefinition& source() const { return sources[0]; }
  SourceReport& report() { return context.report.of("blog"); }

 private:
  CrawlOptions with_clock(CrawlOptions options) {
    options.clock = [this] { return time; };
    return options;
  }
  test::TemporaryDirectory directory_;

 public:
  fetch::Instant time = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};
  store::Database database;
  std::vector<schema::SourceDefinition> sources;
  Knowledge knowledge;
  fetch::Politeness politeness{{.delay = std::chrono::milliseconds(0), .answer_time_factor = 0}};
  CrawlContext context;
  Frontier frontier;
  PageScheduler scheduler;
  LinkDiscovery links;
};

inline Result<fetch::FetchResponse> response(int status, const std::string& body = "",
                                             const std::string& type = "text/html") {
  fetch::FetchResponse answer;
  answer.status = status;
  answer.body = body;
  answer.content_type = type;
  answer.etag = "\"1\"";
  return answer;
}

} // namespace trawl::crawl::test_support
