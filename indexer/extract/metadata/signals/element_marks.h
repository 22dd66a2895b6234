// SPDX-License-Identifier: GPL-3.0-or-later
/// The attributes by which an element is marked as a title, byline, date, or as part of the page's boilerplate.
#pragma once

#include "indexer/html/dom.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Views live as long as the Dom.
struct ElementMarks {
  std::string_view classes, id, rel;
  std::string_view itemprop; ///< or RDFa's property
  std::uint16_t hints = 0;   ///< name_hints.h, of classes and id
};

ElementMarks marks_of(const html::Dom& dom, html::NodeId at);

/// Whether a list of words separated by white space contains `token`, ignoring case.
bool has_token(std::string_view list, std::string_view token);

/// Determines the places that an element adds for its descendants.
class PlaceMarker {
 public:
  explicit PlaceMarker(const html::Dom& dom);

  /// The places (metadata_signals.h) that the element adds. `parent_places`: those of its parent.
  std::uint8_t places_of(html::NodeId at, const ElementMarks& marks, std::uint8_t parent_places) const;

 private:
  bool contains_headline(html::NodeId at) const;
  bool may_be_box(html::NodeId at) const;

  const html::Dom& dom_;
  std::vector<html::NodeId> h1s_;
};

} // namespace trawl::extract
