// SPDX-License-Identifier: GPL-3.0-or-later
/// An OpenSearch cluster as far as writing articles goes.
#pragma once

#include "shared/base/json.h"
#include "shared/opensearch/client.h"
#include "tests/support/scripted_server.h"

#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>

namespace trawl::test {

/// A cluster that accepts every request, unless a test changes that.
struct FakeCluster {
  using Json = opensearch::Json;
  using Request = ScriptedServer::Request;

  Json state = {};    ///< what was written last as such
  std::string served; ///< the index that the aliases have
  int joining = 0;    ///< so many searches are of a node that does not know the indices yet
  std::function<ScriptedServer::Reply(const Request&, int)>
      on_bulk; ///< of articles; the second argument counts these requests
  int bulks = 0;
  std::map<std::string, Json> taken; ///< by id: the document that was accepted; empty: the article is removed

  /// Accepts each line of a bulk request with a status.
  ScriptedServer::Reply accept(const Request& request, const std::function<int(const std::string& id)>& status) {
    Json items = Json::array();
    std::istringstream lines(request.body);
    for (std::string action, document; std::getline(lines, action) && std::getline(lines, document);) {
      const std::string id = parse_json(action).at("index").at("_id");
      const int code = status(id);
      items.push_back({{"index", {{"_id", id}, {"status", code}}}});
      if (code >= 300) items.back()["index"]["error"] = {{"type", "some_exception"}, {"reason", "because"}};
      if (code < 300) (id == "state" ? state : taken[id]) = parse_json(document);
    }
    return {200, json_text(Json{{"items", items}})};
  }

  ScriptedServer::Reply answer(const Request& request) {
    if (request.path.contains("/_bulk")) {
      const bool is_of_articles = !request.body.starts_with(R"({"index":{"_id":"state"}})");
      if (is_of_articles && on_bulk) return on_bulk(request, ++bulks);
      bulks += is_of_articles ? 1 : 0;
      return accept(request, [](const auto&) { return 201; });
    }
    if (request.path.contains("/_search")) {
      if (served.empty() || joining-- > 0) return {404, R"({"error": {"type": "index_not_found_exception"}})"};
      const Json hits = Json::array({Json{{"_index", served}, {"_source", state}}});
      return {200, json_text(Json{{"hits", {{"hits", hits}}}})};
    }
    if (request.path.contains("/_alias/")) return {served.empty() ? 404 : 200};
    if (request.path == "/_aliases") served = parse_json(request.body).at("/actions/0/add/index"_json_pointer);
    return {};
  }
};

} // namespace trawl::test
