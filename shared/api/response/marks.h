// SPDX-License-Identifier: GPL-3.0-or-later
/// Marked text as HTML.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// `text` escaped, with each mark inside <mark>…</mark>: the only markup there ever is. Marks that do not fit the text
/// are left out.
std::string marked_html(std::string_view text, const std::vector<search::Mark>& marks);

/// The marks in code points rather than bytes. Linear.
std::vector<search::Mark> marks_in_code_points(std::string_view text, const std::vector<search::Mark>& marks);

/// `url` if it is one a page may link to (http or https), else empty.
std::string_view linkable(std::string_view url);

} // namespace trawl::api
