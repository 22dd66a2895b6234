// SPDX-License-Identifier: GPL-3.0-or-later
/// What a route of the API is made of. Each route has a line in routes.inc and a function `read_NAME` in a file of this
/// folder; nothing else has to change to add one.
#pragma once

#include "shared/api/engine.h"
#include "shared/api/request/parameters.h"
#include "shared/api/response/problem.h"
#include "shared/base/date_time.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::api {

inline constexpr std::string_view kJson = "application/json";
inline constexpr std::string_view kMarkdown = "text/markdown; charset=utf-8";

/// A request of HTTP, without the transport.
struct Request {
  std::string method = "GET";
  std::string path;                 ///< percent-encoded, as sent
  std::string query;                ///< the part after '?', as sent
  std::string body;                 ///< the JSON of a POST
  std::string base_url;             ///< what absolute links begin with, e.g. "http://127.0.0.1:7700"
  std::string accept_language = {}; ///< the languages that the reader prefers (RFC 9110, section 12.5.4); may be empty
};

struct Response {
  int status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers; ///< Link, Last-Modified
};

/// A request whose parameters have been read.
struct PreparedRequest {
  /// Equal for requests that mean the same, whatever their spelling; moves with the clock where the answer does. With
  /// the state of the index it identifies the answer, so an ETag can be compared before anything is searched.
  std::string canonical;
  /// Asks the engine. Holds all it needs.
  std::function<Answer<Response>(Engine&)> answer;
};

/// What a route reads.
struct RouteInput {
  const Request& request;
  std::string argument; ///< what stands for {…} in the path, decoded
  Moment now;           ///< a whole minute

  /// The parameters of the query string, then those of a POST's JSON body.
  Answer<Parameters> parameters() const;
};

struct Route {
  std::string_view name;       ///< a label, e.g. in /metrics
  std::string_view pattern;    ///< "/v1/articles/{id}/related"
  std::string_view media_type; ///< of a successful answer
  bool takes_post = false;
  Answer<PreparedRequest> (*read)(const RouteInput&) = nullptr;
};

/// 200 with JSON.
inline Response json_response(std::string body) { return {200, std::string(kJson), std::move(body), {}}; }

/// An engine's error as the problem to return.
inline std::unexpected<Problem> problem_of(const Error& error) { return std::unexpected(to_problem(error)); }

/// The absolute URL of the page after this one; empty without a cursor.
std::string next_link(const Request& request, const Parameters& parameters, const std::string& cursor);

/// What to say of an article that the engine did not give: 410 for one that was withdrawn, else `error` as a problem.
Problem missing_article(Engine& engine, std::string_view id, const Error& error);

} // namespace trawl::api
