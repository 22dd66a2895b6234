// SPDX-License-Identifier: GPL-3.0-or-later
/// The markup around a block: element and first class of the block and of its parent. The paragraphs of an article
/// share few kinds of markup; what a page appends to the article usually has others.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::extract {

/// The element a block is a child of; for list items and table rows, the parent of the outermost list or table.
/// Sections of an outline and quotes do not count.
html::NodeId box_around(const html::Dom& dom, html::NodeId block);

/// The box that has more than half of the running text as children; kNoNode if there is none. Code is often in boxes
/// of its own, and lists of teasers are not an article, so neither counts unless there is nothing else.
html::NodeId find_paragraph_box(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

/// A hash of the markup around the block.
std::size_t markup_key(const html::Dom& dom, const html::TextBlock& block);

/// The number of bytes of text with each kind of markup before and after a line that moves down the page. Every step
/// takes constant time.
class TextByMarkup {
 public:
  /// Adds text of `bytes` below the line.
  void add_after(std::size_t key, std::size_t bytes) { sums_[key].after += bytes; }
  void remove_after(std::size_t key, std::size_t bytes) { sums_[key].after -= bytes; }
  /// Moves text that the line has passed.
  void add_before(std::size_t key, std::size_t bytes);

  std::size_t bytes_before() const { return before_; }

  /// Whether the article continues below the line: there is text with the markup that most of the text above has.
  bool continues() const;

 private:
  struct Sums {
    std::size_t before = 0, after = 0;
  };

  bool is_frequent(std::size_t key) const { return sums_.at(key).before * 4 >= before_; }

  std::unordered_map<std::size_t, Sums> sums_;
  std::vector<std::size_t> frequent_; ///< keys with at least a quarter of the text before the line: four at most
  std::size_t before_ = 0;
};

} // namespace trawl::extract
