// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include "shared/options/config_file.h"
#include "shared/options/config_sample.h"
#include "tests/support/environment.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <cstdio>

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

using namespace trawl::cli;
using namespace trawl::options;
using trawl::test::Environment;
namespace fs = std::filesystem;

namespace {

/// A configuration file with this content.
struct ConfigFile {
  trawl::test::TemporaryDirectory folder;
  std::string path = (folder.data().root / "config.toml").string();
  explicit ConfigFile(const std::string& content) { std::ofstream(path) << content; }
};

ParsedOptions parsed_with(const std::string& content, const std::vector<std::string>& words) {
  const ConfigFile file(content);
  return parse_options(words, file.path);
}

} // namespace

TEST_CASE("config file: TRAWL_CONFIG, then XDG_CONFIG_HOME, then ~/.config", "[cli]") {
  const Environment home("HOME", "/home/ada");
  const Environment unset_xdg("XDG_CONFIG_HOME", nullptr), unset_config("TRAWL_CONFIG", nullptr);
  CHECK(config_file_path() == "/home/ada/.config/trawl/config.toml");
  const Environment xdg("XDG_CONFIG_HOME", "/x");
  CHECK(config_file_path() == "/x/trawl/config.toml");
  {
    const Environment relative("XDG_CONFIG_HOME", "x"); // the XDG specification says to ignore it
    CHECK(config_file_path() == "/home/ada/.config/trawl/config.toml");
  }
  {
    const Environment empty("TRAWL_CONFIG", "");
    CHECK(config_file_path() == "/x/trawl/config.toml");
  }
  const Environment config("TRAWL_CONFIG", "mine.toml");
  CHECK(config_file_path() == "mine.toml");
}

TEST_CASE("config file: quiet is for the commands that ask, too", "[cli]") {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"attention"}, {"new"}, {"star"}, {"stats"}}) {
    INFO(words.front());
    const auto parsed = parsed_with("quiet = true\n", words);
    REQUIRE(parsed.settings);
    CHECK(parsed.settings->quiet);
  }
  CHECK(parsed_with("", {"serach"}).err.contains("did you mean"));
  CHECK(parsed_with("quiet = true\n", {"serach"}).err.empty());
}

TEST_CASE("config file: one that others can write is not trusted", "[cli]") {
  const ConfigFile file("");
  fs::permissions(file.path, fs::perms{0644});
  CHECK(distrust_reason(file.path).empty());
  fs::permissions(file.path, fs::perms{0664}); // the group is the user's own on most systems
  CHECK(distrust_reason(file.path).empty());
  fs::permissions(file.path, fs::perms{0602});
  CHECK(distrust_reason(file.path).contains(file.path));
  CHECK(distrust_reason(file.path).contains("chmod go-w"));
  CHECK(distrust_reason("/nonexistent/config.toml").empty());
  CHECK(distrust_reason("/dev/null").empty());
}

