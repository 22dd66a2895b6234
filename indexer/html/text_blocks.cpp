// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/text_blocks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "indexer/html/text_forms.h"
#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

using ascii::is_space;
using ascii::to_lower;
using ascii::trim;

class Writer {
 public:
  Writer(const Dom& dom, const NodeSet& left_out, Hidden hidden) : dom_(dom), left_out_(left_out), hidden_(hidden) {}

  std::vector<TextBlock> run(NodeId node) {
    enter(node, {node, kind_of(node, BlockKind::Paragraph), false, false});
    for (NodeId at = node + (dom_[node].tag == Tag::Text ? 0 : 1); at < dom_[node].end;) {
      while (at >= dom_[open_.back().node].end) leave();
      at = visit(at);
    }
    while (open_.size() > 1) leave();
    flush(); // even if `node` is not a block
    return std::move(blocks_);
  }

 private:
  struct Open {
    NodeId node;
    BlockKind kind;
    bool is_pre;
    bool is_link;
  };

  BlockKind kind_of(NodeId node, BlockKind inherited) const {
    switch (dom_[node].tag) {
    case Tag::H1:
    case Tag::H2:
    case Tag::H3:
    case Tag::H4:
    case Tag::H5:
    case Tag::H6:
      return BlockKind::Heading;
    case Tag::Li:
    case Tag::Dt:
    case Tag::Dd:
      return BlockKind::ListItem;
    case Tag::Tr:
      return BlockKind::Row;
    case Tag::Pre:
      return BlockKind::Code;
    case Tag::Figcaption:
    case Tag::Caption:
      return BlockKind::Caption;
    case Tag::Unknown:
      return is_custom_code(dom_, node) ? BlockKind::Code : inherited;
    // A heading that was never closed contains the rest of the page.
    case Tag::P:
    case Tag::Article:
    case Tag::Section:
      return inherited == BlockKind::Heading ? BlockKind::Paragraph : inherited;
    default:
      return inherited;
    }
  }

  bool is_skipped(NodeId node) const {
    const Tag tag = dom_[node].tag;
    if (left_out_.contains(node)) return true;
    if (tag == Tag::Script) return !is_tex_script(dom_, node);
    if (tag == Tag::Noscript) return hidden_ != Hidden::ShownWithNoscript;
    if ((is_invisible(tag) && !is_heading_button(tag)) || tag == Tag::Rt || is_annotation(dom_, node)) return true;
    if (dom_[node].attribute_count == 0) return false;
    return (tag == Tag::A && is_permalink(dom_, node)) || is_for_screen_readers(dom_, node) ||
           (hidden_ == Hidden::LeftOut && is_hidden(dom_, node)) || is_rendered_formula(dom_, node) ||
           is_line_numbering(dom_, node);
  }

  bool is_box(NodeId node) const { return is_block(dom_[node].tag) || is_custom_block(dom_, node); }

  /// The heading of a section that can be collapsed may be a button.
  bool is_heading_button(Tag tag) const {
    return tag == Tag::Button && open_.back().kind == BlockKind::Heading && current_.text.empty();
  }

  /// Writes the text of `node` itself; returns where the walk continues.
  NodeId visit(NodeId node) {
    visited_ = node;
    const Tag tag = dom_[node].tag;
    if (tag == Tag::Text) return text(dom_[node].text), node + 1;
    if (const std::string_view tex = tex_of(dom_, node); !tex.empty()) return text(tex), dom_[node].end;
    if (is_skipped(node)) return dom_[node].end;
    if (tag == Tag::Br) return line_break(), node + 1;
    if (tag == Tag::Wbr) return node + 1;
    if (const NodeId tex = tag == Tag::Math ? tex_annotation(dom_, node) : kNoNode; tex != kNoNode)
      return text(raw_text(dom_, tex)), dom_[node].end;
    if (tag == Tag::Sup) {
      if (const std::string_view mark = footnote_mark(dom_, node); !mark.empty()) {
        text("["), text(mark), text("]"); // separate from the word before it
        return dom_[node].end;
      }
    }
    if (tag == Tag::Td || tag == Tag::Th) begin_cell();
    if (follows_label(dom_, node)) text(" ");
    const Open& outer = open_.back();
    const Open inner{node, kind_of(node, outer.kind), outer.is_pre || tag == Tag::Pre || is_custom_code(dom_, node),
                     outer.is_link || (tag == Tag::A && leads_away(node, outer.kind))};
    if (is_box(node) || inner.is_link != outer.is_link) {
      enter(node, inner);
    }
    return node + 1;
  }

  /// A heading's link to itself does not count as a link.
  bool leads_away(NodeId link, BlockKind kind) const {
    const std::string_view href = dom_.attribute(link, "href");
    return !href.empty() && (kind != BlockKind::Heading || href.find('#') == std::string_view::npos);
  }

  void enter(NodeId node, Open open) {
    if (is_box(node)) {
      const bool is_inside_pre = open.is_pre && !open_.empty() && open_.back().is_pre;
      is_inside_pre ? end_line() : flush();
    }
    open_.push_back(open);
  }

  void leave() {
    const Open closed = open_.back();
    if (is_box(closed.node)) {
      const bool is_inside_pre = closed.is_pre && open_.size() > 1 && open_[open_.size() - 2].is_pre;
      is_inside_pre ? end_line() : flush();
    }
    open_.pop_back();
  }

  void end_line() {
    if (!current_.text.empty() && current_.text.back() != '\n') current_.text += '\n';
  }

  void begin_cell() {
    if (!current_.text.empty() && !open_.back().is_pre) current_.text += " | ", pending_space_ = false;
  }

