// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/usage_mistake.h"

#include "shared/base/edit_distance.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace trawl::api {
namespace {

std::string guess(std::string_view typed, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = nearest(typed, names);
  return near.empty() ? std::string() : "; did you mean " + std::string(near) + "?";
}

std::string listed(const std::vector<std::string>& names, const char* between = ", ") {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : between) + name;
  return out;
}

/// `text` in three parts: what stands before `first`, between `first` and `second`, and after that. nullopt if it has
/// no `first` with a `second` behind it.
std::optional<std::array<std::string, 3>> split(std::string_view text, std::string_view first,
                                                std::string_view second) {
  const std::size_t at = text.find(first), begin = at + first.size();
  const std::size_t end = at == std::string_view::npos ? at : text.find(second, begin);
  if (end == std::string_view::npos) return std::nullopt;
  return std::array{std::string(text.substr(0, at)), std::string(text.substr(begin, end - begin)),
                    std::string(text.substr(end + second.size()))};
}

/// A number as people write it: 0.5 of 0.500000.
std::string without_zeros(std::string number) {
  if (number.contains('.')) number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

/// The parser's sentence about the value of an option in the words of Trawl: "--sort newst: must be one of relevance,
/// newest". Empty if it is about something else.
std::string about_value(std::string_view what) {
  if (const auto parts = split(what, ": ", " not in {"); parts && what.ends_with('}')) {
    const std::vector<std::string> choices = choices_in("{" + (*parts)[2]);
    return (*parts)[0] + " " + (*parts)[1] + ": must be one of " + listed(choices) + guess((*parts)[1], choices);
  }
  if (const auto parts = split(what, ": Value ", " not in range ")) {
    std::string range = (*parts)[2];
    std::erase_if(range, [](char c) { return c == '[' || c == ']'; });
    const std::string_view between = range.contains(" - ") ? " - " : " to "; // CLI11 2.4 has the first
    const auto ends = split(range + "\n", between, "\n");
    if (ends) range = without_zeros((*ends)[0]) + " to " + without_zeros((*ends)[1]);
    return (*parts)[0] + " " + (*parts)[1] + ": must be from " + range;
  }
  if (const auto parts = split(what, ": At Most 1 required but ", "received "); parts && what.starts_with('-'))
    return (*parts)[0] + " is given more than once";
  if (const auto parts = split(what, ": 1 required ", " missing"))
    return (*parts)[0] + " needs a value: " + (*parts)[1];
  if (const auto parts = split(what, "Could not convert: ", " = "))
    return (*parts)[1] + " " + (*parts)[2] + ": must be a number";
  return {};
}

std::string explained(const UsageMistake& mistake) {
  const std::string& what = mistake.what;
  if (std::string sentence = about_value(what); !sentence.empty()) return sentence;
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); };
  // Where a command is missing, options behind a word are those of the command that it was meant to be.
  const bool is_command_mistyped =
      !mistake.commands.empty() && !mistake.leftover.empty() && !is_option(mistake.leftover.front());
  const auto option = std::ranges::find_if(mistake.leftover, is_option);
  if (!is_command_mistyped && option != mistake.leftover.end()) {
    const std::string typed = option->substr(0, option->find('='));
    // The parser knows the option only after the command.
    if (std::ranges::find(mistake.options, typed) != mistake.options.end()) {
      return typed + " belongs after the command: " + mistake.command + " " + typed + " …";
    }
    return "unknown option " + typed + guess(typed, mistake.options);
  }
  if (const auto parts = split(what, ": At Most 1 required but ", "received "))
    return "takes one " + (*parts)[0] + ", not " + (*parts)[2];
  if (mistake.commands.empty() && what.starts_with("The following argument")) // it gives them from the last one on
    return "takes nothing more: " + listed(mistake.leftover, " ");
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
  return explained(mistake) + " (see `" + mistake.command + " --help`)";
}

} // namespace trawl::api
