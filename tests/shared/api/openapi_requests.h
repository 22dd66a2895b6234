// SPDX-License-Identifier: GPL-3.0-or-later
/// Requests made from schema/openapi.json: every GET route under /v1 with each of its parameters, with values that its
/// schema allows and with others.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/url/percent_encoding.h"
#include "tests/shared/api/fake_engine.h"
#include "tests/support/source_tree.h"

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace trawl::test {

inline nlohmann::json schema_file(const std::string& name) {
  std::ifstream file(in_source_tree("schema/" + name));
  return nlohmann::json::parse(file);
}

/// The parameters of an operation, with each "$ref" resolved.
inline std::vector<nlohmann::json> parameters_of(const nlohmann::json& document, const nlohmann::json& operation) {
  std::vector<nlohmann::json> parameters;
  for (const auto& named : operation.value("parameters", nlohmann::json::array())) {
    const bool is_ref = named.contains("$ref");
    parameters.push_back(is_ref ? document.at(nlohmann::json::json_pointer(named["$ref"].get<std::string>().substr(1)))
                                : named);
  }
  return parameters;
}

inline std::string text_of(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Values for one parameter: the limits of its schema and just beyond, its choices and a misspelt one, its example.
inline std::vector<std::string> values_for(const nlohmann::json& parameter) {
  const nlohmann::json& schema = parameter.at("schema");
  const nlohmann::json& item = schema.contains("items") ? schema["items"] : schema;
  std::vector<std::string> values{
      "", "zzzzz", "-1", "99999999999999999999", "\xff", std::string("a\0b", 3), "a,-b,\"c,d\""};
  for (const auto& choice : item.value("enum", nlohmann::json::array())) {
    values.push_back(text_of(choice));
    values.push_back(text_of(choice) + "x");
  }
  for (const char* limit : {"minimum", "maximum"}) {
    if (!schema.contains(limit)) continue;
    const auto bound = schema[limit].get<long>();
    for (const long value : {bound - 1, bound, bound + 1}) values.push_back(std::to_string(value));
  }
  const nlohmann::json example = parameter.value("example", nlohmann::json());
  if (example.is_array()) {
    for (const auto& one : example) values.push_back(text_of(one));
  } else if (!example.is_null()) {
    values.push_back(text_of(example));
  }
  return values;
}

/// Values for {…} in a path.
inline std::vector<std::string> arguments_for(const std::string& path) {
  if (!path.contains('{')) return {""};
  std::vector<std::string> arguments{"zzzzz", "%2e%2e%2fetc", "%zz", "pytorsh"};
  if (path.starts_with("/v1/articles/")) {
    for (const char* id : {"0123456789abcdef", "00000000000000ff"}) arguments.emplace_back(id);
    arguments.push_back(FakeEngine().hits.front().article.id);
  }
  if (path.starts_with("/v1/facets/")) {
    for (const char* field : {"source", "tag", "author", "surce"}) arguments.emplace_back(field);
  }
  if (path.starts_with("/v1/sources/")) arguments.emplace_back("pytorch");
  return arguments;
}

/// Targets such as "/v1/search?limit=101".
inline std::vector<std::string> openapi_targets() {
  const nlohmann::json document = schema_file("openapi.json");
  std::vector<std::string> targets{"/v1/nothing", "/v1/search/", "/v1", "/v1/articles/"};
  for (const auto& [path, item] : document["paths"].items()) {
    if (!path.starts_with("/v1/") || !item.contains("get")) continue;
    const std::size_t open = path.find('{');
    for (const std::string& argument : arguments_for(path)) {
      std::string target = path;
      if (open != std::string::npos) target.replace(open, path.find('}') + 1 - open, argument);
      targets.push_back(target);
      targets.push_back(target + "?nosuch=1");
      targets.push_back(target + "?limit=1&limit=2");
      for (const auto& parameter : parameters_of(document, item["get"])) {
        if (parameter["in"] == "path") continue;
        for (const std::string& value : values_for(parameter)) {
          targets.push_back(target + "?" + parameter["name"].get<std::string>() + "=" + url::percent_encode(value));
        }
      }
    }
  }
  return targets;
}

inline std::string without_time(std::string body) {
  const std::size_t at = body.find("\"took_ms\"");
  return at == std::string::npos ? body : body.erase(at, body.find_first_of(",}", at) - at);
}

} // namespace trawl::test
