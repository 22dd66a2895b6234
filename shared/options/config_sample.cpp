// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/config_sample.h"

#include <algorithm>
#include <functional>

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

/// Calls `section` with the name in the file and the settings of each command that has any.
void each_section(const CommandHelp& command, const std::string& parent,
                  const std::function<void(const std::string&, const std::vector<OptionHelp>&)>& section) {
  for (const CommandHelp& inner : command.commands) {
    const std::string name = parent.empty() ? inner.name : parent + "." + inner.name;
    std::vector<OptionHelp> settings;
    std::ranges::copy_if(inner.options, std::back_inserter(settings),
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
      const auto option = std::ranges::find(command.options, key, &OptionHelp::key);
      if (option == command.options.end()) continue;
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

std::string table_rows(const std::vector<OptionHelp>& settings) {
  std::string out = "| setting | default | meaning |\n|---|---|---|\n";
  for (const OptionHelp& option : settings) {
    std::string meaning = described(option);
    for (std::size_t at = 0; (at = meaning.find('|', at)) != std::string::npos; at += 2) meaning.insert(at, "\\");
    out += "| `" + option.key() + "` | `" + toml_value(option) + "` | " + meaning + " |\n";
  }
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
  std::string out = "# Configuration\n\nThis page is generated from the option tables (`trawl config --markdown`).\n\n";
  out += std::string(kHead) + "\n\n";
  out += "The file is `$TRAWL_CONFIG`, else `$XDG_CONFIG_HOME/trawl/config.toml`, else `~/.config/trawl/config.toml`, "
         "else "
         "`/etc/trawl/config.toml`. `trawl config` prints one in which every setting is a comment with its default. A "
         "file "
         "that other users can change is refused.\n\n";
  out += "```toml\ndata = \"/srv/trawl\"        # for every command\n\n[search]\nlimit = 20\nfacet = [\"source\", "
         "\"tag\"]\n\n"
         "[serve]\nlisten = \"127.0.0.1:8080\"\n```\n\n";
  out += "## For every command\n\n" + table_rows(common_settings(program));
  each_section(program, "", [&](const std::string& name, const std::vector<OptionHelp>& settings) {
    out += "\n## [" + name + "]\n\n" + table_rows(settings);
  });
  return out;
}

ManualPage configuration_page(const CommandHelp& program) {
  ManualPage page{"trawl-config", 5, {}};
  page.text = heading(page, "the configuration file of Trawl") + ".SH DESCRIPTION\n" + roff(kHead) + "\n.SH FILES\n";
  for (const char* file : {"$TRAWL_CONFIG", "$XDG_CONFIG_HOME/trawl/config.toml", "~/.config/trawl/config.toml",
                           "/etc/trawl/config.toml"}) {
    page.text += ".TP\n.B " + roff(file) + "\nThe first of these that exists.\n";
  }
  const auto add = [&page](const std::vector<OptionHelp>& settings) {
    for (const OptionHelp& option : settings) {
      page.text += ".TP\n\\fB" + roff(option.key()) + "\\fR = " + roff(toml_value(option)) + "\n" +
                   roff(described(option)) + "\n";
    }
  };
  page.text += ".SH SETTINGS FOR EVERY COMMAND\n";
  add(common_settings(program));
  page.text += ".SH SETTINGS OF COMMANDS\n";
  each_section(program, "", [&](const std::string& name, const std::vector<OptionHelp>& settings) {
    page.text += ".SS " + roff("[" + name + "]") + "\n";
    add(settings);
  });
  page.text += ".SH SEE ALSO\n.BR trawl (1),\n.BR trawl\\-indexer (1),\n.BR trawl\\-searchd (1)\n";
  return page;
}

} // namespace trawl::options
