// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/boilerplate.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "indexer/extract/content/boilerplate_names.h"
#include "indexer/html/ascii.h"
#include "indexer/html/text.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::size_t kRunningText = 60;     ///< bytes from which a text node counts as running text
constexpr std::size_t kWordsBeside = 12;     ///< bytes of text that make a sentence of what stands in it
constexpr std::size_t kMinorText = 250;      ///< more running text than this is no meta line
constexpr std::size_t kFoldedText = 150;     ///< running text that is worth unfolding
constexpr NodeId kLargestHeading = 64;       ///< nodes
constexpr std::size_t kEnoughWithout = 1000; ///< running text that makes an article without its comments

/// WordPress writes the post's categories and tags, which may be any words, into the class of its element.
bool lists_categories(std::string_view value) {
  return value.find("type-post") != std::string_view::npos || value.find("hentry") != std::string_view::npos ||
         value.find("status-publish") != std::string_view::npos;
}

std::uint8_t roles_of_attribute(std::string_view name, std::string_view value) {
  if (name == "class" && lists_categories(value)) return kContent | kPost;
  if (name == "class" || name == "id") return roles_of_name(value);
  if (name == "itemprop" && (value == "articleBody" || value == "text")) return kContent;
  if (name != "role") return kNoRole;
  static constexpr std::array<std::string_view, 12> kFurniture = {
      "navigation",  "banner", "contentinfo", "complementary", "search",  "dialog",
      "alertdialog", "alert",  "menu",        "menubar",       "toolbar", "tooltip"};
  return std::find(kFurniture.begin(), kFurniture.end(), value) != kFurniture.end() ? kChrome : kNoRole;
}

std::uint8_t roles_of_tag(Tag tag) {
  switch (tag) {
  case Tag::Nav:
  case Tag::Footer:
  case Tag::Aside:
  case Tag::Dialog:
  case Tag::Menu:
  case Tag::Search:
    return kChrome;
  case Tag::Header:
  case Tag::Form:
  case Tag::Fieldset:
  case Tag::Label:
  case Tag::Time:
    return kMinor;
  default:
    return kNoRole;
  }
}

/// Roles from elements that cannot be anything else; only these go in lenient mode.
bool is_surely_furniture(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Nav || tag == Tag::Footer || tag == Tag::Dialog) return true;
  const std::string_view role = dom.attribute(node, "role");
  return role == "navigation" || role == "contentinfo" || role == "dialog";
}

void count_running_text(const Dom& dom, std::vector<std::uint32_t>& running) {
  running.assign(dom.size(), 0);
  for (NodeId node = dom.size(); node-- > 0;) {
    const html::Node& it = dom[node];
    if (it.tag == Tag::Text) {
      const bool is_text =
          it.text.size() >= kRunningText && dom[it.parent].tag != Tag::A && !html::is_invisible(dom[it.parent].tag);
      running[node] = is_text ? static_cast<std::uint32_t>(it.text.size()) : 0;
    }
    if (it.parent != kNoNode) running[it.parent] += running[node];
  }
}

/// The id of a section is often made of its heading's words, and then says nothing of furniture.
bool is_named_after_heading(const Dom& dom, NodeId node, std::string_view id) {
  if (html::heading_level(dom[node].tag) > 0) return true;
  const Tag tag = dom[node].tag;
  if (tag != Tag::Section && tag != Tag::Div && tag != Tag::Span && tag != Tag::A) return false;
  const NodeId child = dom[node].first_child;
  for (NodeId at = child; at != kNoNode && at < child + 8 && at < dom[node].end; ++at) {
    if (html::heading_level(dom[at].tag) == 0) continue;
    return html::letters_of(html::raw_text(dom, at)).starts_with(html::letters_of(id).substr(0, 12)) ||
           id.starts_with("s-");
  }
  return false;
}

std::uint8_t roles_of(const Dom& dom, NodeId node) {
  std::uint8_t roles = roles_of_tag(dom[node].tag);
  for (const html::Attribute& attribute : dom.attributes(node)) {
    const std::uint8_t named = roles_of_attribute(attribute.name, attribute.value);
    if (named != kNoRole && attribute.name == "id" && is_named_after_heading(dom, node, attribute.value)) continue;
    roles |= named;
  }
  return roles;
}

/// MathJax and KaTeX hang menus and hidden twins on their formulas; text_blocks knows which twin to read.
bool is_formula(const Dom& dom, NodeId node) {
  if (dom[node].text.starts_with("mjx-") || dom[node].tag == Tag::Math) return true;
  const std::string_view classes = dom.attribute(node, "class");
  return classes.starts_with("MathJax") || classes.starts_with("katex");
}

/// Decides for one page which elements go.
class Judge {
 public:
  Judge(const Dom& dom, const Boilerplate& page, Strictness strictness, bool keep_comments)
      : dom_(dom), page_(page), is_strict_(strictness == Strictness::Strict), keeps_comments_(keep_comments),
        all_(page.running[dom.body()]), title_(dom.first(Tag::H1, dom.body())) {}

