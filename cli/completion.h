// SPDX-License-Identifier: GPL-3.0-or-later
/// Shell completion scripts, generated from the tree of commands and options. They complete commands, their own
/// commands, options and choices; and they ask the index, through `trawl facets`, for sources, tags, categories and
/// other values.
#pragma once

#include "cli/settings.h"

#include "shared/base/result.h"

#include <string>

namespace trawl::cli {

/// For "bash", "zsh" or "fish"; Usage for another shell.
Result<std::string> completion_script(const CommandHelp& tree, const std::string& shell);

} // namespace trawl::cli
