// SPDX-License-Identifier: GPL-3.0-or-later
/// Manual pages in man(7) macros, generated from the option tables. Pure ASCII, so troff needs no preprocessor.
#pragma once

#include "shared/options/command_help.h"
#include "shared/options/program_facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::options {

struct ManualPage {
  std::string name; ///< "trawl-search", the name of its file without the section
  int section = 1;
  std::string text;

  std::string file_name() const { return name + "." + std::to_string(section); }
};

/// trawl(1), trawl-indexer(1), trawl-searchd(1): one line per command, its own options, and its files, variables and
/// exit codes. `see_also`: other pages, e.g. "trawl-search(1)".
ManualPage program_page(const CommandHelp& program, Users user, const std::vector<std::string>& see_also);

/// trawl-COMMAND(1): one command with its options, and its own commands if it has any.
ManualPage command_page(const CommandHelp& command, Users user);

/// Escapes text for man(7): no line begins with a dot or quote, backslashes and hyphens are literal, all is ASCII.
std::string roff(std::string_view text);

/// In capitals, as headings are.
std::string upper(std::string text);

/// The section SEE ALSO: "trawl(1)".
std::string see_also_text(const std::vector<std::string>& pages);

/// The beginning of a page, up to its description on one line.
std::string heading(const ManualPage& page, const std::string& description);

} // namespace trawl::options
