// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of a page that are left out of the article's text, and why.
#pragma once

#include "indexer/html/dom.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// A part of a page that is not in the article's text, and the reason.
struct DroppedPart {
  std::string_view rule; ///< a short key of the rule: "link-line"
  std::string why;       ///< the evidence, for people: "a line that is almost only a link"
  std::string where;     ///< the path to the element: "main > article#post > div.share"
  std::string text;      ///< its first words
};

/// Part of the article, but not of its running text.
struct Caption {
  html::NodeId node = html::kNoNode;
  std::string text;
};

/// The basis of an element rule's decision.
enum class Basis : std::uint8_t {
  Evidence, ///< what the element is or contains, or where it is
  Name,     ///< only its names indicate boilerplate: element_removal.h decides
  Caption,  ///< it has the name of a caption and is beside an image: not text, but part of the article
};

/// The name of a removal rule, and the reason for its removals. Rules are constants, so the views are always valid.
struct RemovalReason {
  std::string_view name; ///< a short key: "link-line"
  std::string_view why;  ///< a phrase for people: "a line that is almost only a link"
  Basis basis = Basis::Evidence;
};

inline constexpr RemovalReason kCopyOfCode = {"copy-of-code", "the code above once more, for a button that copies it"};
inline constexpr RemovalReason kCellNumber = {"cell-number", "the number of a notebook's cell"};
inline constexpr RemovalReason kDataOfEmbed = {"embed-data", "data for a script: nothing but JSON"};

/// One removed element, or one removed block of text (`node` is then the block's element, or kNoNode).
struct Removal {
  html::NodeId node = html::kNoNode;
  const RemovalReason* reason = nullptr; ///< of a rule in element_removal.cpp, block_removal.cpp or main_content.cpp
  std::string text = {};                 ///< of a block; empty for an element
  std::string witness = {};              ///< what shows it on other pages: "div.date, on 12 of 14 pages"; may be empty
};

/// The element as a CSS selector: "div#top.share.wide".
std::string selector_of(const html::Dom& dom, html::NodeId node, bool with_id);

/// The removals in words, in document order; those without visible text are left out. Linear in the page.
std::vector<DroppedPart> report_removals(const html::Dom& dom, std::span<const Removal> removals);

} // namespace trawl::extract
