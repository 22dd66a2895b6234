// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/robots/robots.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/standards/cases.h"

using trawl::fetch::Robots;
using trawl::standards::Json;

namespace {

/// The input is {"lines", "agent"} of a robots.txt, or {"status"} of a response without one.
Robots robots_of(const Json& input) {
  if (input.contains("status")) return Robots::unavailable(input["status"]);
  std::string body;
  for (const std::string line : input["lines"]) body += line + input.value("line_end", "\n");
  return Robots::parse(body, input.value("agent", "trawl"));
}

} // namespace

TEST_CASE("standards: robots.txt is obeyed as in RFC 9309", "[standards]") {
  trawl::standards::check_cases("robots", [](const Json& input, const Json& expected) {
    const Robots robots = robots_of(input);
    Json allowed = Json::object();
    for (const auto& [path, value] : expected.items()) allowed[path] = robots.allows(path);
    return allowed;
  });
}
