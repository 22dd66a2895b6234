// SPDX-License-Identifier: GPL-3.0-or-later
/// A fetched document that is read as a feed, and how to find elements in it by namespace and name.
#pragma once

#include "indexer/feed/feed_xml.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// The name of an element. `namespaces::None` means the format's own elements, in whatever namespace the document puts
/// them; `namespaces::Atom` means both versions of Atom.
struct ElementName {
  XmlNamespace name_space = namespaces::None;
  std::string_view local;
};

/// Names that mean the same, best first.
using ElementNames = std::initializer_list<ElementName>;

struct FeedDocument {
  std::string_view bytes; ///< as fetched; must outlive this
  std::string url;        ///< where it came from; may be empty
  XmlTree tree;           ///< empty unless it is XML
  NodeId root = kNoNode;  ///< the root of the feed, which junk may precede; kNoNode unless it is XML

  /// Whether there is a root element and it has this local name.
  bool root_is(std::string_view local) const { return root != kNoNode && tree[root].local == local; }

  bool is(NodeId node, ElementName name) const;

  /// The first child that has one of the names and is not empty; a better name comes first. kNoNode if there is none.
  NodeId first(NodeId parent, ElementNames names) const;

  /// All children that have one of the names, ordered by name.
  std::vector<NodeId> all(NodeId parent, ElementNames names) const;

  /// All elements below `parent` with this local name, in document order, except those inside another one.
  std::vector<NodeId> outermost(NodeId parent, std::string_view local) const;

  /// Trimmed; empty for kNoNode.
  std::string text(NodeId node) const;

  /// The base of relative references: the xml:base of the node and its ancestors (XML Base §4), then `url`.
  std::string base_of(NodeId node) const;

  /// The first xml:lang among `texts`, else the nearest one at or above `node`.
  std::string language_of(NodeId node, std::initializer_list<NodeId> texts = {}) const;

  /// The text as an absolute link; empty for kNoNode.
  std::string link_text(NodeId node) const;
};

} // namespace trawl::feed
