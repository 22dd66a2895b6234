// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/element_removal.h"

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/extract/page/roles.h"
#include "indexer/extract/words/words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::extract {

namespace {

using html::BlockKind;
using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;
using html::TextBlock;

bool is_media(const html::Node& node) {
  using html::Tag;
  switch (node.tag) {
  case Tag::Img:
  case Tag::Picture:
  case Tag::Video:
  case Tag::Audio:
  case Tag::Iframe:
  case Tag::Object:
  case Tag::Canvas:
  case Tag::Noscript: // the image that a script would load
    return true;
  default:
    return node.text == "amp-img";
  }
}

/// The images and media players, by node.
NodeSums count_media(const html::Dom& dom) {
  NodeSums media(dom.size());
  for (html::NodeId node = 0; node < dom.size(); ++node) {
    if (is_media(dom[node])) media.add(node, 1);
  }
  media.finish();
  return media;
}

constexpr std::size_t kRunningText = 60; ///< bytes from which a text node counts as running text

/// For each node, the bytes of running text (long text nodes outside links) in its subtree.
std::vector<std::uint32_t> running_bytes(const Dom& dom) {
  std::vector<std::uint32_t> running(dom.size(), 0);
  for (NodeId node = dom.size(); node-- > 0;) {
    const html::Node& it = dom[node];
    if (it.tag == Tag::Text) {
      const bool is_text =
          it.text.size() >= kRunningText && dom[it.parent].tag != Tag::A && !html::is_invisible(dom[it.parent].tag);
      running[node] = is_text ? static_cast<std::uint32_t>(it.text.size()) : 0;
    }
    if (it.parent != kNoNode) running[it.parent] += running[node];
  }
  return running;
}

/// The data about the page that the rules use.
struct PageContext {
  PageContext(const html::Dom& page, NameLookup& its_names, const std::vector<std::uint32_t>& running,
              const NodeSums& its_media, bool strict, bool comments);

  const html::Dom& dom;
  NameLookup& names;
  const std::vector<std::uint32_t>& running_bytes; ///< by node
  const NodeSums& media;                           ///< images and players
  bool is_strict;                                  ///< Strictness::Strict
  bool keeps_comments;
  std::uint32_t all_bytes; ///< of running text in the body
  html::NodeId title;      ///< the first h1, or kNoNode
};

/// An element for the rules to decide on.
struct ElementContext {
  ElementContext(const PageContext& its_page, html::NodeId its_node, std::uint8_t its_roles);

