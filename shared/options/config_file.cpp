// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/config_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "shared/base/environment.h"

#include <sys/stat.h>
#include <unistd.h>

namespace trawl::options {
namespace {

bool is_file_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// The environment takes precedence over the file.
bool is_set_by_environment(const std::string& name) {
  return (name == "data" && !environment("TRAWL_DATA").empty()) ||
         (name == "server" && !environment("TRAWL_SERVER").empty()) ||
         (name == "engine" && !environment("TRAWL_ENGINE").empty()) ||
         (name == "opensearch-url" && !environment("TRAWL_OPENSEARCH_URL").empty()) ||
         (name == "opensearch-auth" && !environment("TRAWL_OPENSEARCH_AUTH").empty());
}

bool holds(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

} // namespace

std::string config_file_path() {
  if (const auto file = environment("TRAWL_CONFIG"); !file.empty()) return file;
  const auto xdg = environment("XDG_CONFIG_HOME");
  std::string own = (xdg.starts_with('/') ? xdg : environment("HOME") + "/.config") + "/trawl/config.toml";
  if (is_file_there(own)) return own;
  for (const char* shared : {"/etc/trawl/config.toml", "/etc/xdg/trawl/config.toml"}) {
    if (is_file_there(shared)) return shared;
  }
  return own;
}

std::string distrust_reason(const std::string& config_file) {
  struct stat status{};
  // /dev/null, which means no configuration, is a device that all can write.
  if (::stat(config_file.c_str(), &status) != 0 || S_ISCHR(status.st_mode)) return {};
  if (S_ISFIFO(status.st_mode)) return config_file + ": this is a pipe, which can be read only once; name a file";
  if ((status.st_mode & S_IWOTH) != 0) {
    return config_file + ": other users can change this file; run `chmod go-w` on it";
  }
  if (status.st_uid == 0 || status.st_uid == ::geteuid()) return {};
  return config_file +
         ": this file belongs to another user; make it your own with chown, or name another with --config";
}

std::string config_mistake(const std::string& file, std::string_view what) {
  // CLI11 puts the name last, and marks the beginning of a section by ".++".
  std::string_view name = what.substr(what.rfind(' ') + 1);
  if (name.ends_with(".++")) name.remove_suffix(3);
  return file + ": unknown setting '" + std::string(name) +
         "'; put options under their command, e.g. limit=20 under [search]; `trawl config` lists all";
}

std::string with_place(const std::string& file, const std::string& sentence) {
  const std::size_t colon = sentence.find(": "), blank = sentence.find(' ');
  if (!sentence.starts_with("--") || colon == std::string::npos || blank > colon) return sentence;
  const std::string name = sentence.substr(2, blank - 2), value = sentence.substr(blank + 1, colon - blank - 1);
  std::ifstream lines(file);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const std::size_t equals = std::min(line.find('='), line.size());
    std::string key = line.substr(0, equals);
    std::erase_if(key, [](char c) { return c == ' ' || c == '\t'; });
    if (key == name && line.find(value, equals) != std::string::npos)
      return file + ", line " + std::to_string(number) + ": " + sentence;
  }
  return sentence;
}

bool is_setting_only(std::string_view name) { return name.starts_with("opensearch-") || name == "partition"; }

std::string misplaced_setting(int argc, const char* const* argv, const std::string& file) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") break;
    const std::string name(word.starts_with("--") ? word.substr(2, word.find('=') - 2) : "");
    if (!is_setting_only(name)) continue;
    const std::string place = name == "partition" ? " under [crawl]" : "";
    return "--" + name + " is a setting, not an option: put `" + name + " = …`" + place + " into " + file;
  }
  return {};
}

Fate fate_of(const ConfiguredCommand& command, const std::vector<std::string>& parents, const std::string& name) {
  const bool is_mark = name == "++" || name == "--";
  if (parents.empty()) {
    if (!holds(kCommonSettings, name)) return Fate::Keep;
    return holds(command.options, name) && !is_set_by_environment(name) ? Fate::ForThisCommand : Fate::Drop;
  }
  if (parents == command.path) {
    if (is_mark || is_set_by_environment(name)) return Fate::Drop;
    return holds(command.options, name) ? Fate::ForThisCommand : Fate::Keep;
  }
  return holds(kSections, parents.front()) ? Fate::Drop : Fate::Keep;
}

} // namespace trawl::options
