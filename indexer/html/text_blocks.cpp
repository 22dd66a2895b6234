// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/text_blocks.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

using ascii::is_space;
using ascii::to_lower;
using ascii::trim;

bool has_class(const Dom& dom, NodeId node, std::string_view part) {
  return dom.attribute(node, "class").find(part) != std::string_view::npos;
}

/// The line numbers that syntax highlighters add to code, in an element with a class of its own.
bool is_line_numbering(const Dom& dom, NodeId node) {
  static constexpr std::array<std::string_view, 9> kNames = {"gutter",       "gutter gl",   "lineno",
                                                             "linenos",      "line-number", "line-numbers",
                                                             "rouge-gutter", "blob-num",    "hljs-ln-numbers"};
  const Tag tag = dom[node].tag;
  const bool is_code_cell = tag == Tag::Pre && dom[dom[node].parent].tag == Tag::Td;
  if (tag != Tag::Td && tag != Tag::Span && tag != Tag::Div && tag != Tag::A && !is_code_cell) return false;
  const std::string_view value = trim(dom.attribute(node, "class"));
  if (value.empty()) return false;
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    return value == name || (tag != Tag::Div && value.starts_with(name) && value[name.size()] == ' ');
  });
}

/// The link of a heading to itself, such as "¶".
bool is_permalink(const Dom& dom, NodeId node) {
  if (!dom.attribute(node, "href").starts_with('#') && !has_class(dom, node, "anchor")) return false;
  std::string_view only;
  for (NodeId at = node + 1; at < dom[node].end; ++at) {
    if (dom[at].tag != Tag::Text) continue;
    const std::string_view text = trim(dom[at].text);
    if (text.empty()) continue;
    if (!only.empty()) return false;
    only = text;
  }
  return only == "#" || only == "¶" || only == "§" || only == "🔗" || only == "\xEF\x83\x81" || only == "↩" ||
         only == "↩︎";
}

/// The rendering of a formula whose source follows or precedes it.
bool is_rendered_formula(const Dom& dom, NodeId node) {
  const std::string_view value = dom.attribute(node, "class");
  if (value.starts_with("katex-html")) {
    const NodeId before = dom[node].previous_sibling;
    return before != kNoNode && dom.attribute(before, "class").starts_with("katex-mathml");
  }
  if (!value.starts_with("MathJax")) return false;
  constexpr int kMaxSiblings = 8; // preview, rendering, text for screen readers, and white space between them
  NodeId next = dom[node].next_sibling;
  for (int left = kMaxSiblings; left > 0 && next != kNoNode; --left, next = dom[next].next_sibling) {
    if (dom[next].tag == Tag::Script) return true;
    if (!has_class(dom, next, "MathJax") && dom[next].tag != Tag::Text) return false;
  }
  return false;
}

bool is_tex(std::string_view type) { return type.find("tex") != std::string_view::npos; }

/// The <annotation encoding="application/x-tex"> of a <math>, or kNoNode.
NodeId tex_annotation(const Dom& dom, NodeId math) {
  for (NodeId at = math + 1; at < dom[math].end; ++at) {
    if (dom[at].text == "annotation" && is_tex(dom.attribute(at, "encoding"))) return at;
  }
  return kNoNode;
}

/// The TeX of a formula that a script or an image renders, or empty.
std::string_view tex_of(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Span || tag == Tag::Div) {
    const std::string_view tex = dom.attribute(node, "data-math");
    return tex.empty() ? dom.attribute(node, "data-latex") : tex;
  }
  if (tag != Tag::Img) return {};
  const bool is_formula = has_class(dom, node, "latex") || has_class(dom, node, "math") ||
                          dom.attribute(node, "src").find("latex") != std::string_view::npos;
  return is_formula ? dom.attribute(node, "alt") : std::string_view{};
}

