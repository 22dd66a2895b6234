// SPDX-License-Identifier: GPL-3.0-or-later
/// Shell completion scripts and the manual page, generated from the parser's tree of commands and options.
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
