// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/completion.h"
#include "cli/options.h"

#include <catch2/catch.hpp>

using namespace trawl::cli;

TEST_CASE("completion: every command and option of the parser is in each script", "[cli]") {
  const CommandHelp tree = command_help();
  REQUIRE(tree.commands.size() > 10);
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const auto script = completion_script(tree, shell);
    REQUIRE(script);
    for (const CommandHelp& command : tree.commands) {
      CHECK(script->find(command.name) != std::string::npos);
      for (const OptionHelp& option : command.options) {
        for (const std::string& flag : option.flags) {
          INFO(shell << " " << command.name << " " << flag);
          const std::string needle = shell == "fish" ? flag.substr(flag.starts_with("--") ? 2 : 1) : flag;
          CHECK(script->find(needle) != std::string::npos);
        }
      }
    }
  }
  CHECK_FALSE(completion_script(tree, "tcsh"));
}
