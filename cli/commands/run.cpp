// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/completion.h"
#include "cli/options.h"
#include "cli/process.h"
#include "shared/base/sibling_program.h"
#include "shared/options/command_help.h"
#include "shared/options/config_sample.h"

#include <string>
#include <utility>
#include <vector>

namespace trawl::cli {
namespace {

/// The three programs as their option parsers describe them.
struct ProgramHelps {
  options::CommandHelp trawl, indexer, searchd;
};

using options::CommandHelp;

CommandHelp ask_sibling(const std::string& program) {
  auto help = options::command_help_from(run_sibling(program, {"--describe"}));
  return help ? std::move(*help) : CommandHelp{program, "", "", {}, {}};
}

/// Asks the siblings. One that cannot be started has no commands and no options.
ProgramHelps program_helps() { return {command_help(), ask_sibling("trawl-indexer"), ask_sibling("trawl-searchd")}; }

/// The commands of `trawl`, with the options of those that siblings carry out.
CommandHelp whole_help(const ProgramHelps& programs) {
  CommandHelp whole = programs.trawl;
  for (CommandHelp& command : whole.commands) {
    if (command.name == "serve") {
      command.options = programs.searchd.options;
      command.settings = programs.searchd.settings;
      command.footer = programs.searchd.footer;
    } else if (const CommandHelp* from_indexer = options::find_command(programs.indexer, command.name)) {
      if (command.options.size() <= 1) command.options = from_indexer->options; // `sources` has options of its own
      command.settings = from_indexer->settings;
      command.commands = from_indexer->commands;
      command.footer += (command.footer.empty() ? "" : "\n") + from_indexer->footer;
    }
  }
  return whole;
}

} // namespace

Result<int> run_command(const Settings& settings) {
  const std::string& command = settings.command;
  if (command == "search") return run_search(settings);
  if (command == "count") return run_count(settings);
  if (command == "facets") return run_facets(settings);
  if (command == "trends") return run_trends(settings);
  if (command == "save" || command == "new" || command == "saved" || command == "forget") return run_saved(settings);
  if (command == "digest") return run_digest(settings);
  for (const std::string_view mark : {"star", "later", "read", "note"}) {
    if (command == mark) return run_mark(settings);
  }
  if (command == "mcp") return run_mcp(settings);
  if (command == "config") {
    const auto help = whole_help(program_helps());
    TRAWL_CHECK(
        print(settings, {}, settings.markdown ? options::configuration_document(help) : options::sample_config(help)));
    return kFound;
  }
  if (command == "completion") {
    TRAWL_TRY(const std::string script, completion_script(whole_help(program_helps()), settings.words.front()));
    TRAWL_CHECK(print(settings, {}, script));
    return kFound;
  }
  return run_lookup(settings);
}

} // namespace trawl::cli
