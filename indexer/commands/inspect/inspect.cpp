// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/commands/commands.h"
#include "indexer/commands/network.h"
#include "indexer/commands/polite_fetcher.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <cstddef>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace trawl::commands {
namespace {

using Answer = InspectAnswer (*)(const InspectRequest& request);

void print_line(const InspectAnswer& answer) { std::cout << safe_json(json_text(answer)) << std::endl; }

/// Calls `take` for each request on standard input.
int each_request(const Options& options, const std::function<void(InspectRequest)>& take) {
  for (std::string line; std::getline(std::cin, line);) {
    InspectRequest request = read_inspect_request(line);
    request.why |= options.why;
    take(std::move(request));
  }
  return 0;
}

Result<void> need(const Options& options, std::size_t arguments, const char* what) {
  if (options.arguments.size() >= arguments) return {};
  return fail(ErrorCode::Usage, std::string("missing argument: ") + what, "inspect", "see --help");
}

/// Fetches the input if it is an address.
Result<void> fetch_input(const Options& options, InspectRequest& request) {
  const bool is_address = request.path.starts_with("http://") || request.path.starts_with("https://");
  if (!is_address || request.input) return {};
  TRAWL_TRY(auto network, fetcher_options(options, {}));
  const std::string product = product_of(network.user_agent);
  fetch::CurlFetcher curl(std::move(network));
  PoliteFetcher fetcher(curl, politeness_options(options), product, steady_wall_clock());
  TRAWL_TRY(auto response, fetcher.get(request.path, fetch::ResourceKind::Page));
  request.bytes = std::move(response.body);
  if (request.url.empty()) request.url = response.url;
  if (request.content_type.empty()) request.content_type = response.content_type;
  return {};
}

using Change = std::function<Result<void>(InspectRequest&)>;

/// Answers the requests on standard input, each at once, because the client may be waiting for it; else the one of the
/// command line: `what` is its argument, and `change` says what this kind of it has more.
Result<int> inspect(
    const Options& options, Answer answer, const char* what,
    const Change& change = [](InspectRequest&) { return Result<void>(); }) {
  if (options.jsonl) return each_request(options, [&](const InspectRequest& request) { print_line(answer(request)); });
  TRAWL_CHECK(need(options, 1, what));
  InspectRequest request;
  request.id = request.path = options.arguments[0];
  request.url = options.url;
  request.content_type = options.content_type;
  request.why = options.why;
  TRAWL_CHECK(change(request));
  TRAWL_CHECK(fetch_input(options, request));
  const InspectAnswer found = answer(request);
  std::cout << safe_json(json_text(found, 2)) << "\n";
  if (found.contains("error") && !found["error"].is_null()) return exit_code_of(ErrorCode::BadInput);
  return 0;
}

} // namespace

Result<int> inspect_article(const Options& options) {
  if (options.jsonl && options.learn) {
    std::vector<InspectRequest> requests;
    const int code = each_request(options, [&](InspectRequest request) { requests.push_back(std::move(request)); });
    answer_articles(requests, print_line);
    return code;
  }
  return inspect(options, answer_article, "a file", [](InspectRequest& request) {
    request.labels = true;
    return Result<void>();
  });
}

Result<int> inspect_feed(const Options& options) { return inspect(options, answer_feed, "a file"); }

Result<int> inspect_charset(const Options& options) { return inspect(options, answer_charset, "a file"); }

Result<int> inspect_robots(const Options& options) {
  return inspect(options, answer_robots, "a file", [&](InspectRequest& request) -> Result<void> {
    TRAWL_CHECK(need(options, 2, "a robots.txt and an address"));
    request.url = options.arguments[1];
    request.user_agent = options.network.user_agent.empty() ? "trawl" : options.network.user_agent;
    return {};
  });
}

Result<int> inspect_url(const Options& options) {
  return inspect(options, answer_url, "an address", [&](InspectRequest& request) {
    request.input = request.path;
    request.base = options.url;
    return Result<void>();
  });
}

} // namespace trawl::commands
