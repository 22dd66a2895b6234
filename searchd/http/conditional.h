// SPDX-License-Identifier: GPL-3.0-or-later
/// Conditional requests (RFC 9110 §13): weak tags, as equal answers differ in `took_ms`.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

/// W/"<generation>.<revision>.<program>.<hash of what was asked>". `asked` is the request in canonical form with its
/// resolved bounds of time.
std::string index_tag(const search::IndexState& state, std::string_view asked);

/// The tag of something that changes with the program alone, by a hash of its content.
std::string content_tag(std::string_view hash);

/// Whether an If-None-Match header names the tag: a list, or "*"; compared weakly.
bool matches_tag(std::string_view if_none_match, std::string_view tag);

} // namespace trawl::searchd
