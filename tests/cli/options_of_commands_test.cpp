// SPDX-License-Identifier: GPL-3.0-or-later
// Which options and words each command takes, and the sentence for what it does not take.
#include "cli/options.h"

#include "tests/support/environment.h"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

namespace options_of_commands_test {

using namespace trawl::cli;
using Words = std::vector<std::string>;

namespace {

ParsedOptions parse(const Words& words) { return parse_options(words, "/nonexistent/config.toml"); }

std::string text_of(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += word + " ";
  return out;
}

std::string parameter(const Settings& settings, const std::string& name) {
  for (const auto& [key, value] : settings.parameters) {
    if (key == name) return value;
  }
  return {};
}

} // namespace

TEST_CASE("options: each command takes its own words", "[cli]") {
  struct Row {
    Words words;
    Words taken;
  };
  for (const Row& row : {
           Row{{"show", "0123456789abcdef"}, {"0123456789abcdef"}},
           {{"related", "https://e.org/a"}, {"https://e.org/a"}},
           {{"facets", "tag"}, {"tag"}},
           {{"facets", "tag", "flash", "-gpu"}, {"tag", "flash", "-gpu"}},
           {{"suggest", "quantiz", "ation"}, {"quantiz", "ation"}},
           {{"trending"}, {}},
           {{"trends"}, {}},
           {{"trends", "two words", "-gpu"}, {"two words", "-gpu"}},
           {{"sources"}, {}},
           {{"stats"}, {}},
           {{"save", "name", "two words", "x"}, {"name", "two words", "x"}},
           {{"save", "name"}, {"name"}},
           {{"new"}, {}},
           {{"new", "name"}, {"name"}},
           {{"saved"}, {}},
           {{"forget", "name"}, {"name"}},
           {{"completion", "bash"}, {"bash"}},
           {{"search"}, {}},
           {{"search", "show", "me"}, {"show", "me"}},
       }) {
    INFO(text_of(row.words));
    const auto parsed = parse(row.words);
    REQUIRE(parsed.settings);
    CHECK(parsed.settings->command == row.words.front());
    CHECK(parsed.settings->words == row.taken);
    CHECK(parsed.out.empty());
    CHECK(parsed.err.empty());
    CHECK(parsed.exit_code == 0);
  }
}

TEST_CASE("options: a word or option too many or too few is one sentence that says which", "[cli]") {
  struct Row {
    Words words;
    const char* message;
  };
  for (const Row& row : {
           Row{{"show"}, "ID"},
           {{"show", "a", "b"}, "b"},
           {{"related"}, "ID"},
           {{"facets"}, "FIELD"},
           {{"suggest"}, "TEXT"},
           {{"forget"}, "NAME"},
           {{"save"}, "NAME"},
           {{"completion"}, "SHELL"},
           {{"trending", "x"}, "x"},
           {{"trends", "x", "--interval", "hour"}, "hour"},
           {{"trends", "x", "--format", "urls"}, "urls"},
           {{"stats", "x"}, "x"},
           {{"show", "a", "--limit", "3"}, "--limit"},
           {{"stats", "--since", "7d"}, "--since"},
           {{"show", "a", "--format", "csv"}, "csv"},
           {{"stats", "--format", "tsv"}, "tsv"},
           {{"sources", "--format", "jsonl"}, "jsonl"},
           {{"search", "x", "--format"}, "--format"},
           {{"search", "x", "--color", "sometimes"}, "sometimes"},
           {{"search", "x", "--histogram", "hour"}, "hour"},
           {{"search", "x", "--match", "some"}, "some"},
           {{"search", "x", "--facet", "title"}, "title"},
           {{"search", "x", "--open", "-1"}, "--open"},
           {{"search", "x", "--show", "1x"}, "1x"},
           {{"search", "x", "-n", "-5"}, "--limit -5: must be a number"},
           {{"search", "x", "-n", "1e3"}, "--limit 1e3: must be a number"},
           {{"search", "x", "-n", "123456789"}, "--limit 123456789: must be a number"},
           {{"search", "x", "-n", "ALL"}, "--limit ALL: must be a number"},
       }) {
    INFO(text_of(row.words));
    const auto parsed = parse(row.words);
    INFO(parsed.err);
    CHECK_FALSE(parsed.settings);
    CHECK(parsed.exit_code == 2);
    CHECK(parsed.out.empty());
    CHECK(parsed.err.starts_with("trawl: "));
    CHECK(parsed.err.contains(row.message));
    CHECK(std::ranges::count(parsed.err, '\n') == 1);
  }
}

TEST_CASE("options: -n takes a number or all", "[cli]") {
  const auto some = parse({"x", "-n", "99999999"});
  REQUIRE(some.settings);
  CHECK(some.settings->limit == 99'999'999);
  CHECK_FALSE(some.settings->all);
  const auto all = parse({"x", "--limit", "all"});
  REQUIRE(all.settings);
  CHECK(all.settings->all);
  CHECK(all.settings->limit == 100);
  const auto none = parse({"x"});
  REQUIRE(none.settings);
  CHECK_FALSE(none.settings->limit);
  CHECK(parse({"x", "-n", "0"}).settings->limit == 0);
}

TEST_CASE("options: what every command has", "[cli]") {
  for (const char* command : {"search", "trending", "sources", "stats", "new", "saved"}) {
    INFO(command);
    const auto parsed =
        parse({command, "--data", "/d", "--server", "http://h", "--format", "json", "--color", "always", "--no-pager"});
    REQUIRE(parsed.settings);
    CHECK(parsed.settings->data == "/d");
    CHECK(parsed.settings->server == "http://h");
    CHECK(parsed.settings->format == Format::Json);
    CHECK(parsed.settings->color == ColorMode::Always);
    CHECK_FALSE(parsed.settings->pager);
  }
  const auto plain = parse({"stats"});
  REQUIRE(plain.settings);
  CHECK(plain.settings->format == Format::Human);
  CHECK(plain.settings->color == ColorMode::Auto);
  CHECK(plain.settings->pager);
}

TEST_CASE("options: every format has its value", "[cli]") {
  const std::vector<std::pair<const char*, Format>> formats{
      {"human", Format::Human}, {"json", Format::Json}, {"jsonl", Format::Jsonl}, {"tsv", Format::Tsv},
      {"csv", Format::Csv},     {"urls", Format::Urls}, {"rss", Format::Rss}};
  for (const auto& [name, format] : formats) {
    INFO(name);
    CHECK(parse({"x", "--format", name}).settings->format == format);
    CHECK(parse({"x", "-f", name}).settings->format == format);
  }
}

TEST_CASE("options: options of a search become the API's parameters", "[cli]") {
  const auto parsed =
      parse({"x",       "--facet-limit", "3",       "--offset",   "20",       "--snippets", "2",
             "--match", "any",           "--after", "2026-01-01", "--before", "2026-02-01", "--histogram",
             "week",    "--facet",       "tag",     "--facet",    "source",   "--csv-safe"});
  REQUIRE(parsed.settings);
  const Settings& settings = *parsed.settings;
  CHECK(parameter(settings, "facet_limit") == "3");
  CHECK(parameter(settings, "offset") == "20");
  CHECK(parameter(settings, "snippets") == "2");
  CHECK(parameter(settings, "match") == "any");
  CHECK(parameter(settings, "after") == "2026-01-01");
  CHECK(parameter(settings, "before") == "2026-02-01");
  CHECK(settings.histogram == "week");
  CHECK(settings.facets == Words{"tag", "source"});
  CHECK(settings.csv_safe);
  CHECK(parse({"x"}).settings->parameters.empty());
  CHECK(parameter(*parse({"trending", "--window", "48h"}).settings, "window") == "48h");
}

TEST_CASE("options: TRAWL_SERVER is the default of --server", "[cli]") {
  const trawl::test::Environment server("TRAWL_SERVER", "http://from.environment");
  CHECK(parse({"stats"}).settings->server == "http://from.environment");
  CHECK(parse({"stats", "--server", "http://from.flag"}).settings->server == "http://from.flag");
}

TEST_CASE("options: after -- every word belongs to the query", "[cli]") {
  const auto parsed = parse({"search", "--", "--limit", "-n"});
  REQUIRE(parsed.settings);
  CHECK(parsed.settings->words == Words{"--limit", "-n"});
}

TEST_CASE("options: an option takes one value, and may stand before, between and after the words", "[cli]") {
  for (const char* filter :
       {"tag", "source", "category", "author", "language", "site", "tag-all", "after", "before", "since"}) {
    const std::string flag = std::string("--") + filter;
    std::string name = filter;
    std::ranges::replace(name, '-', '_');
    for (const Words& words : {Words{"search", flag, "2026", "rag", "evaluation"},
                               {"search", "rag", flag, "2026", "evaluation"},
                               {"search", "rag", "evaluation", flag, "2026"},
                               {flag, "2026", "search", "rag", "evaluation"},
                               {flag, "2026", "rag", "evaluation"},
                               {"rag", flag + "=2026", "evaluation"}}) {
      INFO(text_of(words));
      const auto parsed = parse(words);
      REQUIRE(parsed.settings);
      CHECK(parsed.settings->command == "search");
      CHECK(parsed.settings->words == Words{"rag", "evaluation"});
      CHECK(parameter(*parsed.settings, name) == "2026");
      CHECK(parsed.settings->parameters.size() == 1);
    }
  }
  CHECK(parse({"--facet", "source", "torch"}).settings->words == Words{"torch"});
  CHECK(parse({"--facet", "source", "torch"}).settings->facets == Words{"source"});
}

TEST_CASE("options: several values are given by repeating an option, or by commas", "[cli]") {
  for (const Words& words : {Words{"--facet", "source", "--facet", "tag", "x"}, {"--facet", "source,tag", "x"}}) {
    CHECK(parse(words).settings->facets == Words{"source", "tag"});
  }
  CHECK(parse({"x", "--facet", "source,nosuch"}).exit_code == 2);
  CHECK(parse({"--tag", "a,b", "x"}).settings->parameters == Parameters{{"tag", "a,b"}});
  CHECK(parse({"--tag", "a", "x", "--tag", "b"}).settings->parameters == Parameters{{"tag", "a"}, {"tag", "b"}});
}

TEST_CASE("options: every option of every command may stand before, between and after its words", "[cli]") {
  const std::vector<std::pair<std::string, Words>> commands{
      {"search", {"one", "two"}},  {"facets", {"tag", "two"}}, {"show", {"one"}}, {"related", {"one"}},
      {"suggest", {"one", "two"}}, {"save", {"one", "two"}},   {"new", {"one"}},  {"forget", {"one"}}};
  const auto value_of = [](const OptionHelp& option) -> std::string {
    return option.choices.empty() ? "7" : option.choices.front();
  };
  for (const CommandHelp& command : command_help().commands) {
    const auto found = std::ranges::find(commands, command.name, &std::pair<std::string, Words>::first);
    if (found == commands.end()) continue;
    const Words& taken = found->second;
    for (const OptionHelp& option : command.options) {
      if (option.flags.empty() || option.flags.front() == "--help") continue;
      Words given{option.flags.front()};
      if (!option.value.empty()) given.push_back(value_of(option));
      for (std::size_t at = 0; at <= taken.size() + 1; ++at) {
        Words words{command.name};
        words.insert(words.end(), taken.begin(), taken.end());
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), given.begin(), given.end());
        INFO(text_of(words));
        const auto parsed = parse(words);
        INFO(parsed.err);
        REQUIRE(parsed.settings);
        CHECK(parsed.settings->command == command.name);
        CHECK(parsed.settings->words == taken);
      }
    }
  }
}

