// SPDX-License-Identifier: GPL-3.0-or-later
/// The configuration file with every setting, generated from the option tables: as a file in which each setting is a
/// comment with its default, and as a page of the documentation.
#pragma once

#include "shared/options/command_help.h"

#include <string>

namespace trawl::options {

/// A config.toml in which every setting is a comment. If all of them are uncommented, nothing changes.
std::string sample_config(const CommandHelp& program);

/// docs/configuration.md
std::string configuration_document(const CommandHelp& program);

} // namespace trawl::options
