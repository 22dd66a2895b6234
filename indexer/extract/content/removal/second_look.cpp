// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/second_look.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/removal/node_sums.h"
#include "indexer/extract/page/block_features.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::Dom;
using html::NodeId;
using html::Tag;
using html::TextBlock;

constexpr int kWrappers = 32;             ///< elements around a part that contain nothing else
constexpr std::size_t kLongestLine = 350; ///< bytes of a caption
constexpr double kMostLinks = 0.3;        ///< link density
constexpr double kLinkLine = 0.8;         ///< link density of a line that is only a link: "Learn more"
constexpr std::size_t kFewRows = 2;       ///< of a table
constexpr std::size_t kFewItems = 3;      ///< of a list

/// Form controls, and frames that show another page. Buttons do not count, because they may copy code or unfold a box.
bool is_form_part(Tag tag) {
  return tag == Tag::Form || tag == Tag::Input || tag == Tag::Select || tag == Tag::Textarea || tag == Tag::Iframe;
}

/// ARIA roles, which say what the element does, not what it is called.
bool has_chrome_role(const Dom& dom, NodeId node) {
  static constexpr std::array<std::string_view, 8> kRoles = {"banner",  "search",  "alertdialog", "menu",
                                                             "menubar", "toolbar", "tooltip",     "contentinfo"};
  return std::ranges::find(kRoles, dom.attribute(node, "role")) != kRoles.end();
}

/// Features of an element's blocks.
struct Contents {
  std::size_t bytes = 0, link_bytes = 0;
  std::size_t headings = 0, rows = 0, items = 0, running = 0, sentences = 0;
  bool has_link_line = false;
  bool has_boilerplate = false; ///< by its wording
};

/// Whether a style sheet hides the element: by a class that has no other purpose, and none that shows it again on
/// another screen.
bool is_hidden_by_class(const Dom& dom, NodeId node) {
  static constexpr std::array<std::string_view, 8> kHiding = {
      "hidden",         "d-none",  "invisible",          "visually-hidden",
      "visuallyhidden", "sr-only", "screen-reader-text", "screen-reader-only"};
  const std::string_view classes = dom.attribute(node, "class");
  bool hides = false;
  for (std::size_t at = 0; at < classes.size();) {
    const std::size_t end = std::min(classes.find_first_of(" \t\n", at), classes.size());
    const std::string_view name = classes.substr(at, end - at);
    if (name.ends_with(":block") || name.ends_with(":flex") || name.ends_with(":inline") || name.ends_with(":grid") ||
        name.ends_with("-block") || name.ends_with("-flex"))
      return false;
    hides = hides || std::ranges::find(kHiding, name) != kHiding.end();
    at = end + 1;
  }
  return hides;
}

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

/// Whether the element has sentences, a list, a table or code, with few links. Cards have more headings than text.
bool reads_like_text(const Contents& contents) {
  const bool has_text = contents.sentences > 0 || contents.rows >= kFewRows || contents.items >= kFewItems;
  return has_text && contents.headings <= contents.running + contents.rows + contents.items &&
         !contents.has_link_line && !contents.has_boilerplate &&
         static_cast<double>(contents.link_bytes) <= kMostLinks * static_cast<double>(contents.bytes);
}

class SecondLook {
 public:
  SecondLook(const FirstLook& look, ElementRemovals& page)
      : look_(look), dom_(look.dom), page_(page), bytes_(dom_.size()), running_(dom_.size()) {
    for (const TextBlock& block : look.blocks) {
      bytes_.add(block.node, block.text.size());
      if (is_running_text(block)) running_.add(block.node, block.text.size());
    }
    bytes_.finish();
    running_.finish();
  }

  enum class Verdict { Chrome, Text, Caption };

