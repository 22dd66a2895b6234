// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/routes/route.h"

namespace trawl::api {

Answer<Parameters> RouteInput::parameters() const {
  auto all = parse_query_string(request.query);
  if (!all || (request.method != "POST" && request.method != "PUT")) return all;
  auto body = parse_json_body(request.body);
  if (!body) return body;
  all->insert(all->end(), body->begin(), body->end());
  return all;
}

std::string next_link(const Request& request, const Parameters& parameters, const std::string& cursor) {
  if (cursor.empty()) return {};
  Parameters next = parameters;
  std::erase_if(next, [](const Parameter& p) { return p.name == "cursor" || p.name == "offset"; });
  next.push_back({"cursor", cursor});
  return request.base_url + request.path + "?" + to_query_string(next);
}

Problem missing_article(Engine& engine, std::string_view id, const Error& error) {
  if (error.code != ErrorCode::NotFound) return to_problem(error);
  const auto is_gone = engine.is_removed(id);
  if (!is_gone) return to_problem(is_gone.error()); // the damage may be met only here
  return *is_gone ? http_problem(410, "This article was withdrawn or removed.") : to_problem(error);
}

bool takes(Methods methods, std::string_view method) {
  if (method == "POST") return methods == Methods::Post || methods == Methods::ReadOrPost;
  if (method == "PUT") return methods == Methods::ReadOrPut;
  return (method == "GET" || method == "HEAD") && methods != Methods::Post;
}

std::string_view names_of(Methods methods) {
  switch (methods) {
  case Methods::Read:
    return "GET, HEAD";
  case Methods::Post:
    return "POST";
  case Methods::ReadOrPut:
    return "GET, HEAD, PUT";
  case Methods::ReadOrPost:
    break;
  }
  return "GET, HEAD, POST";
}

} // namespace trawl::api
