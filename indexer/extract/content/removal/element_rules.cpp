// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/element_rules.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "indexer/extract/content/name_roles.h"
#include "indexer/html/text.h"
#include "indexer/html/text_blocks.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::size_t kSentencePart = 12;       ///< bytes of text that make a sentence of the elements beside it
constexpr std::uint32_t kMetaLine = 250;        ///< bytes of running text; a meta line or label has less
constexpr std::uint32_t kFoldedText = 150;      ///< bytes of running text from which hidden text is worth reading
constexpr std::uint32_t kLongestCaption = 1500; ///< bytes of running text
constexpr NodeId kLargestCaption = 256;         ///< nodes
constexpr int kCaptionLevels = 4;               ///< elements between a caption and the box with its image
constexpr NodeId kLargestHeading = 64;          ///< nodes
constexpr std::uint32_t kArticleText = 1000;    ///< bytes of running text that make an article without its comments

/// Long hidden text is folded (an accordion, a tab, the rest behind "read more"), and readers can unfold it.
bool is_hidden(const ElementContext& element) {
  const Dom& dom = element.page.dom;
  const bool is_folded = element.bytes >= kFoldedText || dom.attribute(element.node, "role") == "tabpanel";
  return !is_folded && html::is_hidden(dom, element.node);
}

bool is_unmarked(const ElementContext& element) {
  const Tag tag = element.page.dom[element.node].tag;
  return element.roles == kNoRole || tag == Tag::Body || tag == Tag::Main || tag == Tag::Pre;
}

/// Comments may be most of a page's text; then they are removed only if the rest is an article.
bool is_comments(const ElementContext& element) {
  if (!(element.roles & kComments) || element.page.keeps_comments) return false;
  const bool is_beside_article =
      !element.has_title && !(element.roles & kContent) && element.page.all_bytes - element.bytes >= kArticleText;
  return !element.is_most || is_beside_article;
}

bool is_most_of_page(const ElementContext& element) { return element.is_most; }

bool is_words(const Dom& dom, NodeId node) {
  return node != kNoNode && dom[node].tag == Tag::Text && ascii::trim(dom[node].text).size() >= kSentencePart;
}

/// A link or emphasis in a paragraph, or any inline element with words next to it.
bool is_part_of_sentence(const ElementContext& element) {
  const Dom& dom = element.page.dom;
  for (NodeId node = element.node; !html::is_block(dom[node].tag); node = dom[node].parent) {
    const NodeId before = dom[node].previous_sibling, after = dom[node].next_sibling;
    const bool is_alone = before == kNoNode && after == kNoNode;
    if (!is_alone && dom[dom[node].parent].tag == Tag::P) return true;
    if (is_words(dom, before) || is_words(dom, after)) return true;
  }
  return false;
}

/// A heading, or the element with most of a heading's words. Their names say little: "header", "toc-backref",
/// "accordion__button".
bool is_heading_text(const ElementContext& element) {
  const Dom& dom = element.page.dom;
  NodeId heading = element.node;
  while (!html::is_block(dom[heading].tag)) heading = dom[heading].parent;
  if (html::heading_level(dom[heading].tag) == 0) return false;
  if (element.node == heading) return true;
  // A heading that was never closed contains the rest of the page; reading it for each of its parts would be quadratic.
  if (dom[heading].end - heading > kLargestHeading) return false;
  const auto letters_in = [&](NodeId at) { return html::letters_of(html::raw_text(dom, at)).size(); };
  return letters_in(element.node) * 2 > letters_in(heading);
}

bool is_navigation(const ElementContext& element) {
  const Dom& dom = element.page.dom;
  const Tag tag = dom[element.node].tag;
  // The end of a section, or the folded answer of a list of questions.
  if ((tag == Tag::Nav || tag == Tag::Footer) && (element.page.is_strict || element.bytes > 0) &&
      dom.first(Tag::A, element.node) == kNoNode)
    return false;
  if (tag == Tag::Nav || tag == Tag::Footer || tag == Tag::Dialog) return true;
  const std::string_view role = dom.attribute(element.node, "role");
  return role == "navigation" || role == "contentinfo" || role == "dialog";
}

