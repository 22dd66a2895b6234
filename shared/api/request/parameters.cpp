// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/parameters.h"
#include "shared/base/ascii.h"
#include "shared/base/hex.h"
#include "shared/base/json.h"
#include "shared/url/percent_encoding.h"

#include "shared/base/utf8.h"

#include <optional>

namespace trawl::api {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxParameters = 200;
constexpr std::size_t kMaxBodyBytes = 64 * 1024;
constexpr std::size_t kMaxDepth = 32;

std::unexpected<Problem> undecodable(std::string_view name, std::string detail) {
  return std::unexpected(bad_parameters({{utf8::repair(name), "", std::move(detail), ""}}));
}

/// Whether the "++" at `i` is literal: "C++" or "g++ -O2" typed into an address bar.
bool is_literal_plus_plus(std::string_view raw, std::size_t i) {
  if (i == 0 || !ascii::is_alpha(raw[i - 1]) || !raw.substr(i).starts_with("++")) return false;
  return i + 2 == raw.size() || raw[i + 2] == '+';
}

/// Decodes percent-encoding, and '+' if `form`. `name` is for the error.
Answer<std::string> decode(std::string_view raw, std::string_view name, bool form) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (form && is_literal_plus_plus(raw, i)) {
      out += "++";
      ++i;
    } else if (form && raw[i] == '+') {
      out += ' ';
    } else if (raw[i] == '%') {
      const int high = i + 1 < raw.size() ? hex_value(raw[i + 1]) : -1;
      const int low = i + 2 < raw.size() ? hex_value(raw[i + 2]) : -1;
      if (high < 0 || low < 0)
        return undecodable(name, "has a % without two hex digits after it; write %25 for a percent sign.");
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += raw[i];
    }
  }
  if (out.contains('\0')) return undecodable(name, "contains a NUL character.");
  if (!utf8::is_valid(out)) return undecodable(name, "is not valid UTF-8.");
  return out;
}

std::unexpected<Problem> bad_body(std::string detail, std::string member = "body") {
  return std::unexpected(bad_parameters({{std::move(member), "", std::move(detail), ""}}, "bad-body"));
}

/// The deepest nesting of brackets outside strings.
std::size_t depth_of(std::string_view body) {
  std::size_t depth = 0, deepest = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (in_text && c == '\\')
      ++i;
    else if (c == '"')
      in_text = !in_text;
    else if (in_text)
      continue;
    else if (c == '{' || c == '[')
      deepest = std::max(deepest, ++depth);
    else if ((c == '}' || c == ']') && depth > 0)
      --depth;
  }
  return deepest;
}

std::optional<std::string> scalar_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return json_text(value);
  return std::nullopt;
}

/// Appends the parameters of one member; false if its value has no form a parameter can have.
bool append_member(Parameters& out, const std::string& name, const json& value) {
  if (value.is_null()) return true;
  if (const auto text = scalar_text(value)) {
    out.push_back({name, *text});
    return true;
  }
  if (!value.is_array()) return false;
  for (const json& element : value) {
    const auto text = scalar_text(element);
    if (!text) return false;
    out.push_back({name, *text, true});
  }
  return true;
}

Answer<json> parse_body(std::string_view body) {
  if (body.size() > kMaxBodyBytes) return std::unexpected(http_problem(413, "The body is larger than 64 kB."));
  if (depth_of(body) > kMaxDepth) return bad_body("is nested more than 32 levels deep.");
  json document = parse_json(body);
  if (document.is_discarded()) return bad_body("is not valid JSON (RFC 8259) in UTF-8.");
  return document;
}

Answer<Parameters> members_of(const json& object) {
  if (!object.is_object()) return bad_body("must be a JSON object whose members are parameters.");
  Parameters parameters;
  for (const auto& [name, value] : object.items()) {
    if (!append_member(parameters, name, value)) {
      return bad_body("must be a string, an integer, true, false, or a list of these.", name);
    }
  }
  for (const Parameter& parameter : parameters) {
    if (parameter.value.contains('\0')) return bad_body("contains a NUL character.", parameter.name);
  }
  return parameters;
}

} // namespace

Answer<Parameters> parse_query_string(std::string_view raw) {
  Parameters parameters;
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find('&'), raw.size());
    const std::string_view pair = raw.substr(0, end);
    raw.remove_prefix(std::min(end + 1, raw.size()));
    if (pair.empty()) continue;
    if (parameters.size() == kMaxParameters) return undecodable("query", "has more than 200 parameters.");
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = decode(pair.substr(0, equals), pair.substr(0, equals), true);
    if (!name) return std::unexpected(name.error());
    auto value = decode(pair.substr(std::min(equals + 1, pair.size())), *name, true);
    if (!value) return std::unexpected(value.error());
    parameters.push_back({std::move(*name), std::move(*value)});
  }
  return parameters;
}

Answer<Parameters> parse_json_body(std::string_view body) {
  TRAWL_TRY(const json document, parse_body(body));
  return members_of(document);
}

Answer<std::vector<Parameters>> parse_json_list(std::string_view body, const std::string& name, std::size_t most) {
  TRAWL_TRY(const json document, parse_body(body));
  if (!document.is_object() || !document.contains(name) || document.size() != 1 || !document[name].is_array())
    return bad_body("must be a JSON object with the one member \"" + name + "\", a list.");
  const json& list = document[name];
  if (list.empty() || list.size() > most)
    return bad_body("has " + std::to_string(list.size()) + " elements; it may have 1 to " + std::to_string(most) + ".",
                    name);
  std::vector<Parameters> all;
  for (const json& element : list) {
    TRAWL_TRY(all.emplace_back(), members_of(element));
  }
  return all;
}

std::string to_query_string(const Parameters& parameters) {
  std::string out;
  for (const Parameter& parameter : parameters) {
    if (!out.empty()) out += '&';
    out += url::percent_encode(parameter.name) + '=' + url::percent_encode(parameter.value);
  }
  return out;
}

std::string quoted_value(const std::string& value) {
  if (value.find_first_of(",\"") == std::string::npos && !value.starts_with('-')) return value;
  std::string out = "\"";
  for (const char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

Answer<std::string> decode_path(std::string_view raw) { return decode(raw, "path", false); }

} // namespace trawl::api
