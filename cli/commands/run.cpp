// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/completion.h"
#include "cli/options.h"

namespace trawl::cli {

Result<int> run_command(const Settings& settings) {
  const std::string& command = settings.command;
  if (command == "search") return run_search(settings);
  if (command == "save" || command == "new" || command == "saved" || command == "forget") return run_saved(settings);
  if (command == "man") {
    TRAWL_CHECK(print(settings, {}, manual_page(command_help())));
    return kFound;
  }
  if (command == "completion") {
    TRAWL_TRY(const std::string script, completion_script(command_help(), settings.words.front()));
    TRAWL_CHECK(print(settings, {}, script));
    return kFound;
  }
  return run_lookup(settings);
}

} // namespace trawl::cli
