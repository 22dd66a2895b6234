// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/function_process.h"

#include "shared/base/file.h"
#include "shared/base/sibling_program.h"
#include "tests/support/temporary_directory.h"

#include <array>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using trawl::FunctionAnswer;
using trawl::FunctionProcess;

namespace {

/// The function of a script.
struct Script {
  explicit Script(const std::string& script) {
    REQUIRE(trawl::write_file_atomic(directory.data().root / "script.js", script));
  }

  trawl::test::TemporaryDirectory directory;
  FunctionProcess function{{trawl::path_of_part("trawl-script"), directory.data().root / "script.js"}};
};

} // namespace

TEST_CASE("function process: another program answers, and what it answered is known", "[base]") {
  Script greet("(function (name, mark) { return 'Hello ' + name + mark; })");
  const std::string name(300'000, 'a');
  CHECK_FALSE(greet.function.known(name, "!"));
  const FunctionAnswer first = greet.function.call(name, "!");
  CHECK(first.text == "Hello " + name + "!");
  CHECK(first.took.count() > 0);
  const FunctionAnswer again = greet.function.call(name, "!");
  CHECK(again.text == first.text);
  CHECK(again.took.count() == 0);
  CHECK(greet.function.call(name, "?").text == "Hello " + name + "?");
}

TEST_CASE("function process: many long answers, to long texts, are known", "[base]") {
  Script drawn("(function (text) { return new Array(20000).join('<mi>a</mi>') + text.slice(0, 9); })");
  const std::string rest(10'000, 'a');
  for (int i = 0; i < 200; ++i) REQUIRE(drawn.function.call(std::to_string(i) + rest, "").text.size() > 100'000);
  for (int i = 0; i < 200; ++i) CHECK(drawn.function.known(std::to_string(i) + rest, "")); // 20 MB
}

TEST_CASE("function process: what does not end is ended once, also where it cannot be interrupted", "[base]") {
  Script endless("(function (text) { if (text === 'loop') for (;;) {}"
                 "if (text === 'match') /^(a|b|ab)*c$/.test(new Array(200).join('ab')); return text; })");
  for (const char* text : {"loop", "match"}) {
    const FunctionAnswer cut = endless.function.call(text, "");
    CHECK(cut.is_cut);
    CHECK(cut.text.empty());
    CHECK(cut.took == trawl::kLongestCall);
    CHECK(endless.function.call("b", text).text == "b"); // by another process
    const FunctionAnswer again = endless.function.call(text, "");
    CHECK(again.is_cut);
    CHECK(again.took.count() == 0);
  }
}

TEST_CASE("function process: many threads call at once", "[base]") {
  Script twice("(function (text) { if (text === '13') for (;;) {} return text + text; })");
  std::array<std::string, 40> answers;
  {
    std::vector<std::jthread> threads;
    for (std::size_t first = 0; first < 4; ++first) {
      threads.emplace_back([&, first] {
        for (std::size_t i = first; i < answers.size(); i += 4)
          answers[i] = twice.function.call(std::to_string(i), "").text;
      });
    }
  }
  for (std::size_t i = 0; i < answers.size(); ++i)
    CHECK(answers[i] == (i == 13 ? "" : std::to_string(i) + std::to_string(i)));
}

TEST_CASE("function process: without the program there is no answer, and none is kept", "[base]") {
  FunctionProcess missing({"/nowhere/at-all"}), ends({"/bin/true"});
  for (FunctionProcess* process : {&missing, &ends}) {
    const FunctionAnswer answer = process->call("a", "");
    CHECK(answer.text.empty());
    CHECK_FALSE(answer.is_cut);
    CHECK_FALSE(process->known("a", ""));
  }
}
