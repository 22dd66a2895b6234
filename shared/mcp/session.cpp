// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/mcp/session.h"

#include <algorithm>
#include <array>

#include "shared/base/json.h"
#include "shared/base/version.h"

namespace trawl::mcp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kRevisions{"2025-06-18", "2025-03-26", "2024-11-05"}; // newest first

constexpr int kParseError = -32700, kInvalidRequest = -32600, kNoMethod = -32601, kInvalidParams = -32602;

constexpr const char* kInstructions = "Full-text search over articles about AI. Search first; read an article by its "
                                      "id or URL; cite articles by URL. Queries "
                                      "take \"phrases\", a OR b, -without, prefix*, title:word, author:\"Name\". "
                                      "Filters take values that list_values returns.";

Json error_of(const Json& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

Json result_of(const Json& id, Json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

Json initialized(const Json& params) {
  const auto wanted = params.find("protocolVersion");
  std::string revision(kRevisions.front());
  if (wanted != params.end() && wanted->is_string() &&
      std::ranges::find(kRevisions, wanted->get<std::string>()) != kRevisions.end())
    revision = wanted->get<std::string>();
  return {{"protocolVersion", revision},
          {"capabilities", {{"tools", Json::object()}}},
          {"serverInfo", {{"name", "trawl"}, {"title", "Trawl"}, {"version", TRAWL_VERSION}}},
          {"instructions", kInstructions}};
}

Json called(const Json& id, const Json& params, const Api& api) {
  const auto name = params.find("name"), arguments = params.find("arguments");
  if (name == params.end() || !name->is_string()) return error_of(id, kInvalidParams, "params.name must name a tool");
  const bool has_arguments = arguments != params.end() && !arguments->is_null();
  if (has_arguments && !arguments->is_object())
    return error_of(id, kInvalidParams, "params.arguments must be an object");
  const auto outcome = call_tool(name->get<std::string>(), has_arguments ? json_text(*arguments) : "{}", api);
  if (!outcome) return error_of(id, kInvalidParams, "unknown tool '" + name->get<std::string>() + "'");
  return result_of(
      id, {{"content", Json::array({{{"type", "text"}, {"text", outcome->text}}})}, {"isError", outcome->is_error}});
}

Json answer_of(const Json& id, const std::string& method, const Json& params, const Api& api) {
  if (method == "initialize") return result_of(id, initialized(params));
  if (method == "ping") return result_of(id, Json::object());
  if (method == "tools/list") return result_of(id, parse_ordered_json(tools_json(api)));
  if (method == "tools/call") return called(id, params, api);
  return error_of(id, kNoMethod, "unknown method '" + method + "'");
}

} // namespace

std::optional<std::string> answer(std::string_view message, const Api& api) {
  if (message.size() > kMaxMessageBytes)
    return json_text(error_of(nullptr, kInvalidRequest, "the message is too long"));
  const Json request = parse_ordered_json(message);
  if (request.is_discarded()) return json_text(error_of(nullptr, kParseError, "the message is not JSON"));
  const auto method = request.is_object() ? request.find("method") : request.end();
  if (!request.is_object() || request.value("jsonrpc", Json()) != "2.0")
    return json_text(error_of(nullptr, kInvalidRequest, "a message is an object with \"jsonrpc\": \"2.0\""));
  const auto id = request.find("id");
  if (id == request.end()) return std::nullopt; // a notification
  if (!id->is_string() && !id->is_number_integer())
    return json_text(error_of(nullptr, kInvalidRequest, "id must be text or an integer"));
  if (method == request.end() && (request.contains("result") || request.contains("error"))) return std::nullopt;
  if (method == request.end() || !method->is_string())
    return json_text(error_of(*id, kInvalidRequest, "method must be text"));
  const auto params = request.find("params");
  if (params != request.end() && !params->is_object())
    return json_text(error_of(*id, kInvalidParams, "params must be an object"));
  return json_text(answer_of(*id, method->get<std::string>(), params == request.end() ? Json::object() : *params, api));
}

} // namespace trawl::mcp