TEST_CASE("config file: a pipe is none, as it would be waited for", "[cli]") {
  const trawl::test::TemporaryDirectory folder;
  const std::string pipe = (folder.data().root / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(distrust_reason(pipe) == pipe + ": this is a pipe, which can be read only once; name a file");
  CHECK(parse_options({"x"}, pipe).err.contains("this is a pipe"));
}

TEST_CASE("config file: one that belongs to another user is not trusted", "[cli]") {
  const ConfigFile file("");
  fs::permissions(file.path, fs::perms{0644});
  if (::geteuid() != 0) {
    std::puts("skipped: only root can give a file away");
    return;
  }
  REQUIRE(::chown(file.path.c_str(), 65534, 65534) == 0);
  CHECK(distrust_reason(file.path).contains("another user"));
}

TEST_CASE("config file: sections are commands, keys are their options", "[cli]") {
  const auto searched = parsed_with("[search]\nlimit=7\nsort=\"oldest\"\nexplain=true\n", {"x"});
  REQUIRE(searched.settings);
  CHECK(searched.settings->limit == 7);
  CHECK(searched.settings->parameters == Parameters{{"explain", "1"}, {"sort", "oldest"}});
  const auto stats = parsed_with("[search]\nlimit=7\n[stats]\nserver=\"http://127.0.0.1:1\"\n", {"stats"});
  REQUIRE(stats.settings);
  CHECK(stats.settings->server == "http://127.0.0.1:1");
  CHECK_FALSE(stats.settings->limit);
}

TEST_CASE("config file: settings before the first section are for every command, but its own section is closer",
          "[cli]") {
  const Environment data("TRAWL_DATA", nullptr), server("TRAWL_SERVER", nullptr);
  const std::string content = "data=\"/all\"\ncolor=\"never\"\nquiet=true\n[stats]\ndata=\"/own\"\n";
  CHECK(parsed_with(content, {"x"}).settings->data == "/all");
  CHECK(parsed_with(content, {"stats"}).settings->data == "/own");
  CHECK(parsed_with(content, {"stats", "--data", "/flag"}).settings->data == "/flag");
  CHECK(parsed_with(content, {"stats"}).settings->color == ColorMode::Never);
}

TEST_CASE("config file: a wrong value is named with its file and line, unless it was typed", "[cli]") {
  const ConfigFile file("quiet=true\n[search]\nlimit = \"many\"\nsort = \"newst\"\n");
  CHECK(parse_options({"search", "--sort", "oldest", "x"}, file.path)
            .err.contains(file.path + ", line 3: --limit many: must be"));
  CHECK(parse_options({"search", "x"}, file.path).err.contains(file.path + ", line 4: --sort newst: must be one of"));
  CHECK(parse_options({"search", "--sort", "old", "x"}, file.path).err.starts_with("trawl: --sort old: must be"));
}

TEST_CASE("config file: the environment takes precedence", "[cli]") {
  const Environment data("TRAWL_DATA", "/environment"), server("TRAWL_SERVER", "http://127.0.0.1:2");
  const auto parsed = parsed_with("data=\"/file\"\n[search]\nserver=\"http://127.0.0.1:1\"\n", {"x"});
  REQUIRE(parsed.settings);
  CHECK(parsed.settings->data.empty()); // choose_data_directory looks at the environment
  CHECK(parsed.settings->server == "http://127.0.0.1:2");
}

TEST_CASE("config file: every setting of the sample can be uncommented, and then changes nothing", "[cli]") {
  const CommandHelp help = command_help();
  std::string content;
  std::istringstream lines(sample_config(help));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# ")) content += (line.starts_with('#') ? line.substr(1) : line) + "\n";
  }
  for (const CommandHelp& command : help.commands) {
    if (command.options.size() <= 1) continue; // a sibling's
    std::vector<std::string> words{command.name};
    for (const OptionHelp& option : command.options) {
      if (option.flags.empty()) words.emplace_back(command.name == "facets" ? "tag" : "x");
    }
    INFO(command.name);
    const auto parsed = parsed_with(content, words);
    CHECK(parsed.err == "");
    CHECK(parsed.settings);
  }
}

TEST_CASE("config file: every command may have a section", "[cli]") {
  for (const CommandHelp& command : command_help().commands) {
    INFO(command.name);
    CHECK(std::ranges::find(kSections, command.name) != kSections.end());
  }
}

TEST_CASE("config file: comments, empty sections and no file at all are fine", "[cli]") {
  CHECK(parsed_with("# nothing\n\n[search]\n", {"x"}).settings);
  CHECK(parsed_with("", {"x"}).settings);
  CHECK(parse_options({"x"}, "/nonexistent/config.toml").settings);
}

TEST_CASE("config file: a mistake is one sentence with the file's name, and exit code 2", "[cli]") {
  struct Row {
    const char* content;
    const char* message;
  };
  for (const Row& row : {
           Row{"[search]\nlimt=3\n", "unknown setting 'search.limt'"},
           {"[serach]\nlimit=3\n", "unknown setting 'serach'"},
           {"limit=3\n", "unknown setting 'limit'"},
           {"[search]\nsort=\"newst\"\n", "newst"},
           {"[search]\nlimit=\"many\"\n", "--limit many: must be a number of hits"},
       }) {
    INFO(row.content);
    const auto parsed = parsed_with(row.content, {"x"});
    CHECK_FALSE(parsed.settings);
    CHECK(parsed.exit_code == 2);
    CHECK(parsed.err.starts_with("trawl: "));
    CHECK(parsed.err.contains(row.message));
    CHECK(std::ranges::count(parsed.err, '\n') == 1);
  }
}
