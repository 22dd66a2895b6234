// SPDX-License-Identifier: GPL-3.0-or-later
/// Completion scripts and the manual page, made from the parser's own tree of commands and options.
#pragma once

#include "cli/settings.h"

#include "shared/base/result.h"

#include <string>

namespace trawl::cli {

/// For "bash", "zsh" or "fish"; Usage for another shell.
Result<std::string> completion_script(const CommandHelp& tree, const std::string& shell);

/// trawl(1) in man(7) macros.
std::string manual_page(const CommandHelp& tree);

} // namespace trawl::cli
