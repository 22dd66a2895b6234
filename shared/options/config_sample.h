// SPDX-License-Identifier: GPL-3.0-or-later
/// The configuration file with every setting, generated from the option tables: as a file in which each setting is a
/// comment with its default, as a page of the documentation, and as a manual page.
#pragma once

#include "shared/options/command_help.h"
#include "shared/options/manual_page.h"

#include <string>

namespace trawl::options {

/// A config.toml in which every setting is a comment. If all of them are uncommented, nothing changes.
std::string sample_config(const CommandHelp& program);

/// docs/configuration.md
std::string configuration_document(const CommandHelp& program);

/// trawl-config(5)
ManualPage configuration_page(const CommandHelp& program);

} // namespace trawl::options
