// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/text_forms.h"

#include <algorithm>
#include <array>
#include <string>

#include "indexer/html/text.h"
#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

using ascii::trim;

bool is_tex(std::string_view type) { return type.find("tex") != std::string_view::npos; }

/// Whether the link stands behind the words of a heading and leads to it: "Setup Permalink".
bool follows_own_heading(const Dom& dom, NodeId link) {
  const NodeId heading = dom[link].parent;
  if (heading_level(dom[heading].tag) == 0 || dom[link].previous_sibling == kNoNode) return false;
  const std::string_view href = dom.attribute(link, "href");
  if (!href.starts_with('#') || href.substr(1) != dom.attribute(heading, "id")) return false;
  for (NodeId at = heading + 1; at < dom[heading].end; ++at) {
    const bool is_beside = at < link || at >= dom[link].end;
    if (is_beside && dom[at].tag == Tag::Text && !trim(dom[at].text).empty()) return true;
  }
  return false;
}

} // namespace

bool class_contains(const Dom& dom, NodeId node, std::string_view part) {
  return dom.attribute(node, "class").find(part) != std::string_view::npos;
}

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

bool is_permalink(const Dom& dom, NodeId node) {
  if (!dom.attribute(node, "href").starts_with('#') && !class_contains(dom, node, "anchor")) return false;
  if (follows_own_heading(dom, node)) return true;
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
    if (!class_contains(dom, next, "MathJax") && dom[next].tag != Tag::Text) return false;
  }
  return false;
}

bool is_custom_block(const Dom& dom, NodeId node) {
  constexpr int kNear = 8; // children
  if (dom[node].tag != Tag::Unknown || !dom[node].text.contains('-')) return false;
  if (dom.has_attribute(node, "block")) return true;
  NodeId child = dom[node].first_child;
  for (int left = kNear; left > 0 && child != kNoNode; --left, child = dom[child].next_sibling) {
    if (is_block(dom[child].tag)) return true;
  }
  return false;
}

bool follows_label(const Dom& dom, NodeId node) {
  const NodeId before = dom[node].tag == Tag::Label ? dom[node].previous_sibling : kNoNode;
  return before != kNoNode && dom[before].tag == Tag::Label;
}

bool is_custom_code(const Dom& dom, NodeId node) {
  return dom[node].text == "d-code" && dom.is_element(node) && dom.has_attribute(node, "block");
}

bool is_annotation(const Dom& dom, NodeId node) {
  return dom.is_element(node) && (dom[node].text == "annotation" || dom[node].text == "annotation-xml");
}

NodeId tex_annotation(const Dom& dom, NodeId math) {
  for (NodeId at = math + 1; at < dom[math].end; ++at) {
    if (dom[at].text == "annotation" && is_tex(dom.attribute(at, "encoding"))) return at;
  }
  return kNoNode;
}

std::string_view tex_of(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Span || tag == Tag::Div) {
    const std::string_view tex = dom.attribute(node, "data-math");
    return tex.empty() ? dom.attribute(node, "data-latex") : tex;
  }
  if (tag != Tag::Img) return {};
  const bool is_formula = class_contains(dom, node, "latex") || class_contains(dom, node, "math") ||
                          dom.attribute(node, "src").find("latex") != std::string_view::npos;
  return is_formula ? dom.attribute(node, "alt") : std::string_view{};
}

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

bool is_tex_script(const Dom& dom, NodeId script) {
  return dom.attribute(script, "type").find("math/tex") != std::string_view::npos;
}

} // namespace trawl::html
