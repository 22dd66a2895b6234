// SPDX-License-Identifier: GPL-3.0-or-later
/// The commands and options of a program as values: completion and the configuration file are made from them (manual
/// pages from its help: cmake/make_manual.py). They are taken from the option parser itself, so that they cannot become
/// outdated.
#pragma once

#include "shared/base/result.h"
#include "shared/options/config_file.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::options {

/// One option or positional argument.
struct OptionHelp {
  std::vector<std::string> flags; ///< "--limit", "-n"; empty for a positional
  std::string value;              ///< name of the value, empty for a switch
  std::string description;
  std::vector<std::string> choices;
  std::string default_value;
  bool is_repeatable = false;
  bool is_configurable = true; ///< whether the configuration file may set it

  /// "limit": the first long flag without its dashes, which is the key in the configuration file; empty if it has none.
  std::string key() const;
};

/// A program or one of its commands.
struct CommandHelp {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> commands;
  std::vector<OptionHelp> settings = {}; ///< that only the configuration file sets
};

/// The command with this name, or nullptr.
const CommandHelp* find_command(const CommandHelp& program, std::string_view name);

/// The tree as JSON: what `--describe` prints, so that one program can complete and document its siblings' commands.
std::string to_json(const CommandHelp& help);
/// Malformed if `text` is not what to_json returns.
Result<CommandHelp> command_help_from(std::string_view text);

/// X in a description with "(default X)"; empty without one, and for "(default: …)", which is a sentence.
std::string default_in(std::string_view description);

/// Sets the name and the choices of a value, which the parser writes as "FORM:{human,json}" or "N:INT in [1 - 9]".
void set_value(OptionHelp& help, const std::string& type_name);

/// What a reader of the help types for the value that the parser calls "FORM:{human,json}" or "N:INT in [1 - 9]":
/// "human|json" or "N".
std::string typed_value(const std::string& type_name);

/// Help prints "ID REQUIRED" instead of "ID TEXT REQUIRED", because an argument's name already says what it is, and
/// "--limit N" instead of "--limit N:INT in [1 - 9]"; and a command is called one. `App` is CLI::App, which only the
/// files that parse command lines include.
template <typename App>
void simplify_help(App& app) {
  for (auto* option : app.get_options()) {
    const std::string type = option->get_type_name();
    if (option->get_positional() && type == "TEXT") option->type_name("");
    if (type.contains(':')) option->option_text(typed_value(type));
    if (std::ranges::any_of(option->get_lnames(), is_setting_only)) option->group(""); // hidden
  }
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->column_width(32); // two blanks or more between a flag and what it does
  for (App* command : app.get_subcommands([](App*) { return true; })) {
    command->group("Commands");
    simplify_help(*command);
  }
}

/// Of an option that takes one value and is given several times, the last one counts, so that what an alias or a script
/// says can be overruled. `App` as above.
template <typename App>
void let_the_last_win(App& app) {
  for (auto* option : app.get_options()) {
    using Policy = decltype(option->get_multi_option_policy());
    const bool takes_one = !option->get_positional() && option->get_items_expected_max() == 1;
    if (takes_one && option->get_multi_option_policy() == Policy::Throw) option->multi_option_policy(Policy::TakeLast);
  }
  for (App* command : app.get_subcommands([](App*) { return true; })) let_the_last_win(*command);
}

/// `App` as above.
template <typename App>
CommandHelp describe(const App& app) {
  CommandHelp help{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const auto* option : app.get_options()) {
    OptionHelp row;
    for (const std::string& name : option->get_lnames()) row.flags.push_back("--" + name);
    for (const std::string& name : option->get_snames()) row.flags.push_back("-" + name);
    row.description = option->get_description();
    row.default_value = default_in(row.description);
    if (row.default_value.empty()) row.default_value = option->get_default_str();
    row.is_configurable = option->get_configurable();
    if (option->get_items_expected_max() > 0) set_value(row, option->get_type_name());
    if (row.flags.empty()) row.value = option->get_name(true);
    using Policy = decltype(option->get_multi_option_policy());
    row.is_repeatable = option->get_items_expected_max() > 1 || option->get_multi_option_policy() == Policy::TakeAll;
    (is_setting_only(row.key()) ? help.settings : help.options).push_back(std::move(row));
  }
  for (const App* command : app.get_subcommands([](const App*) { return true; })) {
    help.commands.push_back(describe(*command));
  }
  return help;
}

} // namespace trawl::options
