// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/parameters.h"

#include <array>
#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::api;

namespace {

std::string value_of(const std::string& raw) {
  const auto parameters = parse_query_string("q=" + raw);
  return parameters && !parameters->empty() ? parameters->front().value : "(refused)";
}

} // namespace

TEST_CASE("parameters: a query string is decoded once", "[api]") {
  CHECK(value_of("a+b%20c") == "a b c");
  CHECK(value_of("%2525") == "%25");
  CHECK(value_of("caf%C3%A9") == "café");
  CHECK(value_of("a=b=c") == "a=b=c");
  CHECK(value_of("") == "");
  CHECK(*parse_query_string("") == Parameters{});
  CHECK(*parse_query_string("&&a=1&&b&") == Parameters{{"a", "1"}, {"b", ""}});
}

TEST_CASE("parameters: two pluses after a letter are literal", "[api]") {
  CHECK(value_of("C++") == "C++");
  CHECK(value_of("C%2B%2B") == "C++");
  CHECK(value_of("c+++vector") == "c++ vector");
  CHECK(value_of("c++&limit=1") == "c++");
  CHECK(value_of("a++b") == "a  b");
  CHECK(value_of("8++") == "8  ");
  CHECK(value_of("flash+attention") == "flash attention");
  CHECK(value_of("++") == "  ");
}

TEST_CASE("parameters: an error about bad encoding names the parameter", "[api]") {
  for (const char* raw : {"%", "%4", "%zz", "a%", "%00", "%ff", "%C3", "%ED%A0%80", "\xff"}) {
    INFO(raw);
    const auto parameters = parse_query_string(std::string("tag=") + raw);
    REQUIRE_FALSE(parameters);
    CHECK(parameters.error().status == 400);
    CHECK(parameters.error().errors.front().parameter == "tag");
  }
  CHECK_FALSE(parse_query_string("%zz=1"));
  std::string many;
  for (int i = 0; i < 201; ++i) many += "a=1&";
  CHECK_FALSE(parse_query_string(many));
}

TEST_CASE("parameters: any parameters survive a round trip through a query string", "[api]") {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    Parameters parameters;
    for (int i = 0; i < 4; ++i) {
      std::string text;
      for (int k = 0; k < 8; ++k) text += static_cast<char>(1 + random() % 127);
      parameters.push_back({"n" + std::to_string(i), text + "ü漢"});
    }
    const auto read = parse_query_string(to_query_string(parameters));
    REQUIRE(read);
    CHECK(*read == parameters);
  }
}

TEST_CASE("parameters: a JSON body has the same names, and lists that are never split", "[api]") {
  const auto read =
      parse_json_body(R"({"q": "a,b", "limit": 5, "explain": true, "tag": ["x,y", "-z"], "after": null})");
  REQUIRE(read);
  // Members come in the order of their names.
  CHECK(*read ==
        Parameters{{"explain", "true"}, {"limit", "5"}, {"q", "a,b"}, {"tag", "x,y", true}, {"tag", "-z", true}});
  CHECK(parse_json_body("{}")->empty());
}

TEST_CASE("parameters: a body that is not an object of parameters is rejected", "[api]") {
  for (const char* body :
       {"", "[]", "\"q\"", "{", "{\"q\": {}}", "{\"q\": [[1]]}", "{\"q\": \"\xff\"}", "{\"q\": \"\\u0000\"}", "{} x"}) {
    INFO(body);
    const auto read = parse_json_body(body);
    REQUIRE_FALSE(read);
    CHECK(read.error().type == "bad-body");
    CHECK(read.error().status == 400);
  }
  CHECK_FALSE(parse_json_body(std::string(60'000, '[')));
  CHECK(parse_json_body(std::string(70'000, ' ')).error().status == 413);
}