  Verdict judge(NodeId node) {
    if (has_chrome_role(dom_, node) || is_hidden_by_class(dom_, node) || has_form(node)) return Verdict::Chrome;
    if (heads_next(node)) return Verdict::Text;
    if (!is_between_paragraphs(node) && !is_headed_table(node)) return Verdict::Chrome;
    remove_inside(dom_, node, look_.keeps_comments, page_);
    const Contents contents = contents_of(html::text_blocks(dom_, node, page_.removed, look_.hidden));
    if (!reads_like_text(contents)) return Verdict::Chrome;
    const bool is_image_with_line = page_.media.in(node, dom_[node].end) > 0 && contents.headings == 0 &&
                                    contents.running == 1 && contents.bytes < kLongestLine;
    return is_image_with_line ? Verdict::Caption : Verdict::Text;
  }

 private:
  /// Whether there is running text on both sides of the element, or of the wrappers that contain nothing else. An
  /// aside, or the head or foot of a section, may be the first or last of its box.
  bool is_between_paragraphs(NodeId node) const {
    const Tag tag = dom_[node].tag;
    const bool may_end_its_box =
        !look_.keeps_comments && (tag == Tag::Aside || tag == Tag::Header || tag == Tag::Footer || tag == Tag::Nav);
    NodeId outer = node;
    bool has_before = false, has_after = false;
    // Between the posts of a discussion are buttons and ranks, so only the siblings count there.
    for (int left = look_.keeps_comments ? 1 : kWrappers; left > 0 && outer != look_.container; --left) {
      const NodeId parent = dom_[outer].parent;
      if (dom_[outer].tag == Tag::Figure || dom_[outer].tag == Tag::Form) return false;
      if (bytes_.in(parent, dom_[parent].end) > 0) {
        if (running_.in(parent, parent + 1) > 0) return true; // text of the parent itself, before or after line breaks
        has_before = has_before || running_.in(parent, outer) > 0;
        has_after = has_after || running_.in(dom_[outer].end, dom_[parent].end) > 0;
        if (has_before && has_after) return true;
        if (!may_end_its_box) return false;
        outer = parent;
        continue;
      }
      // Text beside an image without other text around both is a caption.
      if (page_.media.in(parent, dom_[parent].end) > page_.media.in(node, dom_[node].end)) return false;
      outer = parent;
    }
    return false;
  }

  /// Whether the element is the head of a box that unfolds: it contains one heading, comes after the first paragraph,
  /// and the next element has running text.
  bool heads_next(NodeId node) const {
    NodeId next = dom_[node].next_sibling;
    while (next != html::kNoNode && !dom_.is_element(next)) next = dom_[next].next_sibling;
    if (next == html::kNoNode || running_.in(next, dom_[next].end) == 0 || running_.in(look_.container, node) == 0)
      return false;
    const std::vector<TextBlock> own = html::text_blocks(dom_, node, page_.removed, look_.hidden);
    return own.size() == 1 && own.front().kind == BlockKind::Heading && own.front().link_bytes == 0;
  }

  /// Whether the element contains a table with header cells, directly follows a heading, and has running text before
  /// that heading and after the table.
  bool is_headed_table(NodeId node) const {
    const NodeId table = dom_.first(Tag::Table, node);
    if (table == html::kNoNode || dom_.first(Tag::Th, table) == html::kNoNode) return false;
    NodeId before = dom_[node].previous_sibling;
    while (before != html::kNoNode && !dom_.is_element(before)) before = dom_[before].previous_sibling;
    return before != html::kNoNode && html::heading_level(dom_[before].tag) > 0 &&
           running_.in(look_.container, before) > 0;
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

constexpr RemovalReason kImageBox = {"image-box", "an image with a line of text", Basis::Caption};

} // namespace

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
    const auto verdict = is_candidate(removal) ? second.judge(removal.node) : SecondLook::Verdict::Chrome;
    if (verdict == SecondLook::Verdict::Text) {
      page.removed.erase(removal.node);
      has_restored = true;
      continue;
    }
    page.removals.resize(inside);
    if (verdict == SecondLook::Verdict::Caption) removal.reason = &kImageBox;
    kept.push_back(std::move(removal));
  }
  std::ranges::move(page.removals, std::back_inserter(kept));
  page.removals = std::move(kept);
  return has_restored;
}

} // namespace trawl::extract
