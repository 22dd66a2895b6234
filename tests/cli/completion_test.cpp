// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/completion.h"
#include "cli/options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <catch2/catch.hpp>

using namespace trawl::cli;

namespace {

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

} // namespace

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

TEST_CASE("completion: choices of an option are offered", "[cli]") {
  CHECK(completion_script(command_help(), "bash")
            ->contains("'search:--format'|':--format') _trawl_offer 'human json jsonl tsv csv urls rss'"));
}

TEST_CASE("completion: zsh is asked for the options of the command, before and after words", "[cli]") {
  if (std::system("command -v zsh >/dev/null") != 0) {
    WARN("skipped: needs zsh");
    return;
  }
  // The script's own _arguments is replaced by one that tells what it is given.
  const std::string script = completion_script(command_help(), "zsh").value();
  const auto asked = [&](const std::string& words, int current) {
    const std::string program = "_arguments() { print -r -- \"$words[1] $CURRENT $#words\"; print -rl -- \"$@\" | "
                                "grep -e '^--sort' -e '^\\*:'; }; words=(" +
                                words + "); CURRENT=" + std::to_string(current) + "; compdef() { :; }\n" + script +
                                "_trawl";
    std::FILE* out = ::popen(("zsh -f -c " + shell_quoted(program)).c_str(), "r");
    std::string text;
    for (int c = 0; out && (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
    if (out) ::pclose(out);
    return text;
  };
  CHECK(asked("trawl search word --so", 4) ==
        "trawl search 3 3\n--sort[Order of the hits (default relevance)]:ORDER:(relevance newest oldest source)\n"
        "*:word:( )\n");
  CHECK(asked("trawl -n 3 search word --so", 6) == asked("trawl search word --so", 4));
}
