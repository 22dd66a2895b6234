// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_words.h"

#include "cli/command_options.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace trawl::cli {
namespace {

/// Replaces the minus of a word like "-benchmark" while the parser reads it.
constexpr char kQueryMinus = '\x01';

/// "-n5": an option with its value.
bool is_count(const std::string& word) {
  return word.size() > 2 && word.starts_with("-n") && word.find_first_not_of("0123456789", 2) == std::string::npos;
}

/// "-benchmark" and "-source:x" are query words; "-n", "-f", "-h", "-V" and "--…" are options, unless a "--" is before
/// them.
void hide_minus(std::vector<std::string>& words) {
  bool is_after_options = false;
  for (std::string& word : words) {
    const bool is_word = is_after_options || (word.size() > 2 && word[1] != '-' && !is_count(word));
    if (word == "--" && !is_after_options) {
      is_after_options = true;
    } else if (is_word && word.starts_with('-')) {
      word[0] = kQueryMinus;
    }
  }
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

} // namespace

KnownNames known_names(const CommandHelp& program) {
  KnownNames known;
  known.commands.assign(kOwnCommands.begin(), kOwnCommands.end());
  for (const SiblingCommand& sibling : kSiblings) known.commands.emplace_back(sibling.name);
  known.options_with_value.emplace_back("--config"); // of the program itself
  for (const CommandHelp& command : program.commands) {
    for (const OptionHelp& option : command.options) {
      std::vector<std::string>& names = option.value.empty() ? known.switches : known.options_with_value;
      names.insert(names.end(), option.flags.begin(), option.flags.end());
    }
  }
  return known;
}

std::size_t first_word(const std::vector<std::string>& words, const KnownNames& known) {
  std::size_t at = 0;
  while (at < words.size() && words[at].starts_with('-')) {
    const std::string name = words[at].substr(0, words[at].find('='));
    const bool has_value = holds(known.options_with_value, name);
    if (!has_value && !holds(known.switches, name) && !is_count(name)) return words.size();
    at += has_value && !words[at].contains('=') ? 2 : 1;
  }
  return std::min(at, words.size());
}

void put_command_first(std::vector<std::string>& words, const KnownNames& known) {
  if (words.size() > 1 && words.front() == "help" && holds(known.commands, words[1])) {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  const std::size_t at = first_word(words, known);
  if (at == words.size() || !holds(known.commands, words[at])) return;
  const auto command = words.begin() + static_cast<std::ptrdiff_t>(at);
  std::rotate(words.begin(), command, command + 1);
}

void arrange_words(std::vector<std::string>& words, const KnownNames& known) {
  hide_minus(words);
  if (words.empty()) return;
  put_command_first(words, known);
  if (words.front() == "help") {
    words.erase(words.begin());
    if (words.empty()) words.emplace_back("--help"); // else the parser says which commands there are
    return;
  }
  constexpr std::array<std::string_view, 4> kOfProgram{"--help", "-h", "--version", "-V"};
  const bool is_of_program = std::ranges::find(kOfProgram, words.front()) != kOfProgram.end();
  if (!holds(known.commands, words.front()) && !is_of_program) words.insert(words.begin(), "search");
  // It has done its work, and the parser would take the words after it for the program's.
  if (const auto mark = std::ranges::find(words, "--"); mark != words.end()) words.erase(mark);
}

bool may_mean_command(const std::vector<std::string>& words, const KnownNames& known) {
  const std::size_t at = first_word(words, known);
  const bool is_command = at < words.size() && holds(known.commands, words[at]);
  return !is_command && std::ranges::find(words, "--") == words.end();
}

void restore_minus(std::vector<std::string>& words) {
  for (std::string& word : words) {
    if (!word.empty() && word.front() == kQueryMinus) word.front() = '-';
  }
}

} // namespace trawl::cli
