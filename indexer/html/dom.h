// SPDX-License-Identifier: GPL-3.0-or-later
/// A parsed HTML page (HTML Standard §13.2, by the Gumbo library): a flat list of nodes in document order.
///
/// The subtree of node n is the range [n, dom[n].end), so a walk is a loop:
///   for (NodeId at = n + 1; at < dom[n].end; ++at) …              // every descendant
///   if (skip(at)) { at = dom[at].end - 1; continue; }             // skips a subtree
/// Scripts (except JSON-LD and TeX), styles, comments, inline SVG and data: URLs are emptied before the parse, and most
/// attributes are read without the parser (parser_input.h).
#pragma once

#include "indexer/html/attribute_sets.h"
#include "indexer/html/tag.h"
#include "shared/base/ascii.h"
#include "shared/base/result.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct GumboInternalNode; // gumbo.h stays out of headers

namespace trawl::html {

/// Calls `test` with each word of a class attribute or another list of names, until it returns true; returns whether it
/// did.
template <typename Test>
bool any_word(std::string_view names, Test test) {
  for (std::size_t at = 0, end = 0; at < names.size(); at = end + 1) {
    end = std::min(names.find_first_of(" \t\n\f\r", at), names.size());
    if (end > at && test(names.substr(at, end - at))) return true;
  }
  return false;
}

/// Whether a list of names has this word; ASCII case-insensitive.
inline bool lists_word(std::string_view names, std::string_view word) {
  return any_word(names, [&](std::string_view name) { return ascii::equals_ignoring_case(name, word); });
}

/// The index of a node in its Dom. Ids increase in document order.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

/// An element, a run of text, or (id 0) the document.
struct Node {
  Tag tag = Tag::Unknown;
  std::uint16_t attribute_count = 0;
  std::uint32_t first_attribute = 0;
  NodeId parent = kNoNode;
  NodeId first_child = kNoNode;
  NodeId next_sibling = kNoNode;
  NodeId previous_sibling = kNoNode;
  NodeId end = 0;        ///< one past the last descendant
  std::string_view text; ///< of a text node: its characters; of an element: its name in lower case
};

/// Budgets of one parse. A page that exceeds one of them is not parsed at all.
struct ParseLimits {
  std::size_t depth = 512;      ///< open elements, counted before the parse; the tree may be four times as deep
  std::size_t attributes = 256; ///< on one tag
  std::size_t arena_bytes = 64u << 20;
  std::chrono::milliseconds time{2000}; ///< CPU time
};

/// The tree. Move-only; its views live as long as it does, and survive a move.
class Dom {
 public:
  /// Parses `utf8` (valid UTF-8 without BOM, see charset.h). Any input gives a tree, at least of html, head and body.
  /// TooLarge: depth, attributes or memory exceeded; Timeout: time exceeded.
  static Result<Dom> parse(std::string utf8, const ParseLimits& limits = {});

  Dom(Dom&&) noexcept;
  Dom& operator=(Dom&&) noexcept;
  ~Dom();

  const Node& operator[](NodeId node) const { return nodes_[node]; }
  /// The number of nodes; ids are 0 (the document) to size() - 1.
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }

  NodeId root() const { return 0; }
  /// The html, head and body elements. Only a frameset page has no body (kNoNode).
  NodeId html() const { return html_; }
  NodeId head() const { return head_; }
  NodeId body() const { return body_; }

  std::span<const Attribute> attributes(NodeId node) const {
    return std::span(attributes_).subspan(nodes_[node].first_attribute, nodes_[node].attribute_count);
  }
  /// The value of the attribute with this lower-case name; empty if it is absent.
  std::string_view attribute(NodeId node, std::string_view name) const;
  bool has_attribute(NodeId node, std::string_view name) const;

  bool is_element(NodeId node) const { return nodes_[node].tag != Tag::Text && nodes_[node].tag != Tag::Document; }
  /// Whether `node` is `ancestor` or inside it.
  bool contains(NodeId ancestor, NodeId node) const { return node >= ancestor && node < nodes_[ancestor].end; }
  /// The nearest node with this tag among `node` and its ancestors, or kNoNode.
  NodeId closest(NodeId node, Tag tag) const;
  /// The first element of this tag inside `scope` (not `scope` itself), or kNoNode.
  NodeId first(Tag tag, NodeId scope = 0) const;
  /// All elements of this tag inside `scope`, in document order.
  std::vector<NodeId> all(Tag tag, NodeId scope = 0) const;

  /// Empties `node` and its descendants: they lose text, attributes and tags, but keep their ids. Does nothing to html,
  /// head, body and their ancestors.
  void blank(NodeId node);

 private:
  struct Memory;
  Dom();

  std::unique_ptr<Memory> memory_; ///< what all views point to
  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
  NodeId html_ = kNoNode, head_ = kNoNode, body_ = kNoNode;
};

} // namespace trawl::html
