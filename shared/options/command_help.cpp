// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/command_help.h"

#include <algorithm>

#include "shared/api/request/usage_mistake.h"
#include "shared/base/json.h"

namespace trawl::options {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const CommandHelp& help) {
  const auto json_of_options = [](const std::vector<OptionHelp>& options) {
    Json out = Json::array();
    for (const OptionHelp& option : options) {
      out.push_back({{"flags", option.flags},
                     {"value", option.value},
                     {"description", option.description},
                     {"choices", option.choices},
                     {"default", option.default_value},
                     {"repeatable", option.is_repeatable},
                     {"configurable", option.is_configurable}});
    }
    return out;
  };
  Json commands = Json::array();
  for (const CommandHelp& command : help.commands) commands.push_back(json_of(command));
  return {{"name", help.name},
          {"description", help.description},
          {"footer", help.footer},
          {"options", json_of_options(help.options)},
          {"settings", json_of_options(help.settings)},
          {"commands", std::move(commands)}};
}

CommandHelp help_of(const Json& json) {
  CommandHelp help{json.at("name"), json.at("description"), json.at("footer"), {}, {}};
  const auto read = [](const Json& options, std::vector<OptionHelp>& out) {
    for (const Json& option : options) {
      out.push_back({option.at("flags"), option.at("value"), option.at("description"), option.at("choices"),
                     option.at("default"), option.at("repeatable"), option.at("configurable")});
    }
  };
  read(json.at("options"), help.options);
  read(json.at("settings"), help.settings);
  for (const Json& command : json.at("commands")) help.commands.push_back(help_of(command));
  return help;
}

} // namespace

std::string OptionHelp::key() const {
  const auto found = std::ranges::find_if(flags, [](const std::string& flag) { return flag.starts_with("--"); });
  return found == flags.end() ? std::string() : found->substr(2);
}

const CommandHelp* find_command(const CommandHelp& program, std::string_view name) {
  const auto found = std::ranges::find(program.commands, name, &CommandHelp::name);
  return found == program.commands.end() ? nullptr : &*found;
}

std::string to_json(const CommandHelp& help) { return json_text(json_of(help)); }

Result<CommandHelp> command_help_from(std::string_view text) {
  try {
    return help_of(parse_ordered_json(text));
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorCode::Malformed, "this is not a description of commands");
  }
}

std::string default_in(std::string_view description) {
  constexpr std::string_view kBegin = "(default ";
  const std::size_t at = description.find(kBegin);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = description.substr(at + kBegin.size());
  return std::string(rest.substr(0, rest.find(')')));
}

std::string typed_value(const std::string& type_name) {
  OptionHelp help;
  set_value(help, type_name);
  std::string choices;
  for (const std::string& choice : help.choices) choices += (choices.empty() ? "" : "|") + choice;
  return choices.empty() ? help.value : choices;
}

void set_value(OptionHelp& help, const std::string& type_name) {
  const std::size_t colon = type_name.find(':');
  help.value = type_name.substr(0, colon);
  if (colon != std::string::npos && type_name.substr(colon + 1).starts_with('{'))
    help.choices = api::choices_in(std::string_view(type_name).substr(colon + 1));
}

} // namespace trawl::options
