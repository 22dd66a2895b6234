// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/completion.h"
#include "cli/program_help.h"

#include "shared/base/file.h"
#include "shared/options/config_sample.h"

#include <algorithm>

namespace trawl::cli {
namespace {

/// `trawl man`: one page, or all of them into a folder.
Result<int> run_man(const Settings& settings) {
  const auto pages = manual_pages(program_helps());
  if (!settings.folder.empty()) {
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
    return fail(ErrorCode::Usage, "there is no manual page of this name", wanted, "'trawl --help' lists the commands");
  TRAWL_CHECK(print(settings, {}, page->text));
  return kFound;
}

} // namespace

Result<int> run_command(const Settings& settings) {
  const std::string& command = settings.command;
  if (command == "search") return run_search(settings);
  if (command == "count") return run_count(settings);
  if (command == "save" || command == "new" || command == "saved" || command == "forget") return run_saved(settings);
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
