// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/command_help.h"

#include "shared/options/config_file.h"
#include "shared/options/config_sample.h"

#include <catch2/catch.hpp>

using namespace trawl::options;

namespace {

CommandHelp small_program() {
  const OptionHelp data{{"--data"}, "DIR", "Data directory (default: $TRAWL_DATA)", {}, "", false, true};
  const OptionHelp limit{{"--limit", "-n"}, "N", "How many (default 10)", {}, "10", false, true};
  const OptionHelp tag{{"--tag"}, "VALUE", "Only this | that", {}, "", true, true};
  const OptionHelp sort{{"--histogram"}, "INTERVAL", "Draw", {"day", "week"}, "", false, true};
  const OptionHelp show{{"--show"}, "N", "Show one", {}, "", false, false};
  const OptionHelp strict{{"--strict"}, "", "Reject \"it\"", {}, "", false, true};
  const OptionHelp word{{}, "QUERY", "Words", {}, "", true, true};
  return {"trawl", "Search", "", {}, {{"search", "Search", "", {data, limit, tag, sort, show, strict, word}, {}}}};
}

} // namespace

TEST_CASE("options: a description survives a round trip through JSON, and other JSON is rejected", "[options]") {
  const std::string json = to_json(small_program());
  const auto back = command_help_from(json);
  REQUIRE(back);
  CHECK(to_json(*back) == json);
  for (const char* text : {"", "{}", "[]", "null", R"({"name":1})", "usage: trawl-indexer"}) {
    INFO(text);
    CHECK_FALSE(command_help_from(text));
  }
}

TEST_CASE("options: a default is read from its description", "[options]") {
  CHECK(default_in("Hits (default 10)") == "10");
  CHECK(default_in("Hits; 0: all (default 0) or so") == "0");
  CHECK(default_in("Directory (default: $TRAWL_DATA)").empty());
  CHECK(default_in("by default all").empty());
}

TEST_CASE("options: the sample configuration has each setting as a comment with its default", "[options]") {
  CHECK(sample_config(small_program())
            .ends_with("\n# Data directory (default: $TRAWL_DATA)\n#data = \"\"\n\n[search]\n"
                       "\n# How many (default 10)\n#limit = 10\n\n# Only this | that\n#tag = []\n"
                       "\n# Draw (day, week)\n#histogram = \"day\"\n\n# Reject \"it\"\n#strict = false\n"));
  const std::string page = configuration_document(small_program());
  CHECK(page.contains("\n| `tag` | `[]` | Only this \\| that | search |\n"));
}

TEST_CASE("options: the page of the configuration tells a setting once, with the sections that have it", "[options]") {
  CommandHelp program = small_program();
  CommandHelp second = program.commands.front();
  second.name = "count";
  program.commands.push_back(second);
  CHECK(configuration_document(program).contains("\n| `limit` | `10` | How many (default 10) | search count |\n"));
}

TEST_CASE("options: a setting belongs to its command, to every command, to another one, or is unknown", "[options]") {
  const ConfiguredCommand check{{"index", "check"}, {"data", "quiet"}};
  CHECK(fate_of(check, {"index", "check"}, "quiet") == Fate::ForThisCommand);
  CHECK(fate_of(check, {}, "data") == Fate::ForThisCommand);
  CHECK(fate_of(check, {}, "color") == Fate::Drop); // this command has no such option
  CHECK(fate_of(check, {"search"}, "anything") == Fate::Drop);
  CHECK(fate_of(check, {"serve"}, "++") == Fate::Drop);
  CHECK(fate_of(check, {"index", "check"}, "quite") == Fate::Keep);
  CHECK(fate_of(check, {}, "limit") == Fate::Keep);
  CHECK(fate_of(check, {"serach"}, "++") == Fate::Keep);
}
