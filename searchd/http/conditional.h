// SPDX-License-Identifier: GPL-3.0-or-later
/// Conditional requests (RFC 9110 §13). The tags are weak because equal answers differ in `took_ms`.
#pragma once

#include "searchd/http/http_message.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

/// W/"<generation>.<revision>.<program version>.<hash of `canonical`>".
std::string index_tag(const search::IndexState& state, std::string_view canonical);

/// The tag of content that changes only with the program.
std::string content_tag(std::string_view hash);

/// Whether an If-None-Match header, a list of tags or "*", matches `tag` by weak comparison.
bool matches_tag(std::string_view if_none_match, std::string_view tag);

/// Whether If-Modified-Since makes an answer with this Last-Modified unnecessary (RFC 9110 §13.1.3). A request with
/// If-None-Match is decided by that alone. False for an answer without the header.
bool is_unmodified(const HttpRequest& request, std::string_view last_modified);

} // namespace trawl::searchd
