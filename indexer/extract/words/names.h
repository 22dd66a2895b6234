// SPDX-License-Identifier: GPL-3.0-or-later
/// What the classes and the id of an element say about it, by the words of schema/words/names.txt.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace trawl::extract {

/// Bits: a name can say several things. The first eight are the roles of content, the others the hints of metadata.
enum NameSense : std::uint32_t {
  kNoRole = 0,
  kBoilerplate = 1,     ///< boilerplate, whatever it contains: menus, share bars, related articles
  kWeakBoilerplate = 2, ///< boilerplate unless it contains running text: meta lines, captions, labels
  kComments = 4,        ///< readers' comments
  kContent = 8,         ///< the article's body
  kCaption = 16,        ///< the caption of an image, or who made it
  kNotice = 32,         ///< a note or warning that is part of the text, however short: "alert alert-info"

  kNamesAuthor = 1 << 8,  ///< author, writer …
  kNamesByline = 1 << 9,  ///< byline in the narrow sense, stronger than author
  kNamesDate = 1 << 10,   ///< date, time, published …
  kNamesUpdate = 1 << 11, ///< updated, modified …
  kNamesTitle = 1 << 12,  ///< title, headline
  kNamesKicker = 1 << 13, ///< the topic line above a headline
  kNamesBeside = 1 << 14, ///< side bars, menus, related lists, teasers, newsletters: beside the article
};
inline constexpr std::uint32_t kAllRoles = 0xFF;

/// Looks up the names of one page's elements, those that several elements share only once.
class NameLookup {
 public:
  /// The senses of a class attribute (several names) or an id; `value` is a view of the page's Dom.
  std::uint32_t read(std::string_view value);

 private:
  std::unordered_map<const char*, std::uint32_t> known_; ///< by where the value begins
};

} // namespace trawl::extract
