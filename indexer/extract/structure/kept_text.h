// SPDX-License-Identifier: GPL-3.0-or-later
/// Which parts of a page belong to the article: the text that is left after removing boilerplate, and its captions and
/// pictures.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <vector>

namespace trawl::extract {

/// The nodes that a block of text takes up.
struct TextSpan {
  html::NodeId first = html::kNoNode, last = html::kNoNode;
  bool is_caption = false;
};

std::vector<TextSpan> spans_of(const std::vector<html::TextBlock>& blocks);

class KeptText {
 public:
  /// `all`: the blocks inside `container` in document order; `kept`: the article's text, which is a part of them and
  /// perhaps some blocks before the container.
  KeptText(html::NodeId container, const std::vector<TextSpan>& all, const std::vector<html::TextBlock>& kept);

  bool is_kept(html::NodeId node) const { return meets(kept_, node, node + 1); }
  /// Whether the element is a caption that is not part of the text, but is kept with its figure.
  bool is_caption_kept(html::NodeId node) const { return meets(captions_, node, node + 1); }

  /// Whether any of the element's text is kept.
  bool has_text(const html::Dom& dom, html::NodeId node) const { return meets(kept_, node, dom[node].end); }
  /// Whether an element may contain a part of the article: text, or a picture that is not beside removed text.
  bool may_have_content(const html::Dom& dom, html::NodeId node) const {
    return has_text(dom, node) || (dom.contains(container_, node) && !meets(removed_, node, dom[node].end));
  }
  /// Whether more than half of the kept blocks are inside.
  bool is_most(const html::Dom& dom, html::NodeId node) const;

 private:
  static bool meets(const std::vector<TextSpan>& spans, html::NodeId begin, html::NodeId end);

  html::NodeId container_;
  std::vector<TextSpan> kept_, captions_, removed_; ///< in document order
};

} // namespace trawl::extract
