// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/program_help.h"

#include <string>
#include <utility>

#include "cli/options.h"
#include "cli/process.h"
#include "shared/options/config_sample.h"

namespace trawl::cli {
namespace {

using options::CommandHelp;

CommandHelp ask_sibling(const std::string& program) {
  auto help = options::command_help_from(output_of_sibling(program, "--describe"));
  return help ? std::move(*help) : CommandHelp{program, "", "", {}, {}};
}

} // namespace

ProgramHelps program_helps() { return {command_help(), ask_sibling("trawl-indexer"), ask_sibling("trawl-searchd")}; }

CommandHelp whole_help(const ProgramHelps& programs) {
  CommandHelp whole = programs.trawl;
  for (CommandHelp& command : whole.commands) {
    if (command.name == "serve") {
      command.options = programs.searchd.options;
      command.footer = programs.searchd.footer;
    } else if (const CommandHelp* from_indexer = options::find_command(programs.indexer, command.name)) {
      if (command.options.size() <= 1) command.options = from_indexer->options; // `sources` has options of its own
      command.commands = from_indexer->commands;
      command.footer += (command.footer.empty() ? "" : "\n") + from_indexer->footer;
    }
  }
  return whole;
}

std::vector<options::ManualPage> manual_pages(const ProgramHelps& programs) {
  const CommandHelp whole = whole_help(programs);
  std::vector<std::string> commands;
  for (const CommandHelp& command : whole.commands) commands.push_back("trawl-" + command.name + "(1)");
  std::vector<options::ManualPage> pages;
  for (const CommandHelp& command : whole.commands) {
    const std::string program = sibling_of(command.name, {}, {});
    const auto user = program == "trawl-searchd" ? options::kSearchd
                      : program.empty()          ? options::kTrawl
                                                 : options::kIndexer;
    pages.push_back(options::command_page(command, user));
  }
  commands.insert(commands.end(), {"trawl-config(5)", "trawl-indexer(1)", "trawl-searchd(1)"});
  pages.push_back(options::program_page(whole, options::kTrawl, commands));
  pages.push_back(options::program_page(programs.indexer, options::kIndexer,
                                        {"trawl(1)", "trawl-crawl(1)", "trawl-import(1)", "trawl-inspect(1)",
                                         "trawl-index(1)", "trawl-sources(1)", "trawl-config(5)"}));
  pages.push_back(options::program_page(programs.searchd, options::kSearchd, {"trawl(1)", "trawl-config(5)"}));
  pages.push_back(options::configuration_page(whole));
  return pages;
}

} // namespace trawl::cli
