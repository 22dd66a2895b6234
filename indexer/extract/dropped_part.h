// SPDX-License-Identifier: GPL-3.0-or-later
/// A part of a page that is not in the article's text, and the reason.
#pragma once

#include <string>
#include <string_view>

namespace trawl::extract {

struct DroppedPart {
  std::string_view rule; ///< a short key of the rule: "link-line"
  std::string why;       ///< the evidence, for people: "a line that is almost only a link"
  std::string where;     ///< the path to the element: "main > article#post > div.share"
  std::string text;      ///< its first words
};

} // namespace trawl::extract
