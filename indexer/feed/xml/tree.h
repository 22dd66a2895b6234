// SPDX-License-Identifier: GPL-3.0-or-later
/// A forgiving parser of XML 1.0 (Fifth Edition) with namespaces. It keeps all content of a broken document: it reads
/// bare "&" and "<", HTML's named entities, unquoted attributes, crossed and missing end tags, junk before the root and
/// control characters, and reports them in `well_formed`.
///
/// libxml2's recovery mode is not enough: it drops the text around a bare "&", loses what follows an undeclared entity
/// and gives up at junk before the prolog. It never loads an external entity, and expands an entity of the
/// document's own DTD only if its text is plain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

using NodeId = std::uint32_t;

/// No node; also the parent of the roots.
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

/// A namespace by number. The caller of the parser numbers the ones it knows, from 3 on (XmlRules).
enum class XmlNamespace : std::uint8_t {
  None,    ///< no namespace
  Unknown, ///< one that the caller does not know
  Xml,     ///< of "xml:base" and "xml:lang"
};

struct XmlAttribute {
  std::string name;  ///< as written
  std::string local; ///< lower case, without prefix
  XmlNamespace name_space = XmlNamespace::None;
  std::string value;
};

struct XmlNode {
  NodeId parent = kNoNode, first_child = kNoNode, last_child = kNoNode, next_sibling = kNoNode;
  bool is_element = false;
  XmlNamespace name_space = XmlNamespace::None;
  std::string name;  ///< of an element, as written
  std::string local; ///< of an element: lower case, without prefix
  std::string text;  ///< of a text node
  std::vector<XmlAttribute> attributes;
};

/// The document; a value that owns its nodes. Elements deeper than kMaxXmlDepth are left out, their text is kept.
struct XmlTree {
  std::vector<XmlNode> nodes;
  NodeId first_root = kNoNode;
  bool well_formed = true;
  bool is_cut = false; ///< the document has more nodes than were read

  const XmlNode& operator[](NodeId id) const { return nodes[id]; }
};

/// What the caller knows about the vocabulary of its documents. Local names are in lower case.
struct XmlRules {
  XmlNamespace (*namespace_of_uri)(std::string_view uri);
  /// For a prefix that the document does not declare; empty for a name without prefix.
  XmlNamespace (*namespace_of_prefix)(std::string_view prefix);
  /// Whether elements with this name follow each other and never nest: an open one ends where the next begins.
  bool (*is_repeated)(std::string_view local);
  /// Whether the content is of another vocabulary, in which a repeated name means something else.
  bool (*holds_foreign_content)(const XmlNode& element);
  /// Whether the end tag of `open`, a child of `parent`, must be missing, since `next` cannot be inside it.
  bool (*implies_end_tag)(std::string_view parent, std::string_view open, std::string_view next);
};

inline constexpr std::size_t kMaxXmlDepth = 256;
inline constexpr std::size_t kMaxXmlAttributes = 256;
inline constexpr std::size_t kMaxXmlNodes = 500'000; ///< of about 150 bytes each

/// `text` is UTF-8 without a byte order mark. Reads its first `max_nodes` elements and texts.
XmlTree read_xml(std::string_view text, const XmlRules& rules, std::size_t max_nodes = kMaxXmlNodes);

/// The child elements of a node, in order.
std::vector<NodeId> child_elements(const XmlTree& tree, NodeId node);

/// The next node in document order; `skip_children` continues after the node's subtree. kNoNode once `within` is left.
NodeId next_in_document(const XmlTree& tree, NodeId node, NodeId within, bool skip_children = false);

/// The text of a node and its descendants, unchanged.
std::string text_content(const XmlTree& tree, NodeId node);

/// The markup inside a node, as HTML: names without prefix, text escaped.
std::string inner_markup(const XmlTree& tree, NodeId node);

/// The value of an attribute by local name and namespace; empty if it is absent.
std::string_view attribute(const XmlTree& tree, NodeId node, std::string_view local,
                           XmlNamespace name_space = XmlNamespace::None);

bool has_child_elements(const XmlTree& tree, NodeId node);

} // namespace trawl::feed
