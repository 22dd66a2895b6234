// SPDX-License-Identifier: GPL-3.0-or-later
/// A tree of XML as feeds write it, read forgivingly: nothing that a broken document says is lost. Bare "&" and "<",
/// HTML's named entities, unquoted attributes, crossed and missing end tags, junk before the root, control characters
/// and a missing end are all read; `well_formed` tells of them.
///
/// Own reader: libxml2's recovery drops the text around a bare "&", loses what follows an undeclared entity and gives
/// up at junk before the prolog. No external entity is ever loaded; a DTD's own entities are used only where their text
/// is plain.
#pragma once

#include "indexer/feed/xml/names.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

using NodeId = std::uint32_t;

/// No node; also the parent of the roots.
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

struct XmlAttribute {
  std::string name;  ///< as written
  std::string local; ///< lower case, without prefix
  Vocabulary vocabulary = Vocabulary::None;
  std::string value;
};

struct XmlNode {
  NodeId parent = kNoNode, first_child = kNoNode, last_child = kNoNode, next_sibling = kNoNode;
  bool is_element = false;
  Vocabulary vocabulary = Vocabulary::None;
  std::string name;  ///< of an element, as written
  std::string local; ///< of an element: lower case, without prefix
  std::string text;  ///< of a text node
  std::vector<XmlAttribute> attributes;
};

/// The document; a value that owns all. Elements deeper than kMaxXmlDepth are left out, their text is kept.
struct XmlTree {
  std::vector<XmlNode> nodes;
  NodeId first_root = kNoNode;
  bool well_formed = true;
  bool is_cut = false; ///< the document goes on beyond the nodes that are read

  const XmlNode& operator[](NodeId id) const { return nodes[id]; }
};

inline constexpr std::size_t kMaxXmlDepth = 256;
inline constexpr std::size_t kMaxXmlAttributes = 256;
inline constexpr std::size_t kMaxXmlNodes = 500'000; ///< of 150 bytes each

/// `text` is UTF-8 without byte order mark. Reads its first `max_nodes` elements and texts.
XmlTree read_xml(std::string_view text, std::size_t max_nodes = kMaxXmlNodes);

/// The child elements of a node, in order.
std::vector<NodeId> child_elements(const XmlTree& tree, NodeId node);

/// The next node in document order; `skip_children` goes on behind the node. Ends at kNoNode when `within` is left.
NodeId next_in_document(const XmlTree& tree, NodeId node, NodeId within, bool skip_children = false);

/// The text of a node and all below, as it is.
std::string text_content(const XmlTree& tree, NodeId node);

/// The markup inside a node, as HTML: no prefixes, text escaped. Without child elements: its text escaped.
std::string inner_markup(const XmlTree& tree, NodeId node);

/// The value of an attribute by local name, from no vocabulary or the one given; empty if absent.
std::string_view attribute(const XmlTree& tree, NodeId node, std::string_view local,
                           Vocabulary vocabulary = Vocabulary::None);

bool has_child_elements(const XmlTree& tree, NodeId node);

} // namespace trawl::feed
