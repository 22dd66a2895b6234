// SPDX-License-Identifier: GPL-3.0-or-later
/// Small helpers over the API's JSON, shared by the renderers.
#pragma once

#include "cli/terminal.h"

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace trawl::cli {

/// The string under `key`, or empty when it is null, missing or no string.
std::string text_at(const nlohmann::ordered_json& object, const char* key);

/// The number under `key`, or 0.
std::size_t number_at(const nlohmann::ordered_json& object, const char* key);

/// The strings of the list under `key`, joined.
std::string joined_at(const nlohmann::ordered_json& object, const char* key, std::string_view separator);

/// "17 d" and the like for an RFC 3339 time or day, seen from now; "undated" for an empty one.
std::string age_of(std::string_view date);

/// The API's marked HTML as safe terminal text: entities undone, <mark> as colour (or as nothing).
std::string from_html(const Style& style, std::string_view html);

} // namespace trawl::cli
