// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures, formulas and footnotes.
#include "indexer/extract/structure/pictures.h"
#include "indexer/extract/structure/structure_walk.h"
#include "indexer/html/text.h"
#include "indexer/html/text_forms.h"

#include <utility>

namespace trawl::extract {

using content::Kind;
using content::Node;
using html::kNoNode;
using html::NodeId;
using html::Tag;

std::optional<NodeId> StructureWalk::visit_media(NodeId node) {
  const Tag tag = dom_[node].tag;
  const bool is_picture_element = tag == Tag::Unknown && dom_[node].text.ends_with("-img");
  if (tag == Tag::Img || is_picture_element) {
    if (!html::tex_of(dom_, node).empty()) return std::nullopt;
    auto picture = picture_of(dom_, node, input_.base_url);
    if (!picture) return dom_[node].end;
    tree().has_line_text() ? tree().add_inside(std::move(*picture)) : tree().add_block(std::move(*picture));
    return dom_[node].end;
  }
  const bool may_embed = tag == Tag::Iframe || tag == Tag::Video || tag == Tag::Audio || tag == Tag::Unknown;
  if (!may_embed) return std::nullopt;
  auto link = embed_of(dom_, node, input_.base_url);
  if (!link) return std::nullopt;
  Node caption{.kind = Kind::Caption}, figure{.kind = Kind::Figure};
  caption.children.push_back(std::move(*link));
  figure.children.push_back(std::move(caption));
  tree().add_block(std::move(figure));
  return dom_[node].end;
}

std::optional<NodeId> StructureWalk::visit_formula(NodeId node) {
  const Tag tag = dom_[node].tag;
  if (tag != Tag::Math && tag != Tag::Script && tag != Tag::Img && dom_[node].attribute_count == 0) return std::nullopt;
  if (const std::string_view tex = html::tex_of(dom_, node); !tex.empty()) {
    if (input_.kept.has_text(dom_, node)) write_formula(tex, is_display(node));
    return dom_[node].end;
  }
  const bool is_script = tag == Tag::Script && html::is_tex_script(dom_, node);
  if (tag != Tag::Math && !is_script) return std::nullopt;
  if (input_.kept.has_text(dom_, node)) {
    write_formula(is_script ? html::raw_text(dom_, node) : html::formula_text(dom_, node), is_display(node));
  }
  return dom_[node].end;
}

/// Whether the page displays the formula on lines of its own.
bool StructureWalk::is_display(NodeId node) const {
  constexpr int kLevels = 5;
  if (dom_.attribute(node, "type").contains("mode=display")) return true;
  for (int level = 0; level < kLevels && node != kNoNode; ++level, node = dom_[node].parent) {
    if (dom_[node].attribute_count > 0) {
      const std::string_view names = dom_.attribute(node, "class"), display = dom_.attribute(node, "display");
      if (display == "block" || display == "true") return true;
      if (names.contains("katex-display") || names.contains("MathJax_Display") || names.contains("math display") ||
          names.contains("math-display") || names.contains("ltx_equation")) {
        return true;
      }
    }
    if (html::is_block(dom_[node].tag)) return false;
  }
  return false;
}

std::optional<NodeId> StructureWalk::visit_footnote(NodeId node) {
  if (const std::string_view label = footnotes_.label_of_note(node); !label.empty() && notes_.empty()) {
    tree().end_line();
    enter_footnote(node, std::string(label));
    return node + 1;
  }
  if (const std::string_view label = footnotes_.label_of_mark(node); !label.empty()) {
    if (!input_.kept.has_text(dom_, node)) return dom_[node].end;
    std::string text = html::squeeze(html::raw_text(dom_, node));
    if (!text.starts_with('[')) text = "[" + text + "]";
    tree().add_inside({.kind = Kind::FootnoteMark, .text = std::move(text), .attribute = std::string(label)});
    return dom_[node].end;
  }
  if (dom_[node].tag == Tag::Sup) {
    if (const std::string_view mark = html::footnote_mark(dom_, node); !mark.empty()) {
      if (input_.kept.has_text(dom_, node))
        tree().add_inside({.kind = Kind::Text, .text = "[" + std::string(mark) + "]"});
      return dom_[node].end;
    }
  }
  if (notes_.empty() && is_note_beside_mark(dom_, node) && input_.kept.has_text(dom_, node)) {
    std::string label = footnotes_.next_label();
    tree().add_inside({.kind = Kind::FootnoteMark, .attribute = label});
    enter_footnote(node, std::move(label));
    return node + 1;
  }
  return std::nullopt;
}

} // namespace trawl::extract
