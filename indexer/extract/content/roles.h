// SPDX-License-Identifier: GPL-3.0-or-later
/// What an element's tag, class, id, itemprop and ARIA role say about its purpose.
#pragma once

#include "indexer/html/dom.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

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

/// Reads the roles of the elements of one page. Reads the names that several elements share only once.
class RoleReader {
 public:
  explicit RoleReader(const html::Dom& dom) : dom_(dom) {}

  std::uint8_t roles_of(html::NodeId node);

 private:
  std::uint8_t roles_of_names(std::string_view names);

  const html::Dom& dom_;
  std::unordered_map<const char*, std::uint8_t> known_; ///< by the value of the attribute
};

} // namespace trawl::extract
