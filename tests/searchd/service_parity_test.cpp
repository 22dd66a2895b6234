// SPDX-License-Identifier: GPL-3.0-or-later
/// The command line calls the service in-process; whoever asks a daemon has to get the same bytes.
#include "shared/api/service.h"
#include "tests/searchd/http/raw_client.h"
#include "tests/shared/api/openapi_requests.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::test;

namespace {

struct Plain {
  int status = 0;
  std::string body;
};

/// As the command line sees it.
Plain in_process(const std::string& target, const std::string& base_url) {
  FakeEngine engine;
  const std::size_t question = std::min(target.find('?'), target.size());
  const api::Request request{"GET", target.substr(0, question),
                             question < target.size() ? target.substr(question + 1) : "", "", base_url};
  const auto answer = api::respond(engine, request, moment("2026-04-21T12:00:30Z"));
  if (answer) return {answer->status, answer->body};
  return {answer.error().status, api::problem_json(answer.error(), request.path)};
}

Plain over_loopback(const TestServer& server, const std::string& target) {
  const std::string answer = server.get(target);
  const std::size_t blank = answer.find("\r\n\r\n");
  return {status_of(answer), blank == std::string::npos ? "" : answer.substr(blank + 4)};
}

} // namespace

TEST_CASE("daemon: every route and parameter of openapi.json is answered as in-process", "[searchd]") {
  const TestServer server;
  const std::vector<std::string> targets = openapi_targets();
  CHECK(targets.size() > 500);
  for (const std::string& target : targets) {
    INFO(target);
    const Plain here = in_process(target, "http://localhost");
    const Plain there = over_loopback(server, target);
    CHECK(here.status == there.status);
    CHECK(without_time(here.body) == without_time(there.body));
  }
}
