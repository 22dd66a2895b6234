// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/tree.h"

#include <algorithm>
#include <array>

#include "indexer/feed/xml/namespaces.h"
#include "shared/base/html_escape.h"

namespace trawl::feed {
namespace {

constexpr std::array<std::string_view, 14> kVoidElements = {"area",  "base", "br",   "col",   "embed",  "hr",    "img",
                                                            "input", "link", "meta", "param", "source", "track", "wbr"};

bool is_void(const XmlNode& node) {
  return std::find(kVoidElements.begin(), kVoidElements.end(), node.local) != kVoidElements.end();
}

/// Names lose their prefixes: HTML writes SVG and MathML without them, too.
void write_start(const XmlNode& node, std::string& out) {
  out += '<';
  out += local_of(node.name);
  for (const XmlAttribute& attribute : node.attributes) {
    if (attribute.name.starts_with("xmlns") || attribute.name_space == XmlNamespace::Xml) continue;
    out += ' ';
    out += attribute.name;
    out += "=\"";
    out += html_escape(attribute.value);
    out += '"';
  }
  out += '>';
}

void write_end(const XmlNode& node, std::string& out) {
  if (is_void(node)) return;
  out += "</";
  out += local_of(node.name);
  out += '>';
}

} // namespace

std::vector<NodeId> child_elements(const XmlTree& tree, NodeId node) {
  std::vector<NodeId> children;
  for (NodeId at = tree[node].first_child; at != kNoNode; at = tree[at].next_sibling) {
    if (tree[at].is_element) children.push_back(at);
  }
  return children;
}

NodeId next_in_document(const XmlTree& tree, NodeId node, NodeId within, bool skip_children) {
  if (!skip_children && tree[node].first_child != kNoNode) return tree[node].first_child;
  while (node != kNoNode && node != within) {
    if (tree[node].next_sibling != kNoNode) return tree[node].next_sibling;
    node = tree[node].parent;
  }
  return kNoNode;
}

std::string text_content(const XmlTree& tree, NodeId node) {
  std::string out;
  for (NodeId at = node; at != kNoNode; at = next_in_document(tree, at, node)) out += tree[at].text;
  return out;
}

std::string inner_markup(const XmlTree& tree, NodeId node) {
  std::string out;
  NodeId at = tree[node].first_child;
  while (at != kNoNode && at != node) {
    const XmlNode& here = tree[at];
    if (here.is_element)
      write_start(here, out);
    else
      out += html_escape(here.text);
    if (here.first_child != kNoNode) {
      at = here.first_child;
      continue;
    }
    if (here.is_element) write_end(here, out);
    while (at != node && tree[at].next_sibling == kNoNode) {
      at = tree[at].parent;
      if (at == kNoNode || at == node) return out;
      write_end(tree[at], out);
    }
    if (at != node) at = tree[at].next_sibling;
  }
  return out;
}

std::string_view attribute(const XmlTree& tree, NodeId node, std::string_view local, XmlNamespace name_space) {
  for (const XmlAttribute& candidate : tree[node].attributes) {
    if (candidate.local == local && candidate.name_space == name_space) return candidate.value;
  }
  return {};
}

bool has_child_elements(const XmlTree& tree, NodeId node) {
  for (NodeId at = tree[node].first_child; at != kNoNode; at = tree[at].next_sibling) {
    if (tree[at].is_element) return true;
  }
  return false;
}

} // namespace trawl::feed
