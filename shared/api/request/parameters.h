// SPDX-License-Identifier: GPL-3.0-or-later
/// The parameters of a request, from a query string (application/x-www-form-urlencoded, decoded once) or a JSON body.
#pragma once

#include "shared/api/response/problem.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

struct Parameter {
  std::string name;
  std::string value;
  bool whole = false; ///< an element of a JSON list: never split at commas

  bool operator==(const Parameter&) const = default;
};

using Parameters = std::vector<Parameter>;

/// Parses the part of a URL after '?'. '+' means a space, except that "++" directly after a letter and before '&', '+'
/// or the end is literal (q=C++). Problem for invalid UTF-8, NUL, a '%' without two hex digits, or more than 200
/// parameters.
Answer<Parameters> parse_query_string(std::string_view raw);

/// Parses a JSON object whose members are strings, integers, booleans or lists of these. At most 64 kB and 32 levels.
Answer<Parameters> parse_json_body(std::string_view body);

/// Parses a JSON object with one member `name`: a list of such objects, from one to `most` of them.
Answer<std::vector<Parameters>> parse_json_list(std::string_view body, const std::string& name, std::size_t most);

/// A query string that parse_query_string reads back to the same parameters.
std::string to_query_string(const Parameters& parameters);

/// A value of a filter, in quotes if a comma would split it in two or a minus exclude it.
std::string quoted_value(const std::string& value);

/// The path of a request, decoded once. Problem as for a query string.
Answer<std::string> decode_path(std::string_view raw);

} // namespace trawl::api
