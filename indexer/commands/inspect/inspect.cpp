// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/commands/commands.h"
#include "indexer/commands/fetch_once.h"
#include "indexer/commands/network.h"
#include "shared/base/json.h"
#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>

namespace trawl::commands {
namespace {

using Json = nlohmann::ordered_json;
using Inspector = std::string (*)(std::string_view request);

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
  std::vector<std::string> requests;
  const auto answer = [](const std::string& text) { std::cout << safe_json(text) << std::endl; };
  for (std::string line; std::getline(std::cin, line);) {
    if (options.why) {
      Json request = parse_ordered_json(line);
      if (request.is_object()) request["why"] = true, line = json_text(request);
    }
    if (options.learn) {
      requests.push_back(std::move(line));
    } else {
      answer(inspect(line));
    }
  }
  inspect_articles(requests, answer);
  return 0;
}

Result<Json> request_of(const Options& options) {
  const auto need = [&](std::size_t count, const char* what) -> Result<void> {
    if (options.arguments.size() >= count) return {};
    return fail(ErrorCode::Usage, std::string("missing argument: ") + what, "inspect", "see --help");
  };
  Json request = {{"id", options.arguments.empty() ? "" : options.arguments.front()}};
  if (!options.url.empty()) request["url"] = options.url;
  if (!options.content_type.empty()) request["content_type"] = options.content_type;
  if (options.command == Command::InspectUrl) {
    TRAWL_CHECK(need(1, "an address"));
    request["input"] = options.arguments[0];
    request["base"] = options.url;
    return request;
  }
  TRAWL_CHECK(need(1, "a file"));
  request["path"] = options.arguments[0];
  if (options.command == Command::InspectArticle) request["labels"] = true;
  if (options.why) request["why"] = true;
  if (options.command == Command::InspectRobots) {
    TRAWL_CHECK(need(2, "a robots.txt and an address"));
    request["url"] = options.arguments[1];
    request["user_agent"] = options.network.user_agent.empty() ? "trawl" : options.network.user_agent;
  }
  return request;
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Fetches the input if it is an address, into a file that is gone once it is closed, and says so in the request.
Result<File> fetch_input(const Options& options, Json& request) {
  File file(nullptr, &std::fclose);
  const std::string& address = options.arguments.front();
  const bool is_address = address.starts_with("http://") || address.starts_with("https://");
  if (!is_address || options.command == Command::InspectUrl) return file;
  TRAWL_TRY(auto network, fetcher_options(options, {}));
  fetch::CurlFetcher fetcher(std::move(network));
  TRAWL_TRY(const auto response, fetch_once(fetcher, address, fetch::ResourceKind::Page));
  file.reset(std::tmpfile());
  const std::string path = file ? "/proc/self/fd/" + std::to_string(::fileno(file.get())) : "";
  if (std::ofstream out(path, std::ios::binary); !out.write(response.body.data(), std::ssize(response.body)).flush())
    return std::unexpected(system_error("cannot keep the page in a temporary file", address));
  request["path"] = path;
  if (!request.contains("url")) request["url"] = response.url;
  if (!request.contains("content_type")) request["content_type"] = response.content_type;
  return file;
}

} // namespace

Result<int> inspect(const Options& options) {
  const auto inspector = inspector_of(options.command);
  if (options.jsonl) return stream(inspector, options);
  TRAWL_TRY(auto request, request_of(options));
  TRAWL_TRY(const File fetched, fetch_input(options, request));
  const auto answer = parse_ordered_json(inspector(json_text(request)));
  if (answer.is_discarded()) return fail(ErrorCode::Internal, "the answer is not JSON", "inspect");
  std::cout << safe_json(json_text(answer, 2)) << "\n";
  if (answer.contains("error") && !answer["error"].is_null()) return exit_code_of(ErrorCode::BadInput);
  return 0;
}

} // namespace trawl::commands
