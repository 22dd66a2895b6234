// SPDX-License-Identifier: GPL-3.0-or-later
/// The media types in the Accept and Content-Type headers (RFC 9110 §12.5.1, §8.3).
#pragma once

#include <string_view>

namespace trawl::searchd {

/// Whether an Accept header asks for `type` by name, as browsers do for HTML.
bool names_type(std::string_view accept, std::string_view type);

/// Whether a Content-Type is JSON, with charset utf-8 if any.
bool is_json_type(std::string_view content_type);

} // namespace trawl::searchd
