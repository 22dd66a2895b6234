// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/config_sample.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "shared/options/config_file.h"

namespace trawl::options {
namespace {

constexpr std::string_view kHead =
    "Defaults for the options of trawl, trawl-indexer and trawl-searchd. A section is named for a command of trawl, "
    "and "
    "its settings for that command's options. Settings before the first section apply to every command. A flag on the "
    "command line takes precedence over the environment, and that over this file.";

bool is_setting(const OptionHelp& option) {
  return option.is_configurable && !option.key().empty() && option.key() != "help";
}

bool is_common(const OptionHelp& option) {
  return std::ranges::find(kCommonSettings, option.key()) != kCommonSettings.end();
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
}

/// The default as TOML. An option without a default has an empty text, an empty list or `false`; if it has several
/// choices, the first one is shown as an example.
std::string toml_value(const OptionHelp& option) {
  if (option.value.empty()) return "false";
  if (option.is_repeatable) return "[]";
  if (option.default_value.empty() && !option.choices.empty()) return "\"" + option.choices.front() + "\"";
  if (is_number(option.default_value)) return option.default_value;
  return "\"" + option.default_value + "\"";
}

std::string described(const OptionHelp& option) {
  std::string out = option.description;
  for (std::size_t i = 0; i < option.choices.size(); ++i) out += (i == 0 ? " (" : ", ") + option.choices[i];
  return option.choices.empty() ? out : out + ")";
}

/// The options of a command and what only the file sets.
std::vector<OptionHelp> all_settings(const CommandHelp& command) {
  std::vector<OptionHelp> all = command.options;
  all.insert(all.end(), command.settings.begin(), command.settings.end());
  return all;
}

/// Calls `section` with the name in the file and the settings of each command that has any.
void each_section(const CommandHelp& command, const std::string& parent,
                  const std::function<void(const std::string&, const std::vector<OptionHelp>&)>& section) {
  for (const CommandHelp& inner : command.commands) {
    const std::string name = parent.empty() ? inner.name : parent + "." + inner.name;
    std::vector<OptionHelp> settings;
    std::ranges::copy_if(all_settings(inner), std::back_inserter(settings),
                         [](const OptionHelp& option) { return is_setting(option) && !is_common(option); });
    if (!settings.empty()) section(name, settings);
    each_section(inner, name, section);
  }
}

/// The settings for all commands, with the description from the first command that has them.
std::vector<OptionHelp> common_settings(const CommandHelp& program) {
  std::vector<OptionHelp> found;
  for (const std::string_view key : kCommonSettings) {
    for (const CommandHelp& command : program.commands) {
      const std::vector<OptionHelp> all = all_settings(command);
      const auto option = std::ranges::find(all, key, &OptionHelp::key);
      if (option == all.end()) continue;
      found.push_back(*option);
      break;
    }
  }
  return found;
}

/// `text` in lines of at most 100 characters that begin with "# ".
std::string comment(std::string_view text) {
  constexpr std::size_t kWidth = 98;
  std::string out;
  while (!text.empty()) {
    std::size_t end = text.size() <= kWidth ? text.size() : text.rfind(' ', kWidth);
    if (end == std::string_view::npos) end = text.size();
    out.append("# ").append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

/// A row of a table; `sections`: where the setting stands in the file, empty for every command.
std::string table_row(const OptionHelp& option, const std::string& sections) {
  std::string meaning = described(option);
  for (std::size_t at = 0; (at = meaning.find('|', at)) != std::string::npos; at += 2) meaning.insert(at, "\\");
  return "| `" + option.key() + "` | `" + toml_value(option) + "` | " + meaning +
         (sections.empty() ? "" : " | " + sections) + " |\n";
}

/// The rows of all settings, each once, with the sections that have it.
std::string rows_of_sections(const CommandHelp& program) {
  std::vector<std::pair<OptionHelp, std::string>> rows;
  each_section(program, "", [&](const std::string& name, const std::vector<OptionHelp>& settings) {
    for (const OptionHelp& option : settings) {
      const auto is_same = [&](const auto& row) { return table_row(row.first, "") == table_row(option, ""); };
      const auto found = std::ranges::find_if(rows, is_same);
      if (found == rows.end())
        rows.emplace_back(option, name);
      else
        found->second += " " + name;
    }
  });
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.first.key(); });
  std::string out;
  for (const auto& [option, sections] : rows) out += table_row(option, sections);
  return out;
}

} // namespace

std::string sample_config(const CommandHelp& program) {
  std::string out = comment(kHead);
  const auto add = [&out](const std::vector<OptionHelp>& settings) {
    for (const OptionHelp& option : settings) {
      out += "\n" + comment(described(option)) + "#" + option.key() + " = " + toml_value(option) + "\n";
    }
  };
  add(common_settings(program));
  each_section(program, "", [&](const std::string& name, const std::vector<OptionHelp>& settings) {
    out += "\n[" + name + "]\n";
    add(settings);
  });
  return out;
}

std::string configuration_document(const CommandHelp& program) {
  std::string common;
  for (const OptionHelp& option : common_settings(program)) common += table_row(option, "");
  return "# Configuration\n\nThis page is generated from the option tables (`trawl config --markdown`).\n\n" +
         std::string(kHead) +
         "\n\nThe file is `$TRAWL_CONFIG`, else `$XDG_CONFIG_HOME/trawl/config.toml`, else "
         "`~/.config/trawl/config.toml`, else `/etc/trawl/config.toml`. A file that other users can change is refused. "
         "`trawl config` prints one in which every setting is a comment with its default, in the section of its "
         "command: "
         "`data = \"/srv/trawl\"` before the first section, `limit = 20` and `facet = [\"source\", \"tag\"]` below a "
         "line `[search]`, `proxy = \"http://127.0.0.1:3128\"` below `[sources.add]`.\n\n## Settings for every "
         "command\n\n"
         "| setting | default | meaning |\n|---|---|---|\n" +
         common + "\n## Settings of commands\n\n| setting | default | meaning | sections |\n|---|---|---|---|\n" +
         rows_of_sections(program);
}

} // namespace trawl::options
