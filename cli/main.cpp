// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/options.h"
#include "cli/process.h"

#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"
#include "shared/options/config_file.h"

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

Result<int> run(std::vector<std::string> words) {
  const SafeOutput safe;
  cli::ParsedOptions parsed = cli::parse_options(std::move(words), options::config_file_path());
  if (!parsed.sibling.empty()) return report(cli::exec_sibling(parsed.sibling, parsed.words));
  std::cout << parsed.out;
  std::cerr << parsed.err;
  TRAWL_CHECK(flush_standard_output());
  if (!parsed.settings) return parsed.exit_code;
  auto done = cli::run_command(*parsed.settings);
  if (!done && done.error().code == ErrorCode::Usage)
    done.error().what = options::with_place(options::config_file_path(), done.error().what);
  return done;
}

} // namespace

int main(int argc, char** argv) {
  reserve_standard_files();
  reserve_emergency_memory();
  const auto code = catching_exceptions([&] { return run({argv + 1, argv + argc}); });
  return code ? *code : report(code.error());
}
