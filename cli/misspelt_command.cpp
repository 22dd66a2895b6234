// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/misspelt_command.h"

#include "shared/api/request/nearest.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace trawl::cli {
namespace {

/// Words typed by people who know other programs, or remember one word of a longer command.
struct OtherName {
  std::string_view word, command_line;
};
constexpr std::array kOtherNames{
    OtherName{"backup", "trawl index backup FILE"},
    OtherName{"restore", "trawl index restore FILE"},
    OtherName{"rebuild", "trawl index rebuild"},
    OtherName{"compact", "trawl index compact"},
    OtherName{"ls", "trawl sources"},
    OtherName{"list", "trawl sources"},
    OtherName{"open", "trawl WORDS --open N"},
    OtherName{"update", "trawl crawl"},
};

} // namespace

std::string command_meant(const std::string& word, const std::vector<std::string>& commands) {
  const auto* other = std::ranges::find(kOtherNames, word, &OtherName::word);
  if (other != kOtherNames.end()) return std::string(other->command_line);
  const auto is_near = [&](const std::string& command) { return api::edit_distance(word, command) == 1; };
  const auto near = std::ranges::find_if(commands, is_near);
  return near == commands.end() ? "" : "trawl " + *near;
}

std::string note_on_word(const std::string& word, const std::vector<std::string>& commands) {
  const std::string meant = command_meant(word, commands);
  if (meant.empty()) return {};
  return "note: searching for '" + word + "'; the command is '" + meant + "' ('trawl -- " + word +
         "' searches without this note)\n";
}

} // namespace trawl::cli
