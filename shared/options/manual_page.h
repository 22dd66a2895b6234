// SPDX-License-Identifier: GPL-3.0-or-later
/// Manual pages in man(7) macros, made from the option tables. Pure ASCII, so troff reads them without help.
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

/// trawl(1), trawl-indexer(1), trawl-searchd(1): its commands in a line each, its own options, and what belongs to the
/// program. `see_also`: other pages, e.g. "trawl-search(1)".
ManualPage program_page(const CommandHelp& program, Users user, const std::vector<std::string>& see_also);

/// trawl-COMMAND(1): one command with its options, and its own commands if it has any.
ManualPage command_page(const CommandHelp& command, Users user);

/// Text as man(7) wants it: no line begins with a dot or quote, backslashes and hyphens are literal, all is ASCII.
std::string roff(std::string_view text);

} // namespace trawl::options
