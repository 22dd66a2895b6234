// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/saved_searches.h"

#include "shared/base/file.h"

#include <catch2/catch.hpp>

#include <cstdlib>

#include "cli/commands/commands.h"

using namespace trawl;
using namespace trawl::cli;

TEST_CASE("saved searches: what is stored is read back, and a foreign file is refused", "[cli]") {
  std::string name = (std::filesystem::temp_directory_path() / "trawl-saved-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  const auto file = folder / "trawl/searches.json";
  CHECK(load_saved_searches(file)->empty());
  REQUIRE(
      store_saved_searches(file, {{"kernels", {{"q", "flash \"attention\""}, {"tag", "gpu"}}, {"0123456789abcdef"}}}));
  const auto searches = load_saved_searches(file);
  REQUIRE(searches);
  REQUIRE(searches->size() == 1);
  CHECK(searches->front().name == "kernels");
  CHECK(searches->front().parameters == Parameters{{"q", "flash \"attention\""}, {"tag", "gpu"}});
  CHECK(searches->front().seen.size() == 1);
  REQUIRE(write_file_atomic(file, "{}"));
  CHECK(load_saved_searches(file).error().code == ErrorCode::Malformed);
  std::filesystem::remove_all(folder);
}

TEST_CASE("saved searches: what is no UTF-8 is refused", "[cli]") {
  Settings settings;
  settings.command = "save";
  settings.words = {"name", "caf\xE9"};
  const auto saved = run_command(settings);
  REQUIRE_FALSE(saved);
  CHECK(saved.error().code == trawl::ErrorCode::Usage);
}

TEST_CASE("saved searches: what would be refused whenever it is asked is not saved", "[cli]") {
  Settings settings;
  settings.command = "save";
  settings.words = {"name", "((attention"};
  settings.parameters = {{"since", "7"}};
  auto saved = run_command(settings);
  REQUIRE_FALSE(saved);
  CHECK(saved.error().what.contains("--since 7:"));
  settings.parameters = {{"strict", "1"}};
  saved = run_command(settings);
  REQUIRE_FALSE(saved);
  CHECK(saved.error().what.contains("parenthesis"));
}
