// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns the kept nodes of a page into content: headings, lists, tables, code, formulas, notes, footnotes, pictures.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"
#include "shared/content/content.h"

#include <string_view>
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

/// The page and how its text was read. All must outlive the call.
struct StructureInput {
  const html::Dom& dom;
  const KeptText& kept;
  const html::NodeSet& left_out;
  const html::NodeSet& captions; ///< elements that are captions without being marked as such
  html::Hidden hidden = html::Hidden::LeftOut;
  std::string_view base_url; ///< the base of the addresses of links and pictures
};

/// Linear in the page.
content::Content page_structure(const StructureInput& input);

/// The whole content of an element, by the rules of text_blocks.
content::Content element_structure(const html::Dom& dom, html::NodeId node, std::string_view base_url);

/// The content of an HTML fragment; empty if it cannot be parsed.
content::Content fragment_structure(std::string_view html, std::string_view base_url);

} // namespace trawl::extract
