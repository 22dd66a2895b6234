// SPDX-License-Identifier: GPL-3.0-or-later
/// The phrases by which lines of boilerplate are recognised, in about thirty languages. ASCII letters are in lower
/// case; other letters are written as pages usually write them.
#pragma once

#include <span>
#include <string_view>

namespace trawl::extract {

/// Begin a line or heading that follows the article: "related articles", "leave a comment".
std::span<const std::string_view> end_marker_phrases();

/// Begin a line of boilerplate: "share this", "photo by", "advertisement".
std::span<const std::string_view> boilerplate_phrases();

/// Those of boilerplate_phrases that also begin ordinary sentences: "next", "learn more".
std::span<const std::string_view> sentence_beginnings();

/// Occur anywhere in a paragraph in which the publisher writes about itself: "we may earn a commission".
std::span<const std::string_view> publisher_phrases();

/// Begin a line that names the author or the date: "by", "updated".
std::span<const std::string_view> byline_beginnings();

/// Months, mostly cut to three letters, as they occur in dates.
std::span<const std::string_view> month_names();

} // namespace trawl::extract
