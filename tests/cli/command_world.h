// SPDX-License-Identifier: GPL-3.0-or-later
/// A small index and a state folder of its own, and `trawl` commands run on them in this process.
#pragma once

#include "cli/commands/commands.h"
#include "cli/options.h"
#include "tests/support/articles.h"
#include "tests/support/captured_output.h"
#include "tests/support/environment.h"
#include "tests/support/index_of.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace trawl::test {

/// What a command did. `error` is empty if it gave an exit code.
struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string error;
};

class CommandWorld {
 public:
  explicit CommandWorld(const std::vector<Article>& articles) : index(articles) {}

  Outcome run(std::vector<std::string> words, bool with_data = true) {
    if (with_data) words.insert(words.end(), {"--data", index.data().root.string()});
    const auto parsed = cli::parse_options(std::move(words), "/nonexistent/config.toml");
    INFO(parsed.err);
    REQUIRE(parsed.settings);
    Result<int> code = 0;
    Outcome outcome;
    outcome.out = captured_output([&] { code = cli::run_command(*parsed.settings); });
    outcome.exit_code = code ? *code : exit_code_of(code.error().code);
    outcome.error = code ? "" : to_sentence(code.error());
    return outcome;
  }

  TestIndex index;
  Environment no_server{"TRAWL_SERVER", nullptr};
};

/// Ten articles about kernels by two sources, and one about agents. Newest last.
inline std::vector<Article> small_library() {
  std::vector<Article> library;
  for (std::size_t i = 0; i < 11; ++i) {
    Article made = article(i);
    const bool is_last = i == 10;
    made.title = is_last ? "Agents that ask" : "Kernel number " + std::to_string(i);
    made.text = (is_last ? "Agents ask before they act. " : "A kernel for attention. ") + made.text;
    made.source = i % 2 == 0 ? "even" : "odd";
    made.tags = {is_last ? "agents" : "gpu"};
    made.language = "en";
    made.published =
        Date{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1} + std::chrono::days(i), DatePrecision::Day};
    library.push_back(made);
  }
  return library;
}

} // namespace trawl::test
