// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/usage_mistake.h"

#include "shared/api/request/nearest.h"

#include <algorithm>
#include <sstream>

namespace trawl::api {
namespace {

std::string guess(std::string_view typed, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = nearest(typed, names);
  return near.empty() ? std::string() : "; did you mean " + std::string(near) + "?";
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string explained(const UsageMistake& mistake) {
  const std::string& what = mistake.what;
  // "--sort: newst not in {relevance,newest}"
  if (const std::size_t open = what.find(" not in {"); open != std::string::npos && what.ends_with('}')) {
    const std::size_t name = std::min(what.find(": ") + 2, open);
    const std::string_view text = what;
    return what + guess(text.substr(name, open - name), choices_in(text.substr(open + 8)));
  }
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); };
  if (const auto option = std::ranges::find_if(mistake.leftover, is_option); option != mistake.leftover.end()) {
    const std::string typed = option->substr(0, option->find('='));
    // The parser knows the option only after the command.
    if (std::ranges::find(mistake.options, typed) != mistake.options.end()) {
      return typed + " belongs after the command: " + mistake.command + " " + typed + " …";
    }
    return "unknown option " + typed + guess(typed, mistake.options);
  }
  if (mistake.commands.empty()) return what;
  if (mistake.leftover.empty()) return "no command given; the commands are " + listed(mistake.commands);
  const std::string& typed = mistake.leftover.front();
  const std::string near = guess(typed, mistake.commands);
  return "unknown command " + typed + (near.empty() ? "; the commands are " + listed(mistake.commands) : near);
}

} // namespace

std::vector<std::string> choices_in(std::string_view braces) {
  std::vector<std::string> choices;
  if (braces.size() < 2) return choices;
  std::istringstream inner(std::string(braces.substr(1, braces.size() - 2)));
  for (std::string choice; std::getline(inner, choice, ',');) choices.push_back(choice);
  return choices;
}

std::string to_sentence(const UsageMistake& mistake) {
  return explained(mistake) + " (see '" + mistake.command + " --help')";
}

} // namespace trawl::api
