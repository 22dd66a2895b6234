// SPDX-License-Identifier: GPL-3.0-or-later
/// A word that is searched for although a command may have been meant: `trawl stat`.
#pragma once

#include <string>
#include <vector>

namespace trawl::cli {

/// The command line that `word` may have been meant for, as "trawl stats": `word` is one edit from one of `commands`,
/// or is what other programs call that command. Empty if there is none.
std::string command_meant(const std::string& word, const std::vector<std::string>& commands);

/// The line that says that `word` is searched for, and which command may have been meant. Empty if there is none.
std::string note_on_word(const std::string& word, const std::vector<std::string>& commands);

} // namespace trawl::cli