  /// One <br> ends a line, two start a paragraph.
  void line_break() {
    if (open_.back().is_pre) return void(current_.text += '\n');
    if (!current_.text.empty() && current_.text.back() == '\n') return flush();
    if (!current_.text.empty()) current_.text += '\n';
    pending_space_ = false;
  }

  void text(std::string_view raw) {
    if (open_.back().is_pre) return verbatim(raw);
    const std::size_t before = current_.text.size();
    for (std::size_t at = 0; at < raw.size();) {
      if (const Gap gap = gap_at(raw, at); gap.bytes > 0) {
        pending_space_ = pending_space_ || gap.is_visible;
        at += gap.bytes;
        continue;
      }
      // Up to the next byte with which a gap may begin.
      std::size_t end = at + 1;
      while (end < raw.size() && !is_space(raw[end]) && static_cast<unsigned char>(raw[end]) < 0xC2) ++end;
      if (pending_space_ && !current_.text.empty() && current_.text.back() != '\n') current_.text += ' ';
      pending_space_ = false;
      current_.text.append(raw, at, end - at);
      at = end;
    }
    note_origin(before);
  }

  struct Gap {
    std::size_t bytes = 0; ///< 0: a letter
    bool is_visible = false;
  };

  static Gap gap_at(std::string_view raw, std::size_t at) {
    if (is_space(raw[at])) return {1, true};
    if (raw.substr(at, 2) == "\xC2\xA0") return {2, true}; // no-break space
    const std::string_view three = raw.substr(at, 3);
    const bool is_invisible = three == "\xE2\x80\x8B" || three == "\xEF\xBB\xBF"; // zero width space, byte order mark
    return is_invisible ? Gap{3, false} : Gap{};
  }

  void verbatim(std::string_view raw) {
    const std::size_t before = current_.text.size();
    for (std::size_t at = 0; at < raw.size(); ++at) {
      if (raw[at] == '\r') continue;
      if (raw.substr(at, 2) == "\xC2\xA0") {
        current_.text += ' ', ++at;
      } else {
        current_.text += raw[at];
      }
    }
    note_origin(before);
  }

  /// Must be called after text was added after the first `before` bytes.
  void note_origin(std::size_t before) {
    if (current_.text.size() == before) return;
    if (current_.first == kNoNode) current_.first = visited_;
    current_.last = visited_;
    if (open_.back().is_link) current_.link_bytes += current_.text.size() - before;
  }

  static void trim_line_ends(std::string& text) {
    std::size_t kept = 0;
    for (const char c : text) {
      if (c == '\n') {
        while (kept > 0 && (text[kept - 1] == ' ' || text[kept - 1] == '\t')) --kept;
      }
      text[kept++] = c;
    }
    text.resize(kept);
    while (!text.empty() && is_space(text.back())) text.pop_back();
    text.erase(0, std::min(text.find_first_not_of("\r\n"), text.size()));
  }

  void flush() {
    trim_line_ends(current_.text);
    while (current_.text.ends_with(" |")) current_.text.resize(current_.text.size() - 2);
    if (!current_.text.empty() && trim(current_.text).size() > 0) {
      const auto block = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& o) { return is_box(o.node); });
      current_.node = block == open_.rend() ? open_.front().node : block->node;
      current_.kind = open_.back().kind;
      blocks_.push_back(std::move(current_));
    }
    current_ = {};
    pending_space_ = false;
  }

  const Dom& dom_;
  const NodeSet& left_out_;
  Hidden hidden_;
  std::vector<Open> open_;
  std::vector<TextBlock> blocks_;
  TextBlock current_;
  NodeId visited_ = kNoNode;
  bool pending_space_ = false;
};

} // namespace

std::vector<TextBlock> text_blocks(const Dom& dom, NodeId node, const NodeSet& left_out, Hidden hidden) {
  return Writer(dom, left_out, hidden).run(node);
}

std::string_view separator_between(BlockKind before, BlockKind next) {
  const bool is_line = before == next && (before == BlockKind::ListItem || before == BlockKind::Row);
  return is_line ? "\n" : "\n\n";
}

std::string join(const std::vector<TextBlock>& blocks) {
  std::string text;
  BlockKind before = BlockKind::Paragraph;
  for (const TextBlock& block : blocks) {
    if (!text.empty()) text += separator_between(before, block.kind);
    text += block.text;
    before = block.kind;
  }
  return text;
}

bool is_for_screen_readers(const Dom& dom, NodeId node) {
  const auto has = [&](std::string_view name) { return class_contains(dom, node, name); };
  if (is_block(dom[node].tag) || has("math")) return false;
  return (has("sr-only") || has("screen-reader") || has("visually-hidden")) && !has("not-sr-only");
}

bool is_hidden(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Body || tag == Tag::Html || dom[node].attribute_count == 0) return false;
  if (class_contains(dom, node, "math") || class_contains(dom, node, "MJX"))
    return false; // the source of a formula is often hidden
  for (const Attribute& attribute : dom.attributes(node)) {
    if (attribute.name == "hidden" && attribute.value != "until-found") return true;
    if (attribute.name == "aria-hidden" && attribute.value == "true" && !is_block(tag)) return true;
    if (attribute.name != "style") continue;
    std::string style;
    for (const char c : attribute.value) {
      if (!is_space(c)) style += to_lower(c);
    }
    if (style.find("display:none") != std::string::npos || style.find("visibility:hidden") != std::string::npos)
      return true;
  }
  return false;
}

} // namespace trawl::html
