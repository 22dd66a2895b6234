// SPDX-License-Identifier: GPL-3.0-or-later
/// A router over the fake engine, asked by method and target.
#pragma once

#include "searchd/router.h"
#include "tests/shared/api/fake_engine.h"

#include <string>
#include <utility>
#include <vector>

namespace trawl::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Asked {
  FakeEngine engine;
  std::vector<std::string> log;
  searchd::Router router;
  Moment now = moment("2026-04-21T12:00:30Z");

  explicit Asked(const std::string& cors_origin = "", std::chrono::seconds max_age = {})
      : router({searchd::HostCheck({"127.0.0.1", 7700}, {"search.example.org"}),
                cors_origin,
                1 << 20,
                [this](const std::string& line) { log.push_back(line); },
                {},
                false,
                max_age}) {}

  searchd::HttpResponse ask(const std::string& method, const std::string& target, Headers headers = {},
                            const std::string& body = "") {
    searchd::HttpRequest request;
    request.method = method;
    const std::size_t question = std::min(target.find('?'), target.size());
    request.path = target.substr(0, question);
    if (question < target.size()) request.query = target.substr(question + 1);
    request.body = body;
    request.headers = std::move(headers);
    if (request.header("Host").empty()) request.headers.emplace_back("Host", "localhost:7700");
    return router.answer(engine, request, now);
  }
  searchd::HttpResponse get(const std::string& target, Headers headers = {}) {
    return ask("GET", target, std::move(headers));
  }
};

inline std::string first_id() { return FakeEngine().hits.front().article.id; }

} // namespace trawl::test