bool is_read_leniently(const ElementContext& element) { return !element.page.is_strict; }

bool contains_title(const ElementContext& element) {
  return element.has_title && element.page.dom[element.node].tag != Tag::Aside;
}

/// Embedded posts (of Twitter and the like) are quoted in full, so that they can be read without a script.
bool contains_quote(const ElementContext& element) {
  const Dom& dom = element.page.dom;
  const NodeId quote = dom.first(Tag::Blockquote, element.node);
  return quote != kNoNode && element.page.running_bytes[quote] > 0 && !dom.attribute(quote, "class").empty();
}

bool is_named_boilerplate(const ElementContext& element) { return (element.roles & (kBoilerplate | kCaption)) != 0; }

bool has_media(const PageContext& page, NodeId node) { return page.media.in(node, page.dom[node].end) > 0; }

bool is_single_image(const PageContext& page, NodeId node) {
  return node != kNoNode && page.running_bytes[node] == 0 && has_media(page, node);
}

/// The nearest sibling that is not white space.
NodeId sibling_of(const Dom& dom, NodeId node, NodeId html::Node::* direction) {
  node = dom[node].*direction;
  while (node != kNoNode && dom[node].tag == Tag::Text && ascii::trim(dom[node].text).empty()) {
    node = dom[node].*direction;
  }
  return node;
}

/// A box with the name of a caption and an image inside it, beside it, or in a box around both with little other text.
/// Tables and code are never captions.
bool is_named_caption(const ElementContext& element) {
  const PageContext& page = element.page;
  const Dom& dom = page.dom;
  if (!(element.roles & kCaption) || element.bytes > kLongestCaption ||
      dom[element.node].end - element.node > kLargestCaption)
    return false;
  for (NodeId at = element.node; at < dom[element.node].end; ++at) {
    const Tag tag = dom[at].tag;
    if (tag == Tag::Table || tag == Tag::Pre || html::heading_level(tag) > 0) return false;
  }
  NodeId around = element.node;
  for (int level = 0; level < kCaptionLevels && around != dom.body(); ++level, around = dom[around].parent) {
    if (page.running_bytes[around] > element.bytes + kMetaLine) return false;
    if (has_media(page, around) || is_single_image(page, sibling_of(dom, around, &html::Node::previous_sibling)) ||
        is_single_image(page, sibling_of(dom, around, &html::Node::next_sibling)))
      return true;
  }
  return false;
}

/// A header with a heading is the head of the article or of a card; any other box with a heading and running text is a
/// section, unless it belongs to a form.
bool is_headed(const ElementContext& element) {
  const Dom& dom = element.page.dom;
  const bool is_header = dom[element.node].tag == Tag::Header;
  if (!is_header && (element.bytes == 0 || dom.closest(element.node, Tag::Form) != kNoNode)) return false;
  bool has_heading = false;
  for (NodeId at = element.node; at < dom[element.node].end; ++at) {
    const Tag tag = dom[at].tag;
    if (!is_header && (tag == Tag::Form || tag == Tag::Fieldset || tag == Tag::Label || tag == Tag::Input))
      return false;
    has_heading = has_heading || html::heading_level(tag) > 0;
  }
  return has_heading;
}

/// The last line of a quote says who said it.
bool is_end_of_quote(const ElementContext& element) {
  constexpr NodeId kLargestQuote = 64; // nodes
  const Dom& dom = element.page.dom;
  const NodeId quote = dom.closest(dom[element.node].parent, Tag::Blockquote);
  if (quote == kNoNode || dom[quote].end - quote > kLargestQuote) return false;
  for (NodeId after = dom[element.node].end; after < dom[quote].end; ++after) {
    if (dom[after].tag == Tag::Text && !ascii::trim(dom[after].text).empty()) return false;
  }
  return element.page.running_bytes[quote] > element.bytes;
}