TEST_CASE("options: of one that takes one value and is given twice, the last one counts", "[cli]") {
  const auto parsed =
      parse({"search", "a", "-n", "2", "--sort", "oldest", "-n", "3", "--sort=newest", "--match", "all"});
  REQUIRE(parsed.settings);
  CHECK(parsed.settings->limit == 3);
  CHECK(std::ranges::count(parsed.settings->parameters, std::pair<std::string, std::string>("sort", "newest")) == 1);
  CHECK(std::ranges::count(parsed.settings->parameters, "sort", &std::pair<std::string, std::string>::first) == 1);
}

TEST_CASE("options: a single word that is nearly a command is searched for, with a note", "[cli]") {
  const auto stat = parse({"stat"});
  REQUIRE(stat.settings);
  CHECK(stat.settings->command == "search");
  CHECK(stat.settings->words == Words{"stat"});
  CHECK(stat.err == "note: No command 'stat' (did you mean 'trawl stats'?); searching for the word.\n");
  CHECK(parse({"--format", "json", "stat"}).err == stat.err);
  CHECK(parse({"backup"}).err.contains("'trawl index backup DIR'"));
  CHECK(parse({"ls"}).err.contains("'trawl sources'"));
  CHECK(parse({"open"}).err.contains("--open"));
  for (const Words& words :
       {Words{"--", "stat"}, {"search", "stat"}, {"stat", "x"}, {"x", "stat"}, {"torch"}, {"stats"}, {"statistics"}}) {
    INFO(text_of(words));
    CHECK(parse(words).err.empty());
  }
  CHECK(parse({"--", "stats"}).settings->command == "search");
  CHECK(parse({"--", "stat"}).settings->words == Words{"stat"});
}

