// SPDX-License-Identifier: GPL-3.0-or-later
/// The types that routes of the API use. Each route has a line in routes.inc and a function `read_NAME` in a file of
/// this folder; adding a route requires no other change.
#pragma once

#include "shared/api/engine/engine.h"
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

/// An HTTP request without the transport.
struct Request {
  std::string method = "GET";
  std::string path;                 ///< percent-encoded, as sent
  std::string query;                ///< the part after '?', as sent
  std::string body;                 ///< the JSON of a POST or PUT
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
  /// Equal for requests with the same meaning, whatever their spelling; changes with the clock if the answer does.
  /// Together with the state of the index it identifies the answer, so an ETag can be compared before searching.
  std::string canonical;
  /// Asks the engine. Contains everything that it needs.
  std::function<Answer<Response>(Engine&)> answer;
};

/// The input of a route's read function.
struct RouteInput {
  const Request& request;
  std::string argument; ///< the part of the path that matches {…}, decoded
  Moment now;           ///< a whole minute

  /// The parameters of the query string, then those of the JSON body of a POST or PUT.
  Answer<Parameters> parameters() const;
};

/// 404 of what the reader's memory has, where there is none.
inline Problem nothing_remembered() { return http_problem(404, "This server remembers nothing; see --read-only."); }

/// What may be done with a resource; OPTIONS always.
enum class Methods { Read, ReadOrPost, ReadOrPut, Post };

bool takes(Methods methods, std::string_view method);
/// "GET, HEAD, POST".
std::string_view names_of(Methods methods);

struct Route {
  std::string_view name;    ///< a label, e.g. in /metrics
  std::string_view pattern; ///< "/v1/articles/{id}/related"
  Methods methods = Methods::Read;
  Answer<PreparedRequest> (*read)(const RouteInput&) = nullptr;
};

/// 200. An answer that is not whole is not to be stored.
inline Response ok_response(std::string_view content_type, std::string body, bool is_whole) {
  Response response{200, std::string(content_type), std::move(body), {}};
  if (!is_whole) response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

inline Response json_response(std::string body, bool is_whole = true) {
  return ok_response(kJson, std::move(body), is_whole);
}

/// An engine's error as the problem to return.
inline std::unexpected<Problem> problem_of(const Error& error) { return std::unexpected(to_problem(error)); }

/// The absolute URL of the page after this one; empty without a cursor.
std::string next_link(const Request& request, const Parameters& parameters, const std::string& cursor);

/// The problem for an article that the engine did not return: 410 if it was withdrawn, 503 if that is not known,
/// else that of `error`.
Problem missing_article(Engine& engine, std::string_view id, const Error& error);

} // namespace trawl::api
