// SPDX-License-Identifier: GPL-3.0-or-later
/// Errors of the API: Problem Details for HTTP APIs (RFC 9457), application/problem+json. The JSON's schema is
/// schema/openapi.json (Problem).
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
  std::string detail;     ///< a sentence without the parameter's name
  std::string suggestion; ///< the nearest known name or value, or empty
};

struct Problem {
  std::string type; ///< last segment of the type's URI: bad-parameter, not-found, …
  int status = 500;
  std::string detail;
  std::vector<ParameterError> errors;
  std::string cause{}; ///< for an error of this machine, what happened: for the log, not for clients
};

/// An engine's error as a problem. Reveals nothing about the machine, such as paths.
Problem to_problem(const Error& error);

/// The 503 for a machine that is out of memory or open files.
Problem exhausted(std::string cause);

/// A problem of HTTP itself, with the type for `status`; "bad-request" for a status without its own type.
Problem http_problem(int status, std::string detail);

/// A 400 for wrong parameters. The detail is about the first.
Problem bad_parameters(std::vector<ParameterError> errors, std::string type = "bad-parameter");

/// "Bad parameter" for "bad-parameter".
std::string title_of(std::string_view type);

/// `instance` is the path of the request.
std::string problem_json(const Problem& problem, std::string_view instance);

/// A value, or the problem to answer instead.
template <typename T>
using Answer = std::expected<T, Problem>;

} // namespace trawl::api
