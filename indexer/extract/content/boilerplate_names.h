// SPDX-License-Identifier: GPL-3.0-or-later
/// What the class and id names of an element tell about its purpose, word by word.
///
/// Names are split at hyphens, underscores and humps, and read as words and as pairs of neighbours, so that "sidebar"
/// is found in every spelling and "shared" is not "share".
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

/// What a name says about an element. One element can have several.
enum Role : std::uint8_t {
  kNoRole = 0,
  kChrome = 1,   ///< furniture, whatever it holds
  kMinor = 2,    ///< furniture when it holds no running text: meta lines, captions, labels
  kComments = 4, ///< readers' comments
  kContent = 8,  ///< named as the article's body
  kPost = 16,    ///< one of many: a post of a forum, an answer, a comment
  kLayout = 32,  ///< a furniture's name with that of a box: "content-and-sidebar-container"
  kNotice = 64,  ///< a note or warning of the text, however short: "alert alert-info", "admonition tag"
};

/// The roles that a value of class (several names) or id gives.
std::uint8_t roles_of_name(std::string_view value);

} // namespace trawl::extract
