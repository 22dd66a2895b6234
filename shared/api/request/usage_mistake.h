// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns a usage error of a command-line parser into one sentence that suggests the nearest option or command.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::api {

struct UsageMistake {
  std::string what;                  ///< the parser's message
  std::vector<std::string> leftover; ///< words that it did not recognise
  std::string command;               ///< the commands that were recognised: "trawl-indexer sources"
  std::vector<std::string> options;  ///< of that command: "--delay"
  std::vector<std::string> commands; ///< of that command: "add"
};

/// "unknown option --delya; did you mean --delay? (see `trawl-indexer crawl --help`)"
std::string to_sentence(const UsageMistake& mistake);

/// The choices in a parser's "{relevance,newest}".
std::vector<std::string> choices_in(std::string_view braces);

/// `App` is CLI::App, whose header only the files that parse command lines include.
template <typename App>
UsageMistake usage_mistake(const App& app, std::string what) {
  UsageMistake mistake{std::move(what), app.remaining(true), app.get_name(), {}, {}};
  const App* at = &app;
  for (auto parsed = at->get_subcommands(); !parsed.empty(); parsed = at->get_subcommands()) {
    at = parsed.front();
    mistake.command += " " + at->get_name();
  }
  for (const auto* option : at->get_options()) {
    for (const std::string& name : option->get_lnames()) mistake.options.push_back("--" + name);
  }
  for (const App* command : at->get_subcommands([](const App*) { return true; })) {
    mistake.commands.push_back(command->get_name());
  }
  return mistake;
}

} // namespace trawl::api
