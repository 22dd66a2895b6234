// SPDX-License-Identifier: GPL-3.0-or-later
// The completion scripts as shells run them, and what special characters become in scripts and manual.
#include "cli/completion.h"
#include "cli/options.h"

#include "shared/base/file.h"
#include "tests/support/temporary_directory.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <catch2/catch.hpp>

using namespace trawl::cli;

namespace {

bool has_program(const std::string& name) {
  if (std::system(("command -v " + name + " >/dev/null").c_str()) == 0) return true;
  WARN("skipped: needs " << name);
  return false;
}

std::string output_of(const std::string& command) {
  std::FILE* out = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = 0; out && (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
  if (out) ::pclose(out);
  return text;
}

/// What bash offers for the last of these words.
std::vector<std::string> bash_completions(const std::vector<std::string>& words) {
  const trawl::test::TemporaryDirectory folder;
  const auto file = folder.data().root / "script";
  std::string script = completion_script(command_help(), "bash").value();
  // The index, as `trawl facets` prints it: a value that a shell would run, if it were not quoted.
  script += "trawl() { printf '%s\\n' \"$*\" >&2; printf 'gpu\\t7\\n$(touch pwned) it\\t1\\n'; }\n";
  script += "COMP_WORDS=(";
  for (const std::string& word : words) script += " '" + word + "'";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) +
            "\nCOMPREPLY=()\n_trawl\n[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"\n";
  REQUIRE(trawl::write_file_atomic(file, script));
  std::istringstream lines(output_of("bash --norc '" + file.string() + "' 2>/dev/null"));
  std::vector<std::string> offered;
  for (std::string line; std::getline(lines, line);) offered.push_back(line);
  return offered;
}

/// A tree with one command whose texts have every special character.
CommandHelp special_tree() {
  OptionHelp option{{"--odd", "-o"}, "VALUE", "it's [odd]: a\\b \"c\" $d `e`", {"one", "two"}, "", false, true};
  CommandHelp command{"find", ".It isn't: easy — \\fB", "'quoted\n.dotted\nplain", {option}, {}};
  return {"trawl", "Search", "The end.", {}, {command}};
}

} // namespace

TEST_CASE("completion: bash offers commands, options and choices", "[cli]") {
  if (!has_program("bash")) return;
  using Offered = std::vector<std::string>;
  CHECK(bash_completions({"trawl", "stat"}) == Offered{"stats"});
  CHECK(bash_completions({"trawl", "completion", ""}) == Offered{"bash", "zsh", "fish"});
  CHECK(bash_completions({"trawl", "help", "cou"}) == Offered{"count"});
  CHECK(bash_completions({"trawl", "facets", "ta"}) == Offered{"tag"});
  CHECK(bash_completions({"trawl", "show", ""}).empty());   // not the options, of which a shell would type a lone "-"
  CHECK(bash_completions({"trawl", "import", ""}).empty()); // bash offers files
  CHECK(bash_completions({"trawl", "s"}) ==
        Offered{"search", "show", "suggest", "sources", "stats", "save", "saved", "star", "serve"});
  CHECK(bash_completions({"trawl", "-n", "3", "stat"}) == Offered{"stats"});
  CHECK(bash_completions({"trawl", "flash", "stat"}).empty()); // a word of a search
  CHECK(bash_completions({"trawl", "--sor"}) == Offered{"--sort"});
  CHECK(bash_completions({"trawl", "--sort", "ne"}) == Offered{"newest"});
  CHECK(bash_completions({"trawl", "search", "--sort", "=", "ne"}) == Offered{"newest"});
  CHECK(bash_completions({"trawl", "search", "--sor"}) == Offered{"--sort"});
  CHECK(bash_completions({"trawl", "search", "--sort", "ne"}) == Offered{"newest"});
  CHECK(bash_completions({"trawl", "search", "x", "-f", "js"}) == Offered{"json", "jsonl"});
  CHECK(bash_completions({"trawl", "facets", "--format", ""}) == Offered{"human", "json", "tsv", "csv"});
  CHECK(bash_completions({"trawl", "show", "--lim"}).empty());
  CHECK(bash_completions({"trawl", "nosuch", "--as-t"}) == Offered{"--as-typed"}); // words are a search
}

TEST_CASE("completion: bash asks the index for values, and runs nothing that they contain", "[cli]") {
  if (!has_program("bash")) return;
  using Offered = std::vector<std::string>;
  const Offered values{"gpu", R"(\$\(touch\ pwned\)\ it)"};
  CHECK(bash_completions({"trawl", "search", "--tag", "g"}) == values);
  CHECK(bash_completions({"trawl", "--source", ""}) == values);
  CHECK(bash_completions({"trawl", "facets", "tag", "--category", ""}) == values);
  CHECK(bash_completions({"trawl", "new", "gp"}) == Offered{"gpu"}); // the saved searches
  CHECK(bash_completions({"trawl", "--source", "a,g"}).front() == "a,gpu");
  CHECK(bash_completions({"trawl", "--tag", "-g"}).front() == "-gpu");
  CHECK(bash_completions({"trawl", "tag", ":", "g"}) == values);
}

TEST_CASE("completion: the scripts parse in their shells", "[cli]") {
  const trawl::test::TemporaryDirectory folder;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    if (!has_program(shell)) continue;
    INFO(shell);
    for (const CommandHelp& tree : {command_help(), special_tree()}) {
      const auto file = folder.data().root / ("script." + shell);
      REQUIRE(trawl::write_file_atomic(file, completion_script(tree, shell).value()));
      CHECK(std::system((shell + " -n '" + file.string() + "'").c_str()) == 0);
    }
  }
}

TEST_CASE("completion: quotes, brackets and colons in a description do not end it", "[cli]") {
  const auto zsh = completion_script(special_tree(), "zsh");
  REQUIRE(zsh);
  CHECK(zsh->contains(R"('--odd[it'\''s \[odd\]\: a\b "c" $d `e`]:VALUE:(one two)')"));
  CHECK(zsh->contains(R"('-o[it'\''s )"));
  CHECK(zsh->contains(R"('find:.It isn'\''t\: easy)"));
  const auto fish = completion_script(special_tree(), "fish");
  REQUIRE(fish);
  CHECK(fish->contains("-l odd -s o -x -a 'one two' -d "));
}

TEST_CASE("completion: an unknown shell is refused with the known ones", "[cli]") {
  for (const char* shell : {"", "tcsh", "Bash", "bash "}) {
    INFO(shell);
    const auto script = completion_script(special_tree(), shell);
    REQUIRE_FALSE(script);
    CHECK(script.error().code == trawl::ErrorCode::Usage);
    CHECK(trawl::to_sentence(script.error()).contains("choose bash, zsh or fish"));
  }
}
