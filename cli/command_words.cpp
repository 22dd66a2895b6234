// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace trawl::cli {
namespace {

/// Stands for the minus of a word like "-benchmark" while the parser looks at it.
constexpr char kQueryMinus = '\x01';

/// "-benchmark" and "-source:x" are query words; "-n", "-f", "-h", "-V" and "--…" are options.
void hide_minus(std::vector<std::string>& words) {
  for (std::string& word : words) {
    if (word == "--") return;
    const bool is_number = word.starts_with("-n") && word.find_first_not_of("0123456789", 2) == std::string::npos;
    if (word.size() > 2 && word[0] == '-' && word[1] != '-' && !is_number) word[0] = kQueryMinus;
  }
}

/// The position of the command after options that every command has, as in `trawl --server URL stats`; 0 if there is
/// none.
std::size_t command_after_options(const std::vector<std::string>& words, const std::vector<std::string>& commands) {
  constexpr std::array<std::string_view, 6> kWithValue{"--data", "--server", "--format", "-f", "--color", "--config"};
  std::size_t at = 0;
  while (at < words.size()) {
    const std::string name = words[at].substr(0, words[at].find('='));
    const bool has_value = std::ranges::find(kWithValue, name) != kWithValue.end();
    if (!has_value && name != "--no-pager") break;
    at += has_value && !words[at].contains('=') ? 2 : 1;
  }
  return at < words.size() && std::ranges::find(commands, words[at]) != commands.end() ? at : 0;
}

} // namespace

void put_command_first(std::vector<std::string>& words, const std::vector<std::string>& commands) {
  if (words.empty()) return;
  const auto command = words.begin() + static_cast<std::ptrdiff_t>(command_after_options(words, commands));
  std::rotate(words.begin(), command, command + 1);
}

void arrange_words(std::vector<std::string>& words, const std::vector<std::string>& commands) {
  hide_minus(words);
  if (words.empty()) return;
  put_command_first(words, commands);
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
    return;
  }
  constexpr std::array<std::string_view, 4> kOfProgram{"--help", "-h", "--version", "-V"};
  const bool is_command = std::ranges::find(commands, words.front()) != commands.end();
  const bool is_of_program = std::ranges::find(kOfProgram, words.front()) != kOfProgram.end();
  if (!is_command && !is_of_program) words.insert(words.begin(), "search");
}

void restore_minus(std::vector<std::string>& words) {
  for (std::string& word : words) {
    if (!word.empty() && word.front() == kQueryMinus) word.front() = '-';
  }
}

} // namespace trawl::cli
