// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_options.h"
#include "cli/command_words.h"
#include "cli/options.h"

#include "tests/support/environment.h"

#include "shared/schema/fields.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace options_test {

using namespace trawl::cli;

namespace {

ParsedOptions parse(std::vector<std::string> words) {
  return parse_options(std::move(words), "/nonexistent/config.toml");
}

std::string parameter(const Settings& settings, const std::string& name) {
  std::string out;
  for (const auto& [key, value] : settings.parameters) {
    if (key == name) out += (out.empty() ? "" : "|") + value;
  }
  return out;
}

} // namespace

TEST_CASE("options: words without a command are a search", "[cli]") {
  const auto parsed = parse({"flash", "attention", "-n", "3"});
  REQUIRE(parsed.settings);
  CHECK(parsed.settings->command == "search");
  CHECK(parsed.settings->words == std::vector<std::string>{"flash", "attention"});
  CHECK(parsed.settings->limit == 3);
}

TEST_CASE("options: a word with a leading minus belongs to the query, short options do not", "[cli]") {
  const auto parsed = parse({"vllm", "-benchmark", "-source:openai", "-n5", "--tag", "-gpu"});
  REQUIRE(parsed.settings);
  CHECK(parsed.settings->words == std::vector<std::string>{"vllm", "-benchmark", "-source:openai"});
  CHECK(parsed.settings->limit == 5);
  CHECK(parameter(*parsed.settings, "tag") == "-gpu");
}

TEST_CASE("options: help goes to stdout and is no error", "[cli]") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"help"}, {"search", "--help"}, {}}) {
    const auto parsed = parse(words);
    CHECK(parsed.exit_code == 0);
    CHECK(parsed.out.find("Examples") != std::string::npos);
    CHECK(parsed.err.empty());
  }
  CHECK(parse({"--version"}).out.starts_with("trawl "));
}

TEST_CASE("options: a command has the same options whether or not it comes first", "[cli]") {
  std::size_t own = 0;
  for (const trawl::options::CommandHelp& command : command_help().commands) {
    const bool is_own = std::ranges::find(kOwnCommands, command.name) != kOwnCommands.end();
    const bool is_sibling = std::ranges::find(kSiblings, command.name, &SiblingCommand::name) != kSiblings.end();
    INFO(command.name);
    CHECK(is_own != is_sibling);
    if (!is_own) {
      CHECK(parse({"help", command.name}).sibling == parse({command.name, "--help"}).sibling);
      CHECK(parse({"help", command.name}).words == parse({command.name, "--help"}).words);
      continue;
    }
    ++own;
    // "help X" reads the options of all commands.
    CHECK(parse({command.name, "--help"}).out == parse({"help", command.name}).out);
  }
  CHECK(own == kOwnCommands.size());
}

TEST_CASE("options: help names an argument once, without its type", "[cli]") {
  const std::string help = parse({"show", "--help"}).out;
  CHECK(help.find("ID REQUIRED") != std::string::npos);
  CHECK(help.find("TEXT") == std::string::npos);
}

TEST_CASE("options: a flag or choice that is nearly right is guessed, not run", "[cli]") {
  const auto flag = parse({"flash", "--sorce", "pytorch"});
  CHECK(flag.exit_code == 2);
  CHECK(flag.err == "trawl: unknown option --sorce; did you mean --source? (see `trawl search --help`)\n");
  const auto choice = parse({"flash", "--sort", "newst"});
  CHECK(choice.exit_code == 2);
  CHECK(choice.err.find("--sort newst: must be one of relevance, newest, oldest, source; did you mean newest?") !=
        std::string::npos);
  CHECK(parse({"flash", "--zzzzzz"}).err.find("did you mean") == std::string::npos);
}

TEST_CASE("options: every field that can be filtered by is an option, every facet a choice of --facet", "[cli]") {
  const trawl::test::Environment wide("COLUMNS", "1000");
  for (const std::string_view filter : trawl::schema::kFilterFields) {
    INFO(filter);
    const std::string flag = "--" + std::string(filter);
    const auto parsed = parse({"x", flag, "v"});
    REQUIRE(parsed.settings);
    CHECK(parameter(*parsed.settings, std::string(filter)) == "v");
    CHECK(parse({"search", "--help"}).out.contains(std::string(trawl::schema::find_filter(filter)->option)));
  }
  for (const std::string_view facet : trawl::schema::kFacetFields) {
    CHECK(parse({"x", "--facet", std::string(facet)}).settings->facets == std::vector<std::string>{std::string(facet)});
  }
  CHECK(parse({"x", "--facet", "nosuch"}).exit_code == 2);
}

} // namespace options_test
