// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_words.h"
#include "cli/commands/commands.h"
#include "cli/options.h"
#include "cli/process.h"

#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"
#include "shared/options/config_file.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace trawl;

namespace {

int report(const Error& error) {
  print_error("trawl", error);
  return exit_code_of(error.code);
}

/// The words that the program of `command` gets: trawl-searchd is one command, and trawl-indexer reads a command's own
/// command (`index check`) before its options. Other commands have none, and a word may be an option's value.
std::vector<std::string> sibling_words(const std::string& command, std::vector<std::string> rest,
                                       const cli::KnownNames& known) {
  if (command == "serve") return rest;
  const bool has_own_commands = command == "index" || command == "inspect" || command == "sources";
  const auto word =
      !has_own_commands ? rest.end() : rest.begin() + static_cast<std::ptrdiff_t>(cli::first_word(rest, known));
  if (word != rest.end()) std::rotate(rest.begin(), word, word + 1);
  rest.insert(rest.begin(), command);
  return rest;
}

Result<int> run(std::vector<std::string> words) {
  const SafeOutput safe;
  const cli::KnownNames known = cli::known_names(cli::command_help());
  cli::put_command_first(words, known);
  if (!words.empty()) {
    std::vector<std::string> rest(words.begin() + 1, words.end());
    if (const std::string sibling = cli::sibling_of(words.front(), rest, known); !sibling.empty()) {
      return report(cli::exec_sibling(sibling, sibling_words(words.front(), std::move(rest), known)));
    }
  }
  const cli::ParsedOptions parsed = cli::parse_options(words, options::config_file_path());
  std::cout << parsed.out;
  std::cerr << parsed.err;
  if (!parsed.settings) return parsed.exit_code;
  return cli::run_command(*parsed.settings);
}

} // namespace

int main(int argc, char** argv) {
  set_memory_aside();
  const auto code = contained([&] { return run({argv + 1, argv + argc}); });
  return code ? *code : report(code.error());
}