  const PageContext& page;
  html::NodeId node;
  std::uint8_t roles;  ///< roles.h
  std::uint32_t bytes; ///< of running text inside
  bool has_title;      ///< the page's first h1 is inside
  bool is_most;        ///< more than half of the page's running text is inside, or the title and some text
};

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

template <bool (*is)(const Dom&, NodeId)>
bool by_itself(const ElementContext& element) {
  return is(element.page.dom, element.node);
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
  const RolePurpose purpose = role_purpose(dom.attribute(element.node, "role"));
  return purpose == RolePurpose::Navigation || purpose == RolePurpose::Dialog;
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

bool is_meta_line(const ElementContext& element) {
  const Tag tag = element.page.dom[element.node].tag;
  if (tag == Tag::Thead || tag == Tag::Tbody || tag == Tag::Tfoot || tag == Tag::Tr || tag == Tag::Th) return false;
  return (element.roles & kWeakBoilerplate) && !(element.roles & kNotice) && element.bytes < kMetaLine &&
         !is_headed(element) && element.page.dom.first(Tag::Pre, element.node) == kNoNode;
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
    {kDataOfEmbed, Verdict::Remove, by_itself<is_data_of_embed>},
    {kCopyOfCode, Verdict::Remove, by_itself<is_copy_of_code>},
    {kCellNumber, Verdict::Remove, by_itself<is_cell_number>},
    {{"unmarked", "nothing marks it as boilerplate"}, Verdict::Keep, is_unmarked},
    {{"part-of-sentence", "it is part of a sentence"}, Verdict::Keep, is_part_of_sentence},
    {{"comments", "readers' comments", Basis::Name}, Verdict::Remove, is_comments},
    {{"most-of-page", "most of the page's text is inside"}, Verdict::Keep, is_most_of_page},
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

PageContext::PageContext(const Dom& page, NameLookup& its_names, const std::vector<std::uint32_t>& running,
                         const NodeSums& its_media, bool strict, bool comments)
    : dom(page), names(its_names), running_bytes(running), media(its_media), is_strict(strict),
      keeps_comments(comments), all_bytes(running[page.body()]), title(page.first(Tag::H1, page.body())) {}

ElementContext::ElementContext(const PageContext& its_page, NodeId its_node, std::uint8_t its_roles)
    : page(its_page), node(its_node), roles(its_roles), bytes(its_page.running_bytes[its_node]),
      has_title(its_page.title != kNoNode && its_page.dom.contains(its_node, its_page.title)),
      is_most(bytes * 2 > its_page.all_bytes || (has_title && bytes >= kMetaLine)) {}

/// The reason to remove an element, or nullptr to keep it.
const RemovalReason* reason_to_remove(const ElementContext& element) {
  for (const ElementRule& rule : kElementRules) {
    if (!rule.applies(element)) continue;
    if (rule.verdict == Verdict::Keep || is_formula(element.page.dom, element.node)) return nullptr;
    return &rule.reason;
  }
  return nullptr;
}

/// Applies the rules to the elements in [begin, end).
void apply_rules(const PageContext& context, NodeId begin, NodeId end, ElementRemovals& page) {
  const Dom& dom = context.dom;
  for (NodeId node = begin; node < end; ++node) {
    if (!dom.is_element(node)) continue;
    page.roles[node] = roles_of(dom, context.names, node);
    const RemovalReason* reason = reason_to_remove({context, node, page.roles[node]});
    if (reason != nullptr && reason->basis == Basis::Caption && html::is_block(dom[node].tag)) {
      if (page.captions.empty() || !dom.contains(page.captions.back(), node)) page.captions.push_back(node);
      continue;
    }
    if (reason != nullptr) {
      page.removed.insert(node);
      page.removals.push_back({node, reason});
    }
    // Syntax highlighters name the parts of code "comment", "tag", "label".
    if (reason != nullptr || dom[node].tag == Tag::Pre) node = dom[node].end - 1;
  }
}

/// Applies the lenient rules to the elements inside `node`, which was removed and may be restored.
void remove_inside(const Dom& dom, NameLookup& names, NodeId node, bool keep_comments, ElementRemovals& page) {
  const PageContext context{dom, names, page.running_bytes, page.media, false, keep_comments};
  apply_rules(context, node + 1, dom[node].end, page);
}

constexpr int kWrappers = 32;        ///< elements around a part that contain nothing else
constexpr double kMostLinks = 0.3;   ///< link density
constexpr double kLinkLine = 0.8;    ///< link density of a line that is only a link: "Learn more"
constexpr std::size_t kFewRows = 2;  ///< of a table
constexpr std::size_t kFewItems = 3; ///< of a list

/// Form controls, and frames that show another page. Buttons do not count, because they may copy code or unfold a box.
bool is_form_part(Tag tag) {
  return tag == Tag::Form || tag == Tag::Input || tag == Tag::Select || tag == Tag::Textarea || tag == Tag::Iframe;
}

/// Features of an element's blocks.
struct Contents {
  std::size_t bytes = 0, link_bytes = 0;
  std::size_t headings = 0, rows = 0, items = 0, running = 0, sentences = 0;
  bool has_link_line = false;
  bool has_boilerplate = false; ///< by its wording
};

/// Whether the line is boilerplate by its wording. A heading with text below it heads that text, whatever it says.
bool is_worded_as_boilerplate(const std::vector<TextBlock>& blocks, std::size_t i) {
  const TextBlock& block = blocks[i];
  if (block.kind == BlockKind::Code) return false;
  const bool heads_text = block.kind == BlockKind::Heading && i + 1 < blocks.size() && is_running_text(blocks[i + 1]);
  if (heads_text && !is_byline(block.text)) return false;
  if (is_publisher_notice(block.text)) return true;
  return is_boilerplate_line(block.text);
}

Contents contents_of(const std::vector<TextBlock>& blocks) {
  Contents sum;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const TextBlock& block = blocks[i];
    const bool is_running = is_running_text(block);
    sum.bytes += block.text.size();
    sum.link_bytes += block.link_bytes;
    sum.headings += block.kind == BlockKind::Heading ? 1 : 0;
    sum.rows += block.kind == BlockKind::Row ? 1 : 0;
    sum.items += block.kind == BlockKind::ListItem ? 1 : 0;
    sum.running += is_running ? 1 : 0;
    sum.sentences += is_running && (block.kind == BlockKind::Code || ends_sentence(block.text)) ? 1 : 0;
    sum.has_link_line = sum.has_link_line || link_density(block) > kLinkLine;
    sum.has_boilerplate = sum.has_boilerplate || is_worded_as_boilerplate(blocks, i);
  }
  return sum;
}

bool has_few_links(const Contents& contents) {
  return static_cast<double>(contents.link_bytes) <= kMostLinks * static_cast<double>(contents.bytes);
}

/// Overviews consist of cards, which layouts call promotions, teasers and the like: a sentence is enough.
bool is_part_of_overview(const Contents& contents) {
  return contents.sentences > 0 && !contents.has_boilerplate && has_few_links(contents);
}

/// Whether the element has sentences, a list, a table or code, with few links. Cards have more headings than text.
bool reads_like_text(const Contents& contents) {
  const bool has_text = contents.sentences > 0 || contents.rows >= kFewRows || contents.items >= kFewItems;
  return has_text && contents.headings <= contents.running + contents.rows + contents.items &&
         !contents.has_link_line && !contents.has_boilerplate && has_few_links(contents);
}

class SecondLook {
 public:
  SecondLook(const FirstLook& look, ElementRemovals& page)
      : look_(look), dom_(look.dom), page_(page), bytes_(dom_.size()), running_(dom_.size()) {
    for (const TextBlock& block : look.blocks) {
      bytes_.add(block.node, block.text.size());
      if (is_running_text(block) && !look.in_teasers.contains(block.node)) running_.add(block.node, block.text.size());
    }
    bytes_.finish();
    running_.finish();
  }

  /// Whether the element is the author's text.
  bool is_text(NodeId node) {
    const bool is_chrome = role_purpose(dom_.attribute(node, "role")) > RolePurpose::Beside; // what it does, no name
    if (is_chrome || has_form(node)) return false;
    const bool is_inside_text = is_between_paragraphs(node);
    const bool may_stand_apart = look_.is_overview && !is_aside(node);
    if (!is_inside_text && !may_stand_apart) return false;
    remove_inside(dom_, look_.names, node, look_.keeps_comments, page_);
    const Contents contents = contents_of(html::text_blocks(dom_, node, page_.removed, look_.hidden));
    return (may_stand_apart && is_part_of_overview(contents)) || (is_inside_text && reads_like_text(contents));
  }

 private:
  /// Whether there is running text on both sides of the element, or of the wrappers that contain nothing else. An
  /// aside, the head or foot of a section, or a section may be the first or last of its box.
  bool is_between_paragraphs(NodeId node) const {
    const Tag tag = dom_[node].tag;
    const bool may_end_its_box =
        !look_.keeps_comments && (tag == Tag::Aside || tag == Tag::Header || tag == Tag::Footer || tag == Tag::Nav ||
                                  is_outline_section(dom_, node));
    NodeId outer = node;
    bool has_before = false, has_after = false;
    // Between the posts of a discussion are buttons and ranks, so only the siblings count there.
    for (int left = look_.keeps_comments ? 1 : kWrappers; left > 0 && outer != look_.container; --left) {
      const NodeId parent = dom_[outer].parent;
      if (bytes_.in(parent, dom_[parent].end) > 0) {
        if (running_.in(parent, parent + 1) > 0) return true; // text of the parent itself, before or after line breaks
        has_before = has_before || running_.in(parent, outer) > 0;
        has_after = has_after || running_.in(dom_[outer].end, dom_[parent].end) > 0;
        if (has_before && has_after) return true;
        if (!may_end_its_box) return false;
        outer = parent;
        continue;
      }
      outer = parent;
    }
    return false;
  }

  /// Whether its tag says that it is beside the text, or readers wrote it.
  bool is_aside(NodeId node) const {
    const Tag tag = dom_[node].tag;
    return tag == Tag::Nav || tag == Tag::Footer || tag == Tag::Aside || tag == Tag::Menu ||
           (page_.roles[node] & kComments) != 0;
  }

  bool has_form(NodeId node) const {
    const NodeId form = dom_.closest(node, Tag::Form);
    if (form != html::kNoNode && !dom_.contains(form, look_.container)) return true;
    for (NodeId at = node; at < dom_[node].end; ++at) {
      if (is_form_part(dom_[at].tag)) return true;
    }
    return false;
  }

  const FirstLook& look_;
  const Dom& dom_;
  ElementRemovals& page_;
  NodeSums bytes_, running_; ///< of the kept blocks
};

} // namespace

void NodeSums::finish() { std::partial_sum(before_.begin(), before_.end(), before_.begin()); }

std::vector<const RemovalReason*> element_removal_reasons() {
  std::vector<const RemovalReason*> reasons;
  for (const ElementRule& rule : kElementRules) {
    if (rule.verdict == Verdict::Remove) reasons.push_back(&rule.reason);
  }
  return reasons;
}

ElementRemovals remove_elements(const Dom& dom, NameLookup& names, Strictness strictness, bool keep_comments) {
  ElementRemovals page{html::NodeSet(dom), {}, {}, {}, {}, std::vector<std::uint8_t>(dom.size())};
  if (dom.body() == kNoNode) return page;
  page.running_bytes = running_bytes(dom);
  page.media = count_media(dom);
  const PageContext context{dom,          names, page.running_bytes, page.media, strictness == Strictness::Strict,
                            keep_comments};
  apply_rules(context, dom.body() + 1, dom[dom.body()].end, page);
  return page;
}

bool restore_parts_of_text(const FirstLook& look, ElementRemovals& page) {
  const auto is_candidate = [&](const Removal& removal) {
    return removal.reason->basis == Basis::Name && look.dom.contains(look.container, removal.node);
  };
  if (std::ranges::none_of(page.removals, is_candidate)) return false;
  SecondLook second(look, page);
  std::vector<Removal> first = std::exchange(page.removals, {}), kept;
  bool has_restored = false;
  for (Removal& removal : first) {
    const std::size_t inside = page.removals.size();
    if (is_candidate(removal) && second.is_text(removal.node)) {
      page.removed.erase(removal.node);
      has_restored = true;
      continue;
    }
    page.removals.resize(inside);
    kept.push_back(std::move(removal));
  }
  std::ranges::move(page.removals, std::back_inserter(kept));
  page.removals = std::move(kept);
  return has_restored;
}

} // namespace trawl::extract
