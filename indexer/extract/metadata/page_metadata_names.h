// SPDX-License-Identifier: GPL-3.0-or-later
/// What the words inside class and id attributes hint at ("post-byline", "relatedArticles", "entry-date").
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
  kNamesChrome = 16,  ///< side bars, menus, related lists, teasers, newsletters
  kNamesTitle = 32,   ///< title, headline
  kNamesProfile = 64, ///< the author's picture, biography, social links: not the byline itself
  kNamesKicker = 256, ///< the topic line above a headline
  kNamesByline = 128, ///< byline in the narrow sense, stronger than author
};

/// The hints of all keywords found anywhere in `name`, without case. One step per byte (Aho and Corasick 1975).
std::uint16_t name_hints(std::string_view name);

} // namespace trawl::extract
