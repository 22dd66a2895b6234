// SPDX-License-Identifier: GPL-3.0-or-later
/// The visible text of a subtree as a list of blocks: paragraphs, headings, list items, table rows.
#pragma once

#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {

/// A set of subtrees to skip, by their top nodes.
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

/// One block. '\n' separates the lines of its text (from <br> and code), which do not end in spaces.
struct TextBlock {
  std::string text;
  NodeId node = 0; ///< the nearest block element
  BlockKind kind = BlockKind::Paragraph;
  std::size_t link_bytes = 0; ///< bytes of `text` inside links
  /// The nodes with the first and the last characters of `text`.
  NodeId first = kNoNode, last = kNoNode;
};

/// What to do with hidden elements (is_hidden).
enum class Hidden : std::uint8_t {
  LeftOut,
  Shown,
  ShownWithNoscript, ///< also the content of <noscript>
};
/// The blocks of `node` in reading order, none empty. White space collapses as in CSS, and two <br> start a new
/// paragraph. " | " separates table cells. A formula appears once, as TeX if the page has it; a footnote reference as
/// "[1]". Images, form controls, ruby annotations, line numbers of code and anchors of headings are left out.
std::vector<TextBlock> text_blocks(const Dom& dom, NodeId node, const NodeSet& left_out = {},
                                   Hidden hidden = Hidden::LeftOut);

/// The blocks as text. Line feeds separate list items and table rows; blank lines separate other blocks.
std::string join(const std::vector<TextBlock>& blocks);

/// What `join` puts between two blocks.
std::string_view separator_between(BlockKind before, BlockKind next);

/// Whether the element is hidden from readers: by the hidden attribute, display:none, visibility:hidden, or aria-hidden
/// on an inline element. html and body never are.
bool is_hidden(const Dom& dom, NodeId node);

/// Whether an inline element is for screen readers alone ("open in new window" behind a link), by the names that style
/// sheets have for it; "sm:not-sr-only" shows it again on some screens. No reading of a page has its text.
bool is_for_screen_readers(const Dom& dom, NodeId node);

} // namespace trawl::html
