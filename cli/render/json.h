// SPDX-License-Identifier: GPL-3.0-or-later
/// Access to the API's JSON, shared by the renderers.
#pragma once

#include "cli/terminal.h"

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace trawl::cli {

/// The string under `key`; empty if it is null, missing or not a string.
std::string text_at(const nlohmann::ordered_json& object, const char* key);

/// The number under `key`, or 0.
std::size_t number_at(const nlohmann::ordered_json& object, const char* key);

/// The strings of the list under `key`, joined.
std::string joined_at(const nlohmann::ordered_json& object, const char* key, std::string_view separator);

/// "1 article", "2 articles".
std::string plural(std::size_t count, const char* noun);

/// The age of an RFC 3339 time or day, e.g. "17 d"; "undated" for an empty one.
std::string age_of(std::string_view date);

/// The API's HTML as safe terminal text: entities decoded, <mark> shown as colour or dropped.
std::string from_html(const Style& style, std::string_view html);

} // namespace trawl::cli
