// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/json.h"

#include <catch2/catch.hpp>

using trawl::json_error_byte;
using trawl::json_text;
using trawl::parse_json;
using trawl::parse_ordered_json;

TEST_CASE("JSON: invalid JSON gives a discarded value, not an exception", "[base]") {
  for (const char* text :
       {"", " ", "{", "[1,]", "{\"a\":1,}", "nul", "1 2", "// a\n1", "\"\xff\"", "6e66666666", "[1, -1e999]"}) {
    INFO(text);
    CHECK(parse_json(text).is_discarded());
    CHECK(parse_ordered_json(text).is_discarded());
    CHECK(json_error_byte(text) > 0);
  }
}

TEST_CASE("JSON: the error position is where the text stops being JSON", "[base]") {
  CHECK(json_error_byte("{\"a\": 1}") == 0);
  CHECK(json_error_byte("[1, x]") == 5);
  CHECK(json_error_byte("[1, 2") == 6);
  CHECK(json_error_byte("[1, 2e999, 3]") == 9); // too large for a double
}

TEST_CASE("JSON: comments are ignored only where they are allowed", "[base]") {
  CHECK(parse_json("/* a */ [1] // b", nullptr, trawl::JsonComments::Ignored) == nlohmann::json{1});
  CHECK(parse_json("/* a */ [1]").is_discarded());
}

TEST_CASE("JSON: a guard can leave out values that are nested too deep", "[base]") {
  const auto shallow = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) { return depth < 2; };
  CHECK(json_text(parse_json(R"({"a": [1], "b": 2, "c": {"d": {"e": 1}}})", shallow)) == R"({"a":[],"b":2,"c":{}})");
}

TEST_CASE("JSON: members keep their order, or are sorted", "[base]") {
  CHECK(json_text(parse_ordered_json(R"({"b": 1, "a": 2})")) == R"({"b":1,"a":2})");
  CHECK(json_text(parse_json(R"({"b": 1, "a": 2})")) == R"({"a":2,"b":1})");
}

TEST_CASE("JSON: ill-formed UTF-8 is written as U+FFFD", "[base]") {
  CHECK(json_text(nlohmann::json("a\xff"
                                 "b")) == "\"a\xef\xbf\xbd"
                                          "b\"");
}

TEST_CASE("JSON: indented text has a line for each member", "[base]") {
  CHECK(json_text(parse_json(R"({"a": [1]})"), 2) == "{\n  \"a\": [\n    1\n  ]\n}");
}

TEST_CASE("JSON: a value of another type counts as missing", "[base]") {
  const nlohmann::ordered_json object = {
      {"text", "t"}, {"number", 3}, {"list", {"a", 1, "b", nullptr}}, {"null", nullptr}};
  CHECK(text_at(object, "text") == "t");
  for (const char* key : {"number", "list", "null", "nosuch"}) CHECK(text_at(object, key).empty());
  CHECK(number_at(object, "number") == 3);
  for (const char* key : {"text", "list", "null", "nosuch"}) CHECK(number_at(object, key) == 0);
  CHECK(joined_at(object, "list", ", ") == "a, b");
  for (const char* key : {"text", "number", "null", "nosuch"}) CHECK(joined_at(object, key, ",").empty());
}
