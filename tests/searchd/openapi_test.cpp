// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/searchd/asked.h"

#include "shared/api/request/parameters.h"
#include "shared/url/percent_encoding.h"
#include "tests/shared/api/openapi_requests.h"
#include "tests/support/temporary_directory.h"

#include <set>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::test;
using nlohmann::json;

namespace {

/// Checks a value against as much of JSON Schema 2020-12 as our schemas use, but for patterns. `check` gives the first
/// thing wrong, as "path: what"; empty if the value is as the schema says.
class SchemaCheck {
 public:
  /// `root` is where "$ref" begins; must outlive the check.
  explicit SchemaCheck(const nlohmann::json& root) : root_(root) {}

  std::string check(const nlohmann::json& value, const nlohmann::json& schema, const std::string& path = "") const {
    if (schema.contains("$ref")) {
      const std::string ref = schema["$ref"];
      return check(value, root_.at(nlohmann::json::json_pointer(ref.substr(1))), path);
    }
    if (schema.contains("anyOf")) return check_any(value, schema["anyOf"], path);
    if (schema.contains("type") && !has_type(value, schema["type"])) return path + ": is no " + schema["type"].dump();
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end()) {
      return path + ": is none of " + schema["enum"].dump();
    }
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"]) return path + ": is too small";
    if (schema.contains("maximum") && value.is_number() && value > schema["maximum"]) return path + ": is too large";
    if (value.is_object() && schema.contains("properties")) return check_object(value, schema, path);
    if (value.is_array() && schema.contains("items")) return check_items(value, schema["items"], path);
    return {};
  }

