// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/process.h"

#include "shared/mcp/session.h"

#include <iostream>

namespace trawl::cli {

/// Answers the messages on stdin, one per line, until it ends. Nothing else is written to stdout. A client is made when
/// the first tool needs it, so a program may start this before there is an index.
Result<int> run_mcp(const Settings& settings) {
  std::unique_ptr<Client> client;
  using Question = Result<std::string> (Client::*)(const std::string&, const Parameters&);
  const auto through = [&](Question question) -> mcp::Ask {
    return [&, question](const std::string& path,
                         const api::Parameters& parameters) -> std::expected<std::string, std::string> {
      if (!client) {
        auto made = make_client(settings);
        if (!made) return std::unexpected(to_sentence(made.error()));
        client = std::move(*made);
      }
      Parameters pairs;
      for (const api::Parameter& parameter : parameters) pairs.emplace_back(parameter.name, parameter.value);
      auto body = (*client.*question)(path, pairs);
      if (!body) return std::unexpected(to_sentence(body.error()));
      return std::move(*body);
    };
  };
  const mcp::Api api{through(&Client::get), settings.marks ? through(&Client::put) : mcp::Ask()};
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (const auto answer = mcp::answer(line, api)) TRAWL_CHECK(write_output(*answer + "\n", false));
  }
  return kFound;
}

} // namespace trawl::cli