TEST_CASE("options: whether the first of several words is a mistyped command is left to the index", "[cli]") {
  CHECK(parse({"serch", "x"}).settings->mistyped_command == "No command 'serch' (did you mean 'trawl search'?)");
  CHECK(parse({"torch", "x"}).settings->mistyped_command.empty());
  CHECK(parse({"--", "serch", "x"}).settings->mistyped_command.empty());
  for (const std::string first : {"how", "who", "and"}) CHECK(parse({first, "x"}).settings->mistyped_command.empty());
}

TEST_CASE("options: a question that begins with the name of a command is told how to be one", "[cli]") {
  const auto says_how = [](const Words& words) {
    return parse(words).err.contains("; to search for these words, begin with `trawl search`\n");
  };
  CHECK(says_how({"show", "me", "articles"}));
  CHECK(says_how({"trending", "models"}));
  CHECK(parse({"show", "me", "articles"}).err.starts_with("trawl: takes one ID, not 2 ("));
  for (const Words& words :
       {Words{"show", "--nosuch"}, {"show", "me", "--nosuch"}, {"trending", "--limit"}, {"show"}}) {
    INFO(text_of(words));
    CHECK_FALSE(says_how(words));
  }
}

TEST_CASE("options: the word of such a note is searched for as typed, never corrected", "[cli]") {
  const auto asks = [](const Words& words) {
    const auto parsed = parse(words);
    REQUIRE(parsed.settings);
    return std::ranges::count(parsed.settings->parameters, std::pair<std::string, std::string>("as_typed", "1"));
  };
  CHECK(asks({"stat"}) == 1);
  CHECK(asks({"--as-typed", "stat"}) == 1);
  CHECK(asks({"--", "stat"}) == 0);
  CHECK(asks({"search", "stat"}) == 0);
  CHECK(asks({"torch"}) == 0);
}

