// SPDX-License-Identifier: GPL-3.0-or-later
/// The cases of a standard, as data: tests/data/standards/NAME.json.
///
/// Each case has an id, the clause it follows, an input and the expected result. If we deviate from the standard on
/// purpose, "expected" is our result, and "deviation" says how the standard differs and why. If a library is the reason
/// for the deviation, "standard" is the result with a newer version of it.
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace trawl::standards {

using Json = nlohmann::json;

/// Checks that `actual` gives the expected value of each case; a failure shows the id and clause. Only the members that
/// an expected object has are compared.
void check_cases(const std::string& name, const std::function<Json(const Json& input, const Json& expected)>& actual);

/// A string with one character for each byte, as U+0000 to U+00FF, to those bytes.
std::string to_bytes(const std::string& latin1);

} // namespace trawl::standards
