// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the configuration file is, and whether it can be trusted. options.cpp reads it.
#pragma once

#include <string>

namespace trawl::cli {

/// $TRAWL_CONFIG, else $XDG_CONFIG_HOME/trawl/config.toml, else ~/.config/trawl/config.toml, else the one for all users
/// in /etc/xdg.
std::string config_file_path();

/// Why the configuration file must not be used, or empty. If other users could write it, they could choose our server.
std::string distrust_reason(const std::string& config_file);

} // namespace trawl::cli
