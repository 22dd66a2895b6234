// SPDX-License-Identifier: GPL-3.0-or-later
/// Marked text as HTML, and the escaping all HTML and XML here goes through.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// Appends `text` with & < > " ' escaped and control characters (but tab and newline) left out: right inside elements
/// and quoted attributes of HTML and XML.
void append_markup_escaped(std::string& out, std::string_view text);

std::string escape_markup(std::string_view text);

/// `text` escaped, with each mark inside <mark>…</mark>: the only markup there ever is. Marks that do not fit the text
/// are left out.
std::string marked_html(std::string_view text, const std::vector<search::Mark>& marks);

/// The marks in code points rather than bytes. Linear.
std::vector<search::Mark> marks_in_code_points(std::string_view text, const std::vector<search::Mark>& marks);

/// `url` if it is one a page may link to (http or https), else empty.
std::string_view linkable(std::string_view url);

} // namespace trawl::api
