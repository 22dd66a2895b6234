// SPDX-License-Identifier: GPL-3.0-or-later
/// Errors as the API tells them: Problem Details for HTTP APIs (RFC 9457), application/problem+json.
/// Its shape is schema/problem.schema.json.
#pragma once

#include "shared/base/result.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// One thing wrong with a request.
struct ParameterError {
  std::string parameter;
  std::string value;
  std::string detail;                  ///< a sentence without the parameter's name
  std::string suggestion;              ///< the nearest known name or value, or empty
  std::optional<std::size_t> position; ///< in code points of `value`
};

struct Problem {
  std::string type; ///< last part of the type's URI: bad-parameter, not-found, …
  int status = 500;
  std::string detail;
  std::vector<ParameterError> errors;
  std::string cause{}; ///< of an internal one: for the log, never for the client
};

/// Of the engine's errors. Nothing of this machine is told: no paths, no names of files.
Problem to_problem(const Error& error);

/// Of requests that HTTP itself refuses, by status: 404, 405, 406, 411, 413, 414, 415, 417, 421, 429, 431, 501 and 400.
Problem http_problem(int status, std::string detail);

/// A 400 for wrong parameters; the detail is the first one's.
Problem bad_parameters(std::vector<ParameterError> errors, std::string type = "bad-parameter");

/// "Bad parameter" for "bad-parameter".
std::string title_of(std::string_view type);

/// `instance`: the path that was asked for.
std::string problem_json(const Problem& problem, std::string_view instance);

template <typename T>
using Answer = std::expected<T, Problem>;

} // namespace trawl::api
