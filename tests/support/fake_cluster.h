// SPDX-License-Identifier: GPL-3.0-or-later
/// An OpenSearch cluster as far as writing articles goes.
#pragma once

#include "shared/base/json.h"
#include "shared/opensearch/client.h"
#include "tests/support/scripted_server.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace trawl::test {

/// A cluster without state that accepts every request, unless a test changes that.
struct FakeCluster {
  opensearch::Json state = {}; ///< of the store, if it has written before; its index is there, too
  std::function<ScriptedServer::Reply(const ScriptedServer::Request&, int)>
      on_bulk; ///< the second argument counts the bulk requests
  int bulks = 0;
  int unaware = 0;                          ///< how many refreshes are answered by a node that is just rejoining
  std::map<std::string, std::string> taken; ///< by id: the action that was accepted

  /// Accepts each action of a bulk request with a status.
  ScriptedServer::Reply accept(const ScriptedServer::Request& request,
                               const std::function<int(const std::string& id)>& status) {
    opensearch::Json items = opensearch::Json::array();
    std::size_t begin = 0;
    while (begin < request.body.size()) {
      const std::size_t end = request.body.find('\n', begin);
      const opensearch::Json line = parse_json(request.body.substr(begin, end - begin));
      begin = end + 1;
      const std::string action = line.items().begin().key(), id = line.front().at("_id");
      if (action != "delete") begin = request.body.find('\n', begin) + 1;
      const int code = status(id);
      if (code < 300) taken[id] = action;
      items.push_back({{action, {{"_id", id}, {"status", code}}}});
      if (code >= 300) items.back()[action]["error"] = {{"type", "some_exception"}, {"reason", "because"}};
    }
    return {200, json_text(opensearch::Json{{"items", items}})};
  }

  ScriptedServer::Reply answer(const ScriptedServer::Request& request) {
    if (request.path.contains("/_bulk")) {
      if (on_bulk) return on_bulk(request, ++bulks);
      return accept(request, [](const auto&) { return 201; });
    }
    if (request.path.contains("/_refresh") && unaware-- > 0) {
      return {404, R"({"error": {"type": "index_not_found_exception", "reason": "no such index"}})"};
    }
    if (request.method == "HEAD") return {state.is_null() ? 404 : 200, ""};
    if (request.path.contains("/_doc/store-") && request.method == "GET") {
      if (state.is_null()) return {404, "{}"};
      return {200, json_text(opensearch::Json{{"_source", state}})};
    }
    if (request.path.contains("/_doc/store-")) state = parse_json(request.body);
    return {};
  }
};

} // namespace trawl::test