TEST_CASE("options: every command is named when one letter of it is wrong", "[cli]") {
  for (const std::string& command : known_names(command_help()).commands) {
    for (std::size_t i = 0; i < command.size(); ++i) {
      std::string typed = command;
      typed[i] = 'q';
      INFO(typed);
      CHECK(parse({typed}).err.contains("'trawl "));
    }
  }
}

TEST_CASE("options: every command's help has a description and ends in a newline", "[cli]") {
  const trawl::test::Environment wide("COLUMNS", "1000");
  for (const CommandHelp& command : command_help().commands) {
    INFO(command.name);
    CHECK_FALSE(command.description.empty());
    const auto parsed = parse({"help", command.name});
    if (!parsed.sibling.empty()) continue; // which prints its own
    CHECK(parsed.exit_code == 0);
    CHECK(parsed.out.contains(command.description));
    CHECK(parsed.out.ends_with('\n'));
    CHECK(parsed.err.empty());
  }
}

TEST_CASE("options: every option is described, and no flag is there twice", "[cli]") {
  for (const CommandHelp& command : command_help().commands) {
    std::set<std::string> flags;
    for (const OptionHelp& option : command.options) {
      INFO(command.name << " " << (option.flags.empty() ? option.value : option.flags.front()));
      CHECK_FALSE(option.description.empty());
      CHECK_FALSE(option.description.ends_with('.'));
      for (const std::string& flag : option.flags) CHECK(flags.insert(flag).second);
    }
  }
}

TEST_CASE("options: a sibling's command is passed on with all its words", "[cli]") {
  struct Row {
    const char* command;
    Words rest;
    const char* program;
  };
  for (const Row& row : {
           Row{"crawl", {"--watch"}, "trawl-indexer"},
           {"import", {"-"}, "trawl-indexer"},
           {"inspect", {"url", "x"}, "trawl-indexer"},
           {"index", {"check"}, "trawl-indexer"},
           {"export", {}, "trawl-indexer"},
           {"serve", {"--listen", ":0"}, "trawl-searchd"},
           {"sources", {"list"}, "trawl-indexer"},
           {"sources", {"--data", "/d", "list"}, "trawl-indexer"},
           {"sources", {"--help"}, ""},
           {"sources", {"-f", "csv"}, ""},
           {"source", {"list"}, ""},
           {"", {}, ""},
       }) {
    INFO(row.command);
    CHECK(sibling_of(row.command, row.rest, known_names(command_help())) == row.program);
  }
}

} // namespace options_of_commands_test
