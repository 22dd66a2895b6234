// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/commands/commands.h"
#include "indexer/commands/fetch_once.h"
#include "indexer/commands/network.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace trawl::commands {
namespace {

using Inspector = InspectAnswer (*)(const InspectRequest& request);

Inspector inspector_of(Command command) {
  switch (command) {
  case Command::InspectArticle:
    return inspect_article;
  case Command::InspectFeed:
    return inspect_feed;
  case Command::InspectRobots:
    return inspect_robots;
  case Command::InspectCharset:
    return inspect_charset;
  default:
    return inspect_url;
  }
}

/// Reads requests from standard input and flushes each answer, because the client may be waiting for it.
int stream(Inspector inspect, const Options& options) {
  std::vector<InspectRequest> requests;
  const auto answer = [](const InspectAnswer& found) { std::cout << safe_json(json_text(found)) << std::endl; };
  for (std::string line; std::getline(std::cin, line);) {
    InspectRequest request = read_inspect_request(line);
    request.why |= options.why;
    if (options.learn) {
      requests.push_back(std::move(request));
    } else {
      answer(inspect(request));
    }
  }
  inspect_articles(requests, answer);
  return 0;
}

Result<InspectRequest> request_of(const Options& options) {
  const auto need = [&](std::size_t count, const char* what) -> Result<void> {
    if (options.arguments.size() >= count) return {};
    return fail(ErrorCode::Usage, std::string("missing argument: ") + what, "inspect", "see --help");
  };
  TRAWL_CHECK(need(1, options.command == Command::InspectUrl ? "an address" : "a file"));
  InspectRequest request;
  request.id = request.path = options.arguments[0];
  request.url = options.url;
  request.content_type = options.content_type;
  request.why = options.why;
  request.labels = options.command == Command::InspectArticle;
  if (options.command == Command::InspectUrl) {
    request.input = options.arguments[0];
    request.base = options.url;
  }
  if (options.command == Command::InspectRobots) {
    TRAWL_CHECK(need(2, "a robots.txt and an address"));
    request.url = options.arguments[1];
    request.user_agent = options.network.user_agent.empty() ? "trawl" : options.network.user_agent;
  }
  return request;
}

/// Fetches the input if it is an address.
Result<void> fetch_input(const Options& options, InspectRequest& request) {
  const bool is_address = request.path.starts_with("http://") || request.path.starts_with("https://");
  if (!is_address || request.input) return {};
  TRAWL_TRY(auto network, fetcher_options(options, {}));
  fetch::CurlFetcher fetcher(std::move(network));
  TRAWL_TRY(auto response, fetch_once(fetcher, request.path, fetch::ResourceKind::Page));
  request.bytes = std::move(response.body);
  if (request.url.empty()) request.url = response.url;
  if (request.content_type.empty()) request.content_type = response.content_type;
  return {};
}

} // namespace

Result<int> inspect(const Options& options) {
  const auto inspector = inspector_of(options.command);
  if (options.jsonl) return stream(inspector, options);
  TRAWL_TRY(auto request, request_of(options));
  TRAWL_CHECK(fetch_input(options, request));
  const InspectAnswer answer = inspector(request);
  std::cout << safe_json(json_text(answer, 2)) << "\n";
  if (answer.contains("error") && !answer["error"].is_null()) return exit_code_of(ErrorCode::BadInput);
  return 0;
}

} // namespace trawl::commands
