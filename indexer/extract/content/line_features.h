// SPDX-License-Identifier: GPL-3.0-or-later
/// Features of the wording of a single line: whether it is a byline, a button, the end of the article.
#pragma once

#include <string_view>

namespace trawl::extract {

/// Whether the line is a button, a call to share or subscribe, an image credit or the like: "Advertisement".
bool is_boilerplate_line(std::string_view text);

/// Whether the publisher writes about itself in the paragraph: commissions, rights, newsletters, contributors.
bool is_publisher_notice(std::string_view text);

/// Whether the line is a short one with author, date, place or reading time.
bool is_byline(std::string_view text);

} // namespace trawl::extract