bool is_meta_line(const ElementContext& element) {
  const Tag tag = element.page.dom[element.node].tag;
  if (tag == Tag::Thead || tag == Tag::Tbody || tag == Tag::Tfoot || tag == Tag::Tr || tag == Tag::Th) return false;
  return (element.roles & kWeakBoilerplate) && !(element.roles & kNotice) && element.bytes < kMetaLine &&
         !is_end_of_quote(element) && !is_headed(element) && element.page.dom.first(Tag::Pre, element.node) == kNoNode;
}

/// MathJax and KaTeX attach menus and hidden copies to their formulas; text_blocks chooses the copy to read.
bool is_formula(const Dom& dom, NodeId node) {
  if (dom[node].text.starts_with("mjx-") || dom[node].tag == Tag::Math) return true;
  const std::string_view classes = dom.attribute(node, "class");
  return classes.starts_with("MathJax") || classes.starts_with("katex");
}

enum class Verdict { Keep, Remove };

struct ElementRule {
  RemovalReason reason; ///< for a rule that keeps, why it keeps
  Verdict verdict;
  bool (*applies)(const ElementContext&);
};

// The first rule that applies decides; an element to which none applies is kept. A name alone never removes most of a
// page's text, nor its title: layouts call their outermost box "has-sidebar".
constexpr ElementRule kElementRules[] = {
    {{"hidden", "readers cannot see it"}, Verdict::Remove, is_hidden},
    {{"unmarked", "nothing marks it as boilerplate"}, Verdict::Keep, is_unmarked},
    {{"comments", "readers' comments", Basis::Name}, Verdict::Remove, is_comments},
    {{"most-of-page", "most of the page's text is inside"}, Verdict::Keep, is_most_of_page},
    {{"part-of-sentence", "it is part of a sentence"}, Verdict::Keep, is_part_of_sentence},
    {{"heading", "it is the text of a heading"}, Verdict::Keep, is_heading_text},
    {{"navigation", "navigation, a footer or a dialog"}, Verdict::Remove, is_navigation},
    {{"lenient", "the page has too little text to be strict"}, Verdict::Keep, is_read_leniently},
    {{"title", "the page's title is inside"}, Verdict::Keep, contains_title},
    {{"quote", "an embedded post is inside"}, Verdict::Keep, contains_quote},
    {{"caption-name", "its class or id names a caption, and an image is beside it", Basis::Caption},
     Verdict::Remove,
     is_named_caption},
    {{"boilerplate-name", "its tag, role, class or id names boilerplate", Basis::Name},
     Verdict::Remove,
     is_named_boilerplate},
    {{"meta-line", "a meta line, label or form without a heading and running text", Basis::Name},
     Verdict::Remove,
     is_meta_line},
};

} // namespace

PageContext::PageContext(const Dom& page, const std::vector<std::uint32_t>& running, const NodeSums& its_media,
                         bool strict, bool comments)
    : dom(page), running_bytes(running), media(its_media), is_strict(strict), keeps_comments(comments),
      all_bytes(running[page.body()]), title(page.first(Tag::H1, page.body())) {}

ElementContext::ElementContext(const PageContext& its_page, NodeId its_node, std::uint8_t its_roles)
    : page(its_page), node(its_node), roles(its_roles), bytes(its_page.running_bytes[its_node]),
      has_title(its_page.title != kNoNode && its_page.dom.contains(its_node, its_page.title)),
      is_most(bytes * 2 > its_page.all_bytes || (has_title && bytes >= kMetaLine)) {}

const RemovalReason* reason_to_remove(const ElementContext& element) {
  for (const ElementRule& rule : kElementRules) {
    if (!rule.applies(element)) continue;
    if (rule.verdict == Verdict::Keep || is_formula(element.page.dom, element.node)) return nullptr;
    return &rule.reason;
  }
  return nullptr;
}

std::vector<const RemovalReason*> element_removal_reasons() {
  std::vector<const RemovalReason*> reasons;
  for (const ElementRule& rule : kElementRules) {
    if (rule.verdict == Verdict::Remove) reasons.push_back(&rule.reason);
  }
  return reasons;
}

} // namespace trawl::extract
