// SPDX-License-Identifier: GPL-3.0-or-later
/// Help as it is printed: no wider than the terminal.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>

namespace trawl::options {

/// The width of the terminal that standard output is, else $COLUMNS, else 80.
std::size_t terminal_width();

/// Help in lines of at most `width` characters, broken at blanks. What continues an entry stands below the text of its
/// last column; sentences that were broken by hand for a wide terminal are broken again.
std::string wrapped_help(std::string_view help, std::size_t width);

/// What the parser prints when it is asked for help or the version. `App` is CLI::App, which only the files that parse
/// command lines include.
template <typename App, typename Success>
std::string help_text(const App& app, const Success& asked) {
  std::ostringstream out, none;
  app.exit(asked, out, none);
  return wrapped_help(out.str(), terminal_width());
}

} // namespace trawl::options
