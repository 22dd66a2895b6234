// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/config_file.h"

#include <filesystem>

#include "shared/base/environment.h"

namespace trawl::cli {

std::string config_file_path() {
  if (const auto file = environment("TRAWL_CONFIG"); !file.empty()) return file;
  const auto xdg = environment("XDG_CONFIG_HOME");
  const std::string own = (xdg.starts_with('/') ? xdg : environment("HOME") + "/.config") + "/trawl/config.toml";
  const std::string shared = "/etc/xdg/trawl/config.toml";
  std::error_code ignored;
  return !std::filesystem::exists(own, ignored) && std::filesystem::exists(shared, ignored) ? shared : own;
}

std::string distrust_reason(const std::string& config_file) {
  std::error_code status;
  const auto permissions = std::filesystem::status(config_file, status).permissions();
  const bool writable = (permissions & std::filesystem::perms::others_write) != std::filesystem::perms::none;
  return !status && writable ? config_file + ": other users can change this file; run 'chmod go-w' on it"
                             : std::string();
}

} // namespace trawl::cli
