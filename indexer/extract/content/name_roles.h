// SPDX-License-Identifier: GPL-3.0-or-later
/// The purpose of an element according to its class and id names.
///
/// Names are split at hyphens, underscores and capital letters, and looked up as single words and as pairs of
/// neighbours: "sidebar" is found in every spelling, and "shared" is not "share".
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

/// The purpose of an element; one element can have several.
enum Role : std::uint8_t {
  kNoRole = 0,
  kBoilerplate = 1,     ///< boilerplate, whatever it contains: menus, share bars, related articles
  kWeakBoilerplate = 2, ///< boilerplate unless it contains running text: meta lines, captions, labels
  kComments = 4,        ///< readers' comments
  kContent = 8,         ///< the article's body
  kCaption = 16,        ///< the caption of an image, or who made it
  kNotice = 32,         ///< a note or warning that is part of the text, however short: "alert alert-info"
};

/// The roles given by the value of a class attribute (several names) or an id.
std::uint8_t roles_of_name(std::string_view value);

} // namespace trawl::extract
