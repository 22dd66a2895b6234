// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/script/script_function.h"

#include <catch2/catch.hpp>

using trawl::script::compiled_script;
using trawl::script::ScriptFunction;

TEST_CASE("script: the last script's value is the function, which sees what the others made", "[script]") {
  ScriptFunction greet(
      {"var words = { hello: 'Hello' };", "(function (name, mark) { return words.hello + name + mark; })"});
  CHECK(greet.call(" Ada", "!") == "Hello Ada!");
  CHECK(greet.call(" Ada", "?") == "Hello Ada?");
}

TEST_CASE("script: what throws, is no text or cannot be loaded gives nothing, and the next call works", "[script]") {
  ScriptFunction half(
      {"(function (text) { if (text === 'a') throw new Error('a'); if (text === 'b') return 7; return text; })"});
  CHECK(half.call("a", "").empty());
  CHECK(half.call("b", "").empty());
  CHECK(half.call("c", "") == "c");
  CHECK(ScriptFunction({"this is no script"}).call("a", "").empty());
  CHECK(ScriptFunction({"7"}).call("a", "").empty());
}

TEST_CASE("script: a call that takes too much memory ends, and the next one works", "[script]") {
  ScriptFunction greedy({"(function (text) { while (text[0] === 'a') text += text; return text; })"});
  CHECK(greedy.call("a", "").empty());
  CHECK(greedy.call("b", "") == "b");
}

TEST_CASE("script: a compiled script does what its source does", "[script]") {
  const std::string words = compiled_script("var words = { hello: 'Hello' };"),
                    function = compiled_script("(function (name, mark) { return words.hello + name + mark; })");
  CHECK(ScriptFunction({words, function}).call(" Ada", "!") == "Hello Ada!");
  CHECK(ScriptFunction({words, "(function (name, mark) { return words.hello + mark + name; })"}).call("A", "!") ==
        "Hello!A");
  CHECK(ScriptFunction({compiled_script("throw new Error('a')")}).call("a", "").empty());
  CHECK(ScriptFunction({compiled_script("7")}).call("a", "").empty());
  CHECK(compiled_script("this is no script").empty());
}
