// SPDX-License-Identifier: GPL-3.0-or-later
/// Highlighted text as HTML, and links that are safe to show.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// `text` escaped, with each mark inside <mark>…</mark>, the only markup in it. Marks outside the text are ignored.
std::string marked_html(std::string_view text, const std::vector<search::Mark>& marks);

/// `url` if it is safe to link to (http or https), else empty.
std::string_view linkable(std::string_view url);

} // namespace trawl::api