 private:
  static bool has_type(const nlohmann::json& value, const nlohmann::json& type) {
    if (type.is_array()) return std::ranges::any_of(type, [&](const auto& one) { return has_type(value, one); });
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  std::string check_any(const nlohmann::json& value, const nlohmann::json& schemas, const std::string& path) const {
    std::string wrong;
    for (const auto& schema : schemas) {
      wrong = check(value, schema, path);
      if (wrong.empty()) return {};
    }
    return wrong;
  }

  std::string check_object(const nlohmann::json& value, const nlohmann::json& schema, const std::string& path) const {
    for (const auto& name : schema.value("required", nlohmann::json::array())) {
      if (!value.contains(name)) return path + ": has no " + name.dump();
    }
    for (const auto& [name, member] : value.items()) {
      if (!schema["properties"].contains(name)) {
        if (schema.value("additionalProperties", true)) continue;
        return path + ": may not have " + name;
      }
      const std::string wrong = check(member, schema["properties"][name], path + "/" + name);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  std::string check_items(const nlohmann::json& value, const nlohmann::json& schema, const std::string& path) const {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string wrong = check(value[i], schema, path + "/" + std::to_string(i));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  const nlohmann::json& root_;
};

json openapi() {
  Asked asked;
  return json::parse(asked.get("/openapi.json").body);
}

json resolved(const json& document, const json& parameter) {
  if (!parameter.contains("$ref")) return parameter;
  return document.at(json::json_pointer(parameter["$ref"].get<std::string>().substr(1)));
}

/// A parameter's example as it stands in a query string or path.
std::string example_text(const json& parameter) {
  const json& schema = parameter["schema"];
  json example = parameter.value("example", json());
  if (example.is_null() && schema.contains("enum")) example = schema["enum"].front();
  if (example.is_null() && schema.contains("default")) example = schema["default"];
  if (example.is_array()) example = example.front();
  if (example.is_null()) return {};
  return example.is_string() ? example.get<std::string>() : example.dump();
}

std::string checked(const json& value, const json& document, const json& schema) {
  return SchemaCheck(document).check(value, schema);
}

} // namespace

TEST_CASE("openapi: it lists the routes there are, and no others", "[openapi]") {
  std::set<std::string> described, served;
  const json document = openapi();
  for (const auto& [path, item] : document["paths"].items()) described.insert(path);
  for (const auto& route : trawl::searchd::all_routes()) {
    if (!route.pattern.empty()) served.insert(std::string(route.pattern));
  }
  CHECK(described == served);
  for (const auto& route : trawl::searchd::all_routes()) {
    if (route.pattern.empty()) continue;
    const json& item = document["paths"][std::string(route.pattern)];
    CHECK(item.contains("post") == api::takes(route.methods, "POST"));
    CHECK(item.contains("put") == api::takes(route.methods, "PUT"));
    CHECK(item.contains("get") == api::takes(route.methods, "GET"));
  }
}

TEST_CASE("openapi: what any operation answers else is a problem, which may ask the client to retry later",
          "[openapi]") {
  const json document = openapi();
  for (const auto& [path, item] : document["paths"].items()) {
    for (const auto& [method, operation] : item.items()) {
      INFO(method + " " + path);
      const json problem = resolved(document, operation["responses"].at("default"));
      CHECK(problem["headers"].contains("Retry-After"));
      CHECK(problem["content"].contains("application/problem+json"));
    }
  }
}

TEST_CASE("openapi: each parameter's example is accepted, and each answer is as described", "[openapi]") {
  Asked asked;
  const TemporaryDirectory memory;
  asked.engine.remember_for(trawl::api::Reader(memory.data(), true));
  const json document = openapi();
  for (const auto& [path, item] : document["paths"].items()) {
    if (!item.contains("get") || path == "/picture") continue; // no picture is kept here
    const json& get = item["get"];
    std::vector<std::string> queries{""};
    std::string target = path;
    for (const json& named : get.value("parameters", json::array())) {
      const json parameter = resolved(document, named);
      std::string example = example_text(parameter);
      if (parameter["in"] == "path") {
        if (path.starts_with("/v1/articles/")) example = first_id();
        target.replace(target.find('{'), target.find('}') + 1 - target.find('{'), example);
      } else if (parameter.value("required", false)) {
        queries = {"?" + parameter["name"].get<std::string>() + "=" + first_id() + "," + example};
      } else if (!example.empty() && parameter["name"] != "article") {
        queries.push_back(queries.front() + (queries.front().empty() ? "?" : "&") +
                          parameter["name"].get<std::string>() + "=" + trawl::url::percent_encode(example));
      }
    }
    for (const std::string& query : queries) {
      INFO(target + query);
      const auto response = asked.get(target + query);
      CHECK(response.status == 200);
      const json& content = get["responses"]["200"]["content"];
      if (!content.contains("application/json") || response.content_type != "application/json") continue;
      CHECK(checked(json::parse(response.body), document, content["application/json"]["schema"]) == "");
    }
  }
}

TEST_CASE("openapi: answers, problems and parameters of a search are as described", "[openapi]") {
  Asked asked;
  const json document = openapi();
  const json& schemas = document["components"]["schemas"];
  for (const char* query : {"", "?q=flash&facets=all", "?explain=1&per_source=2", "?highlight=none&fields=all",
                            "?source=a,-b&tag_all=c&after=2026&before=2027", "?after=2026&since=12h", "?limit=1",
                            "?limit=0", "?fields=text"}) {
    INFO(query);
    const json answer = json::parse(asked.get(std::string("/v1/search") + query).body);
    CHECK(checked(answer, document, schemas["SearchAnswer"]) == "");
  }
  for (const char* target : {"/v1/search?sort=newst&limit=900", "/nowhere", "/v1/search?q=%ff", "/v1/articles/x"}) {
    INFO(target);
    CHECK(checked(json::parse(asked.get(target).body), document, schemas["Problem"]) == "");
  }
  for (const auto& [name, property] : schemas["SearchParameters"]["properties"].items()) {
    INFO(name);
    CHECK_FALSE(asked.get("/v1/search?" + name + "=zzzzz").body.contains("unknown parameter"));
  }
}
