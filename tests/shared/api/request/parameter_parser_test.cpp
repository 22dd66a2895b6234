// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/parameter_parser.h"

#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::api;

namespace {

constexpr std::array<std::string_view, 3> kColours{"red", "green", "blue"};

/// The errors of a finished parser: "name=value", joined by blanks.
std::string errors_of(ParameterParser& parser) {
  const auto problem = parser.finish();
  if (!problem) return {};
  CHECK(problem->status == 400);
  CHECK(problem->type == "bad-parameter");
  std::string out;
  for (const ParameterError& error : problem->errors) {
    out += (out.empty() ? "" : " ") + error.parameter + "=" + error.value;
    CHECK(error.detail.ends_with('.'));
  }
  return out;
}

/// The items of a list: "a -b".
std::string items_of(const Parameters& parameters) {
  ParameterParser parser(parameters);
  std::string out;
  for (const auto& item : parser.list("x")) out += (item.excluded ? "[-" : "[") + item.value + "]";
  CHECK_FALSE(parser.finish());
  return out;
}

} // namespace

TEST_CASE("parameter parser: a single value may be repeated, but not with different values", "[api]") {
  struct Row {
    Parameters parameters;
    std::string value, errors;
  };
  const std::vector<Row> rows{
      {{}, "", ""},
      {{{"x", ""}}, "", ""},
      {{{"x", "a"}}, "a", ""},
      {{{"x", "a"}, {"x", "a"}}, "a", ""},
      {{{"x", ""}, {"x", "a"}}, "a", ""},
      {{{"x", "a"}, {"x", ""}}, "a", ""},
      {{{"x", "a"}, {"x", "b"}}, "a", "x=b"},
      {{{"x", "a"}, {"x", "b"}, {"x", "c"}}, "a", "x=b"}, // one error for one parameter
      {{{"X", "a"}}, "", "X="},                           // names are compared with case
      {{{"x", " a "}}, " a ", ""},
  };
  for (const Row& row : rows) {
    ParameterParser parser(row.parameters);
    CHECK(parser.text("x") == row.value);
    CHECK(errors_of(parser) == row.errors);
  }
}

TEST_CASE("parameter parser: lists are repeated, joined by commas, quoted and negated", "[api]") {
  struct Row {
    Parameters parameters;
    std::string items;
  };
  const std::vector<Row> rows{
      {{}, ""},
      {{{"x", ",, ,"}}, ""},
      {{{"x", "a,b"}, {"x", "c"}}, "[a][b][c]"},
      {{{"x", " a b , c "}}, "[a b][c]"},
      {{{"x", "-a,- b,--c"}}, "[-a][-b][--c]"},
      {{{"x", "-"}}, ""},
      {{{"x", "a-b"}}, "[a-b]"},
      {{{"x", R"("a,b",c)"}}, "[a,b][c]"},
      {{{"x", R"("say ""hi""",b)"}}, "[say \"hi\"][b]"},
      {{{"x", R"("")"}}, ""},
      {{{"x", R"("-a",-"b,c")"}}, "[-a][-b,c]"}, // quoted, the minus is part of the value
      {{{"x", R"("a"b,c)"}}, "[\"a\"b][c]"},     // more than a quoted value: taken as typed
      {{{"x", R"("open,a)"}}, "[\"open,a]"},     // a quote that never ends takes the rest
      {{{"x", "a,b", true}}, "[a,b]"},           // an element of a JSON list
      {{{"x", "-a", true}, {"x", R"("b")", true}}, "[-a][b]"},
  };
  for (const Row& row : rows) {
    INFO((row.parameters.empty() ? "" : row.parameters.front().value));
    CHECK(items_of(row.parameters) == row.items);
  }
}

TEST_CASE("parameter parser: numbers within their limits, and nothing else", "[api]") {
  struct Row {
    const char* value;
    std::size_t number; ///< 77 is the fallback
    const char* reason;
  };
  for (const Row& row :
       {Row{"", 77, ""}, Row{"5", 5, ""}, Row{"10", 10, ""}, Row{"007", 7, ""}, Row{"4", 77, "must be from 5 to 10"},
        Row{"11", 77, "must be from 5 to 10"}, Row{"99999999999999999999999", 77, "must be from 5 to 10"},
        Row{"-5", 77, "whole number"}, Row{"+5", 77, "whole number"}, Row{"5.0", 77, "whole number"},
        Row{" 5", 77, "whole number"}, Row{"5 ", 77, "whole number"}, Row{"0x5", 77, "whole number"},
        Row{"x", 77, "whole number"}, Row{"٥", 77, "whole number"}}) {
    INFO(row.value);
    const Parameters parameters{{"x", row.value}};
    ParameterParser parser(parameters);
    CHECK(parser.number("x", 77, 5, 10) == row.number);
    const auto problem = parser.finish();
    CHECK(problem.has_value() == (*row.reason != '\0'));
    if (problem) CHECK(problem->detail.contains(row.reason));
  }
}

TEST_CASE("parameter parser: flags are 1 or true, 0 or false", "[api]") {
  for (const bool fallback : {false, true}) {
    for (const char* value : {"", "1", "true", "0", "false", "yes", "TRUE", "2", "01"}) {
      CAPTURE(fallback, value);
      const Parameters parameters{{"x", value}};
      ParameterParser parser(parameters);
      const std::string text = value;
      const bool is_on = text == "1" || text == "true", is_off = text == "0" || text == "false";
      CHECK(parser.flag("x", fallback) == (is_on || (!is_off && fallback)));
      CHECK(errors_of(parser).empty() == (is_on || is_off || text.empty()));
    }
  }
}

TEST_CASE("parameter parser: a choice is one of the names, and a wrong one gets the nearest", "[api]") {
  const auto read = [](const char* value) {
    const Parameters parameters{{"x", value}};
    ParameterParser parser(parameters);
    const auto choice = parser.choice("x", kColours); // before `finish`
    return std::pair(choice, parser.finish());
  };
  CHECK(read("red").first == 0);
  CHECK(read("blue").first == 2);
  CHECK_FALSE(read("").first);
  CHECK_FALSE(read("").second);
  const auto [choice, problem] = read("gren");
  CHECK_FALSE(choice);
  REQUIRE(problem);
  CHECK(problem->errors.front().suggestion == "green");
  CHECK(problem->detail == "x=gren: must be one of red, green, blue. Did you mean green?");
  CHECK(read("RED").second->errors.front().suggestion.empty());
}

TEST_CASE("parameter parser: all errors are reported at once, in order, unknown names last", "[api]") {
  const Parameters parameters{{"colur", "red"}, {"size", "x"}, {"colour", "pink"}, {"", "1"}};
  ParameterParser parser(parameters);
  parser.number("size", 1, 1, 9);
  parser.choice("colour", kColours);
  parser.reject("size", "", "is wrong in another way.");
  CHECK(errors_of(parser) == "size=x colour=pink size= colur= =");
}
