// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses and writes JSON (RFC 8259). nlohmann/json's parser and serializer are templates that each calling source
/// would compile again, which takes seconds; here they are compiled once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace trawl {

enum class JsonComments { Refused, Ignored };

/// Parses `text`; the result is_discarded() if it is not JSON. `guard` is called at the beginning and end of every
/// value, with its depth; if it returns false, the value is left out.
nlohmann::json parse_json(std::string_view text, const nlohmann::json::parser_callback_t& guard = nullptr,
                          JsonComments comments = JsonComments::Refused);

/// Like parse_json, but members keep their order.
nlohmann::ordered_json parse_ordered_json(std::string_view text);

/// Where `text` stops being JSON, in bytes from 1; 0 if it is JSON. Slow: for error messages.
std::size_t json_error_byte(std::string_view text);

/// The value on one line, or on several lines with `indent` spaces per level. Ill-formed UTF-8 becomes U+FFFD.
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

/// The string under `key`; empty if it is null, missing or not a string.
std::string text_at(const nlohmann::ordered_json& object, const char* key);

/// The number under `key`, or 0.
std::size_t number_at(const nlohmann::ordered_json& object, const char* key);

/// The strings of the list under `key`, joined.
std::string joined_at(const nlohmann::ordered_json& object, const char* key, std::string_view separator);

} // namespace trawl
