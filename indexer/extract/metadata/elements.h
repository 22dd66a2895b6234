// SPDX-License-Identifier: GPL-3.0-or-later
/// The elements that name a title, byline or date: their places, the hints in their names, and their text.
#pragma once

#include "indexer/extract/words/names.h"
#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Views live as long as the Dom.
struct ElementMarks {
  std::string_view classes, id, rel;
  std::string_view itemprop; ///< or RDFa's property
  std::uint32_t hints = 0;   ///< of NameSense, by classes and id
};

ElementMarks marks_of(const html::Dom& dom, NameLookup& names, html::NodeId at);

/// Determines the places that an element adds for its descendants.
class PlaceMarker {
 public:
  explicit PlaceMarker(const html::Dom& dom);

  /// The places (signals.h) that the element adds. `parent_places`: those of its parent.
  std::uint8_t places_of(html::NodeId at, const ElementMarks& marks, std::uint8_t parent_places) const;

 private:
  bool contains_headline(html::NodeId at) const;
  bool may_be_box(html::NodeId at) const;

  const html::Dom& dom_;
  std::vector<html::NodeId> h1s_;
};

/// Longer texts, and elements with more nodes below them, contain many things: they are neither bylines nor dates.
inline constexpr std::size_t kMaxShortText = 240;

/// The text of a small element on one line, hidden parts included; empty if it is long.
std::string short_text(const html::Dom& dom, html::NodeId at);

/// The text directly before the node if it is short, because it may say what the node is ("Updated on"); else empty.
std::string lead_text(const html::Dom& dom, html::NodeId at);

/// A property name without its prefix: "schema:author" and "author" are the same.
std::string_view local_property(std::string_view name);

/// The name of an item (itemprop=author): its itemprop=name if it has one, else its text.
std::string item_name(const html::Dom& dom, html::NodeId at);

/// Whether the node is inside a sentence: its block has a piece of text before it, other than links, without a number
/// or separator in between. A byline may follow a date or other details of the article.
bool is_in_sentence(const html::Dom& dom, html::NodeId at);

/// Whether the link leads to a page about an author: "/author/…".
bool is_author_url(std::string_view href);

/// Whether the element contains a link to the site's front page, or is inside one.
bool is_home_link(const html::Dom& dom, html::NodeId at);

/// A heading's text without a kicker (the topic line that some sites put inside, before the headline).
std::string heading_text(const html::Dom& dom, NameLookup& names, html::NodeId at);

/// The text of a small element, hidden parts included; empty if it is long (elements.h). Parts that style sheets
/// set apart are on lines of their own; similar parts ("<li>Ann Lee</li><li>Bo Ek</li>") are on one line, with commas.
std::string byline_text(const html::Dom& dom, html::NodeId at);

} // namespace trawl::extract
