// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_words.h"
#include "cli/commands/commands.h"
#include "cli/config_file.h"
#include "cli/options.h"
#include "cli/process.h"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

using namespace trawl;

namespace {

int report(const Error& error) {
  std::fprintf(stderr, "trawl: %s\n", cli::safe_text(to_sentence(error)).c_str());
  return exit_code_of(error.code);
}

int run(std::vector<std::string> words) {
  cli::put_command_first(words, cli::command_names());
  if (!words.empty()) {
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (const std::string sibling = cli::sibling_of(words.front(), rest); !sibling.empty()) {
      return report(cli::exec_sibling(sibling, sibling == "trawl-searchd" ? rest : words));
    }
  }
  const cli::ParsedOptions parsed = cli::parse_options(words, cli::config_file_path());
  std::fputs(parsed.out.c_str(), stdout);
  std::fputs(parsed.err.c_str(), stderr);
  if (!parsed.settings) return parsed.exit_code;
  const auto code = cli::run_command(*parsed.settings);
  return code ? *code : report(code.error());
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& broken) {
    return report({ErrorCode::Internal, std::string("internal error: ") + broken.what(), {}, "please report this"});
  }
}