/// The number of a footnote at its reference: a short superscript that links into this page. Else empty.
std::string_view footnote_mark(const Dom& dom, NodeId sup) {
  NodeId link = dom.first(Tag::A, sup);
  if (link == kNoNode && dom[dom[sup].parent].tag == Tag::A) link = dom[sup].parent;
  if (link == kNoNode || !dom.attribute(link, "href").starts_with('#')) return {};
  std::string_view only;
  for (NodeId at = sup + 1; at < dom[sup].end; ++at) {
    const std::string_view text = dom[at].tag == Tag::Text ? trim(dom[at].text) : std::string_view{};
    if (text.empty()) continue;
    if (!only.empty()) return {};
    only = text;
  }
  return only.size() <= 4 && !only.starts_with('[') ? only : std::string_view{};
}

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
    if (tag == Tag::Script) return dom_.attribute(node, "type").find("math/tex") == std::string_view::npos;
    if (tag == Tag::Noscript) return hidden_ != Hidden::ShownWithNoscript;
    if ((is_invisible(tag) && !is_heading_button(tag)) || tag == Tag::Rt) return true;
    if (dom_[node].attribute_count == 0) return false;
    return (tag == Tag::A && is_permalink(dom_, node)) || (hidden_ == Hidden::LeftOut && is_hidden(dom_, node)) ||
           is_rendered_formula(dom_, node) || is_line_numbering(dom_, node);
  }

  /// The heading of a section that can be collapsed may be a button.
  bool is_heading_button(Tag tag) const {
    return tag == Tag::Button && open_.back().kind == BlockKind::Heading && current_.text.empty();
  }

  /// Writes the text of `node` itself; returns where the walk continues.
  NodeId visit(NodeId node) {
    const Tag tag = dom_[node].tag;
    if (tag == Tag::Text) return text(dom_[node].text), node + 1;
    if (const std::string_view tex = tex_of(dom_, node); !tex.empty()) return text(tex), dom_[node].end;
    if (is_skipped(node)) return dom_[node].end;
    if (tag == Tag::Br) return line_break(), node + 1;
    if (tag == Tag::Wbr) return node + 1;
    if (tag == Tag::Math) return formula(node), dom_[node].end;
    if (tag == Tag::Sup) {
      if (const std::string_view mark = footnote_mark(dom_, node); !mark.empty()) {
        text("["), text(mark), text("]"); // separate from the word before it
        return dom_[node].end;
      }
    }
    if (tag == Tag::Td || tag == Tag::Th) begin_cell();
    const Open& outer = open_.back();
    const Open inner{node, kind_of(node, outer.kind), outer.is_pre || tag == Tag::Pre,
                     outer.is_link || (tag == Tag::A && leads_away(node, outer.kind))};
    if (is_block(tag) || inner.is_link != outer.is_link) {
      enter(node, inner);
    }
    return node + 1;
  }

  /// A heading's link to itself does not count as a link.
  bool leads_away(NodeId link, BlockKind kind) const {
    const std::string_view href = dom_.attribute(link, "href");
    return !href.empty() && (kind != BlockKind::Heading || href.find('#') == std::string_view::npos);
  }

  void formula(NodeId math) {
    const NodeId tex = tex_annotation(dom_, math);
    const NodeId from = tex == kNoNode ? math : tex;
    for (NodeId at = from + 1; at < dom_[from].end; ++at) {
      if (dom_[at].text == "annotation" || dom_[at].text == "annotation-xml") {
        at = dom_[at].end - 1;
      } else if (dom_[at].tag == Tag::Text) {
        text(dom_[at].text);
      }
    }
  }

  void enter(NodeId node, Open open) {
    if (is_block(dom_[node].tag)) open.is_pre&& outer_is_pre() ? end_line() : flush();
    open_.push_back(open);
  }

  void leave() {
    const Open closed = open_.back();
    if (is_block(dom_[closed.node].tag)) {
      const bool is_inside_pre = closed.is_pre && open_.size() > 1 && open_[open_.size() - 2].is_pre;
      is_inside_pre ? end_line() : flush();
    }
    open_.pop_back();
  }

  bool outer_is_pre() const { return !open_.empty() && open_.back().is_pre; }

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
      const std::size_t space = space_length(raw, at);
      if (space > 0) {
        pending_space_ = pending_space_ || space < 3;
        at += space;
        continue;
      }
      std::size_t end = at + 1;
      while (end < raw.size() && !is_space(raw[end]) && static_cast<unsigned char>(raw[end]) < 0xC2) ++end;
      if (pending_space_ && !current_.text.empty() && current_.text.back() != '\n') current_.text += ' ';
      pending_space_ = false;
      current_.text.append(raw, at, end - at);
      at = end;
    }
    count_link(before);
  }

  /// The length in bytes of white space (1, no-break space 2) or of an invisible character (3) at `at`, else 0.
  static std::size_t space_length(std::string_view raw, std::size_t at) {
    if (is_space(raw[at])) return 1;
    if (raw.substr(at, 2) == "\xC2\xA0") return 2;
    const std::string_view three = raw.substr(at, 3);
    return three == "\xE2\x80\x8B" || three == "\xEF\xBB\xBF" ? 3 : 0; // zero width space, byte order mark
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
    count_link(before);
  }

  void count_link(std::size_t before) {
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
      const auto block =
          std::find_if(open_.rbegin(), open_.rend(), [&](const Open& o) { return is_block(dom_[o.node].tag); });
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
  bool pending_space_ = false;
};

} // namespace

std::vector<TextBlock> text_blocks(const Dom& dom, NodeId node, const NodeSet& left_out, Hidden hidden) {
  return Writer(dom, left_out, hidden).run(node);
}

std::string join(const std::vector<TextBlock>& blocks) {
  std::string text;
  BlockKind before = BlockKind::Paragraph;
  for (const TextBlock& block : blocks) {
    const bool is_line = block.kind == before && (before == BlockKind::ListItem || before == BlockKind::Row);
    if (!text.empty()) text += is_line ? "\n" : "\n\n";
    text += block.text;
    before = block.kind;
  }
  return text;
}

bool is_hidden(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Body || tag == Tag::Html || dom[node].attribute_count == 0) return false;
  if (has_class(dom, node, "math") || has_class(dom, node, "MJX"))
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
