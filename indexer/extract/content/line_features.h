// SPDX-License-Identifier: GPL-3.0-or-later
/// What single lines of a page say about themselves: sentence, date line, byline, "read also", "all rights reserved".
#pragma once

#include <string_view>

namespace trawl::extract {

/// Whether the text ends as sentences do, in any script (closing quotes and brackets are looked through).
bool ends_sentence(std::string_view text);

/// A heading or line after which nothing of the article follows: "Related articles", "Leave a comment".
bool is_end_mark(std::string_view text);

/// A line that is never part of an article's text: share and subscribe calls, image credits, "Advertisement".
bool is_furniture_line(std::string_view text);

/// A paragraph in which the publisher speaks of itself: commissions, rights, newsletters, who helped.
bool is_imprint(std::string_view text);

/// Whether the cue of a furniture line also begins ordinary sentences: "Next, …", "Share your findings with …".
bool may_begin_sentence(std::string_view text);

/// A short line of author, date, place, reading time.
bool is_byline(std::string_view text);

/// "Jane Doe is a staff writer …": a sentence about the person, not of the article.
bool is_about_person(std::string_view text, std::string_view name);

} // namespace trawl::extract
