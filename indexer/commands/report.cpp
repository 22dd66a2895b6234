// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/report.h"

#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <iostream>

namespace trawl::commands {

void print_report(const Report& report) { std::cout << safe_json(json_text(report)) << "\n" << std::flush; }

void say_done(const Options& options, const Report& report, const std::string& sentence) {
  if (options.is_json()) {
    print_report(report);
  } else if (!options.quiet) {
    std::cerr << sentence << "\n";
  }
}

Report trouble(const std::string& where, const std::string& why) { return {{"where", where}, {"why", why}}; }

} // namespace trawl::commands
