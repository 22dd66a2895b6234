// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/completion.h"
#include "cli/options.h"
#include "cli/process.h"
#include "shared/base/embedded_file.h"
#include "shared/base/file.h"
#include "shared/base/sibling_program.h"
#include "shared/base/system_error.h"
#include "shared/options/command_help.h"
#include "shared/options/config_sample.h"
#include "shared/options/document_page.h"
#include "shared/options/manual_page.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
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
      command.footer = programs.searchd.footer;
    } else if (const CommandHelp* from_indexer = options::find_command(programs.indexer, command.name)) {
      if (command.options.size() <= 1) command.options = from_indexer->options; // `sources` has options of its own
      command.commands = from_indexer->commands;
      command.footer += (command.footer.empty() ? "" : "\n") + from_indexer->footer;
    }
  }
  return whole;
}

/// A page for each program, for each command, and for the configuration file.
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
  commands.insert(commands.end(), {"trawl-config(5)", "trawl-query(7)", "trawl-indexer(1)", "trawl-searchd(1)"});
  pages.push_back(options::program_page(whole, options::kTrawl, commands));
  pages.push_back(options::program_page(programs.indexer, options::kIndexer,
                                        {"trawl(1)", "trawl-crawl(1)", "trawl-import(1)", "trawl-inspect(1)",
                                         "trawl-index(1)", "trawl-sources(1)", "trawl-config(5)"}));
  pages.push_back(options::program_page(programs.searchd, options::kSearchd, {"trawl(1)", "trawl-config(5)"}));
  pages.push_back(options::configuration_page(whole));
  pages.push_back(options::document_page({"trawl-query", 7, {}}, "the query language of Trawl",
                                         embedded_file("query-language.md").content,
                                         {"trawl-search(1)", "trawl-count(1)", "trawl-facets(1)"}));
  return pages;
}

/// `trawl man`: one page, or all of them into a folder.
Result<int> run_man(const Settings& settings) {
  const auto pages = manual_pages(program_helps());
  if (!settings.folder.empty()) {
    std::error_code failed;
    std::filesystem::create_directories(settings.folder, failed);
    if (failed) return std::unexpected(system_error(failed.value(), "cannot make the folder", settings.folder));
    for (const auto& page : pages) {
      TRAWL_CHECK(write_file_atomic(std::filesystem::path(settings.folder) / page.file_name(), page.text));
    }
    return kFound;
  }
  const std::string wanted = settings.words.empty() ? "trawl" : settings.words.front();
  const auto is_wanted = [&](const options::ManualPage& page) {
    if (wanted == "config") return page.section == 5;
    return page.name == wanted || page.name == "trawl-" + wanted;
  };
  const auto page = std::ranges::find_if(pages, is_wanted);
  if (page == pages.end())
    return fail(ErrorCode::Usage, "there is no manual page of this name", wanted, "`trawl --help` lists the commands");
  TRAWL_CHECK(print(settings, {}, page->text));
  return kFound;
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
  if (command == "man") return run_man(settings);
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
