// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers, ages and HTML of the API's answers as text for a terminal.
#pragma once

#include "cli/terminal.h"

#include <string>
#include <string_view>

namespace trawl::cli {

/// "1 article", "2 articles".
std::string plural(std::size_t count, const char* noun);

/// The age of an RFC 3339 time or day, e.g. "17 d"; "undated" for an empty one.
std::string age_of(std::string_view date);

/// The API's HTML as safe terminal text: entities decoded, <mark> shown as colour or dropped.
std::string from_html(const Style& style, std::string_view html);

} // namespace trawl::cli
