// SPDX-License-Identifier: GPL-3.0-or-later
/// The configuration file as the option parser of one command reads it (see config_file.h).
#pragma once

#include "shared/options/config_file.h"

#include <algorithm>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace trawl::options {

/// `Toml` is CLI::ConfigTOML, whose header only the files that parse command lines include.
template <typename Toml>
class CommandSections : public Toml {
 public:
  /// `place`: the path under which the parser stores the command's options, without the program's own name.
  CommandSections(ConfiguredCommand command, std::vector<std::string> place)
      : command_(std::move(command)), place_(std::move(place)) {}

  auto from_config(std::istream& input) const
      -> decltype(std::declval<const Toml&>().Toml::from_config(input)) override {
    auto lines = Toml::from_config(input);
    std::erase_if(lines, [&](const auto& line) {
      const bool is_mark = line.name == "++" || line.name == "--";
      const bool sets_nothing = !is_mark && line.inputs.empty(); // an empty list
      return sets_nothing || fate_of(command_, line.parents, line.name) == Fate::Drop;
    });
    // The parser takes the first value that it sees, and the command's own section takes precedence over the settings
    // for all commands.
    std::ranges::stable_sort(lines, {}, [](const auto& line) { return line.parents.empty(); });
    for (auto& line : lines) {
      if (fate_of(command_, line.parents, line.name) == Fate::ForThisCommand) line.parents = place_;
    }
    return lines;
  }

 private:
  ConfiguredCommand command_;
  std::vector<std::string> place_;
};

/// The names, without dashes, of the options of the command at `path` below `app`; empty if there is no such command.
template <typename App>
std::vector<std::string> option_names(const App* app, const std::vector<std::string>& path) {
  for (const std::string& name : path) {
    const auto commands = app->get_subcommands([&](const App* command) { return command->get_name() == name; });
    if (commands.empty()) return {};
    app = commands.front();
  }
  std::vector<std::string> names;
  for (const auto* option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  return names;
}

} // namespace trawl::options
