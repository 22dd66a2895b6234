// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/standards/cases.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <set>

#include "shared/base/file.h"
#include "shared/base/utf8.h"
#include "tests/support/source_tree.h"

namespace trawl::standards {
namespace {

Json read_file_of(const std::string& name) {
  const auto text = read_file(trawl::test::in_source_tree("tests/data/standards/" + name + ".json"));
  REQUIRE(text);
  return Json::parse(*text);
}

/// `actual` with only the members that `expected` has, at every level.
Json reduced(const Json& actual, const Json& expected) {
  if (actual.is_object() && expected.is_object()) {
    Json result = Json::object();
    for (const auto& [key, value] : expected.items()) {
      if (actual.contains(key)) result[key] = reduced(actual[key], value);
    }
    return result;
  }
  if (!actual.is_array() || !expected.is_array() || actual.size() != expected.size()) return actual;
  Json result = Json::array();
  for (std::size_t i = 0; i < actual.size(); ++i) result.push_back(reduced(actual[i], expected[i]));
  return result;
}

} // namespace

void check_cases(const std::string& name, const std::function<Json(const Json&, const Json&)>& actual) {
  const Json file = read_file_of(name);
  REQUIRE_FALSE(file.at("standard").get<std::string>().empty());
  std::set<std::string> ids;
  for (const Json& one : file.at("cases")) {
    const std::string id = one.at("id");
    INFO(name << " " << id << ", clause " << one.at("clause").get<std::string>() << ", input " << one.at("input"));
    CHECK(ids.insert(id).second);
    const Json& expected = one.at("expected");
    // A newer version of a library may have fixed its deviation, and then gives the result in "standard".
    const Json found = reduced(actual(one.at("input"), expected), expected);
    if (!one.contains("standard") || found != one["standard"]) CHECK(found == expected);
  }
  CHECK_FALSE(ids.empty());
}

std::string to_bytes(const std::string& latin1) {
  std::string bytes;
  for (std::size_t at = 0; at < latin1.size();) bytes += static_cast<char>(utf8::next(latin1, at));
  return bytes;
}

} // namespace trawl::standards
