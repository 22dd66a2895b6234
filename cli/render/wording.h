// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers, ages and HTML of the API's answers as text for a terminal.
#pragma once

#include "cli/render/render.h"
#include "cli/terminal.h"

#include <string>
#include <string_view>

namespace trawl::cli {

/// "1 article", "2 articles".
std::string plural(std::size_t count, const char* noun);

/// What was searched for instead of what was typed: "results for 'kernel'; 'kernal' has 0 hits: --as-typed". Empty if
/// nothing was.
std::string correction_of(const Answer& search);

/// The age of an RFC 3339 time or day, e.g. "17 d"; "undated" for an empty one.
std::string age_of(std::string_view date);

/// The API's HTML as safe terminal text: entities decoded, <mark> shown as colour or dropped.
std::string from_html(const Style& style, std::string_view html);

} // namespace trawl::cli
