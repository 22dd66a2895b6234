// SPDX-License-Identifier: GPL-3.0-or-later
/// The visible text of a subtree as a list of paragraphs, headings, list items, table rows: what a reader sees as
/// units.
#pragma once

#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::html {

/// A set of subtrees to leave out, by their top nodes.
class NodeSet {
 public:
  NodeSet() = default;
  explicit NodeSet(const Dom& dom) : holds_(dom.size()) {}
  void insert(NodeId node) { holds_[node] = true; }
  void erase(NodeId node) { holds_[node] = false; }
  bool contains(NodeId node) const { return node < holds_.size() && holds_[node]; }

 private:
  std::vector<bool> holds_;
};

enum class BlockKind : std::uint8_t { Paragraph, Heading, ListItem, Row, Code, Caption };

/// One block. Its text has no blank at line ends; lines (of <br>, of code) are separated by '\n'.
struct TextBlock {
  std::string text;
  NodeId node = 0; ///< the nearest block element
  BlockKind kind = BlockKind::Paragraph;
  std::size_t link_bytes = 0; ///< how much of `text` is inside links
};

/// The blocks of `node` in reading order, none empty. White space collapses as in CSS; two <br> begin a new paragraph;
/// table cells are set apart by " | "; formulas stand once (as TeX where it is given); images, form controls, ruby's
/// annotations, line numbers of code and anchors of headings are left out (a footnote's number stands as "[1]"), and
/// what is hidden unless `hidden` says else.
enum class Hidden : std::uint8_t {
  LeftOut,
  Shown,
  ShownWithNoscript, ///< also what is meant for browsers without scripts
};
std::vector<TextBlock> text_blocks(const Dom& dom, NodeId node, const NodeSet& left_out = {},
                                   Hidden hidden = Hidden::LeftOut);

/// The blocks as text: list items and rows on lines of their own, everything else separated by a blank line.
std::string join(const std::vector<TextBlock>& blocks);

/// Whether the element is hidden from every reader: hidden attribute, display:none, visibility:hidden, or an inline
/// element with aria-hidden. The body never is.
bool is_hidden(const Dom& dom, NodeId node);

} // namespace trawl::html
