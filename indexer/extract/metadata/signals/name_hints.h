// SPDX-License-Identifier: GPL-3.0-or-later
/// Keywords inside class and id attributes that hint at metadata: "post-byline", "relatedArticles", "entry-date".
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

/// Bits of name_hints.
enum NameHint : std::uint16_t {
  kNamesAuthor = 1, ///< byline, author, writer …
  kNamesDate = 2,   ///< date, time, published …
  kNamesUpdate = 4, ///< updated, modified …
  kNamesComments = 8,
  kNamesBoilerplate = 16, ///< side bars, menus, related lists, teasers, newsletters
  kNamesTitle = 32,       ///< title, headline
  kNamesProfile = 64,     ///< the author's picture, biography or social links: not the byline itself
  kNamesByline = 128,     ///< byline in the narrow sense, stronger than author
  kNamesKicker = 256,     ///< the topic line above a headline
};

/// The hints of all keywords in `name`, ignoring case. One step per byte (Aho and Corasick 1975, "Efficient String
/// Matching").
std::uint16_t name_hints(std::string_view name);

} // namespace trawl::extract