  bool goes(NodeId node) const {
    const Tag tag = dom_[node].tag;
    const std::uint8_t roles = page_.roles[node];
    if (is_hidden_for_good(node)) return true;
    if (roles == kNoRole || tag == Tag::Body || tag == Tag::Main || tag == Tag::Pre) return false;
    const std::uint32_t here = page_.running[node];
    const bool has_title = title_ != kNoNode && dom_.contains(node, title_);
    const bool is_most = here * 2 > all_ || (has_title && here >= kMinorText);
    if ((roles & kComments) && !keeps_comments_) {
      if (!is_most || (!has_title && !(roles & kContent) && all_ - here >= kEnoughWithout)) return true;
    }
    if (is_most || is_part_of_sentence(node) || is_heading_text(node)) return false;
    if (is_surely_furniture(dom_, node)) return true;
    if (!is_strict_ || (has_title && tag != Tag::Aside)) return false;
    if (holds_quote(node)) return false;
    if (roles & kChrome) return true;
    if ((roles & kLayout) && here * 5 < all_) return true;
    return (roles & kMinor) && !(roles & kNotice) && here < kMinorText && !holds_heading(node) && !holds_code(node);
  }

 private:
  /// Hidden text that is long is folded up (an accordion, a tab, the rest behind "read more"), not withheld.
  bool is_hidden_for_good(NodeId node) const {
    const bool is_folded = page_.running[node] >= kFoldedText || dom_.attribute(node, "role") == "tabpanel";
    return !is_folded && html::is_hidden(dom_, node);
  }

  /// A link or emphasis inside a paragraph, whatever it is called. Elsewhere it needs words beside it.
  bool is_part_of_sentence(NodeId node) const {
    for (; !html::is_block(dom_[node].tag); node = dom_[node].parent) {
      const NodeId before = dom_[node].previous_sibling, after = dom_[node].next_sibling;
      const bool is_alone = before == kNoNode && after == kNoNode;
      if (!is_alone && dom_[dom_[node].parent].tag == Tag::P) return true;
      if (is_text(before) || is_text(after)) return true;
    }
    return false;
  }

  /// A heading, or what holds most of its words, is judged by where it stands and not by what it is called: "header",
  /// "toc-backref", "accordion__button".
  bool is_heading_text(NodeId node) const {
    NodeId heading = node;
    while (!html::is_block(dom_[heading].tag)) heading = dom_[heading].parent;
    if (html::heading_level(dom_[heading].tag) == 0) return false;
    if (node == heading) return true;
    // A heading that was never closed holds the rest of the page: no reason to read it again for each of its parts.
    if (dom_[heading].end - heading > kLargestHeading) return false;
    const auto letters_in = [&](NodeId at) { return html::letters_of(html::raw_text(dom_, at)).size(); };
    return letters_in(node) * 2 > letters_in(heading);
  }

  bool is_text(NodeId node) const {
    return node != kNoNode && dom_[node].tag == Tag::Text && html::trim(dom_[node].text).size() >= kWordsBeside;
  }

  /// Embedded posts are quoted in full so that they can be read without a script: they belong to the text around them.
  bool holds_quote(NodeId node) const {
    const NodeId quote = dom_.first(Tag::Blockquote, node);
    return quote != kNoNode && page_.running[quote] > 0 && !dom_.attribute(quote, "class").empty();
  }

  bool holds_code(NodeId node) const { return dom_.first(Tag::Pre, node) != kNoNode; }

  /// A header with a heading tells what its article or card is.
  bool holds_heading(NodeId node) const {
    if (dom_[node].tag != Tag::Header) return false;
    for (NodeId at = node + 1; at < dom_[node].end; ++at) {
      if (html::heading_level(dom_[at].tag) > 0) return true;
    }
    return false;
  }

  const Dom& dom_;
  const Boilerplate& page_;
  bool is_strict_, keeps_comments_;
  std::uint32_t all_;
  NodeId title_;
};

} // namespace

Boilerplate find_boilerplate(const Dom& dom, Strictness strictness, bool keep_comments) {
  Boilerplate page{std::vector<std::uint8_t>(dom.size()), {}, html::NodeSet(dom)};
  count_running_text(dom, page.running);
  if (dom.body() == kNoNode) return page;
  const Judge judge(dom, page, strictness, keep_comments);
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    if (!dom.is_element(node)) continue;
    page.roles[node] = roles_of(dom, node);
    const bool goes = judge.goes(node) && !is_formula(dom, node);
    if (goes) page.removed.insert(node);
    // Highlighters name the parts of code: "comment", "tag", "label".
    if (goes || dom[node].tag == Tag::Pre) node = dom[node].end - 1;
  }
  return page;
}

} // namespace trawl::extract
