// SPDX-License-Identifier: GPL-3.0-or-later
/// Every command of `trawl` with its options, also of those that its sibling programs carry out; and the manual pages
/// that are made from them.
#pragma once

#include "shared/options/command_help.h"
#include "shared/options/manual_page.h"

#include <vector>

namespace trawl::cli {

/// The three programs as their option parsers describe them.
struct ProgramHelps {
  options::CommandHelp trawl, indexer, searchd;
};

/// Asks the siblings. One that cannot be started has no commands and no options.
ProgramHelps program_helps();

/// The commands of `trawl`, with the options of those that siblings carry out.
options::CommandHelp whole_help(const ProgramHelps& programs);

/// A page for each program, for each command, and for the configuration file.
std::vector<options::ManualPage> manual_pages(const ProgramHelps& programs);

} // namespace trawl::cli
