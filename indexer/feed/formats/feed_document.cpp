// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/feed_document.h"

#include <algorithm>

#include "indexer/feed/html_fragment.h"
#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

using ascii::trim;

/// Namespaces of a format's own elements.
bool is_own(XmlNamespace name_space) {
  return name_space == namespaces::None || name_space == namespaces::Rss || name_space == namespaces::Atom03;
}

bool is_atom_namespace(XmlNamespace name_space) {
  return name_space == namespaces::Atom || name_space == namespaces::Atom03;
}

bool has_content(const XmlTree& tree, NodeId node) {
  if (has_child_elements(tree, node)) return true;
  return !trim(text_content(tree, node)).empty();
}

} // namespace

bool FeedDocument::is(NodeId node, ElementName name) const {
  const XmlNode& element = tree[node];
  if (!element.is_element || element.local != name.local) return false;
  if (name.name_space == namespaces::Atom) return is_atom_namespace(element.name_space);
  if (name.name_space != namespaces::None) return element.name_space == name.name_space;
  return is_own(element.name_space) || element.name_space == tree[root].name_space;
}

NodeId FeedDocument::first(NodeId parent, ElementNames names) const {
  for (const NodeId node : all(parent, names)) {
    if (has_content(tree, node)) return node;
  }
  return kNoNode;
}

std::vector<NodeId> FeedDocument::all(NodeId parent, ElementNames names) const {
  std::vector<NodeId> found;
  if (parent == kNoNode) return found;
  const auto children = child_elements(tree, parent);
  for (auto name = names.begin(); name != names.end(); ++name) {
    for (const NodeId child : children) {
      const auto had = [&](const ElementName& earlier) { return is(child, earlier); };
      if (is(child, *name) && std::none_of(names.begin(), name, had)) found.push_back(child);
    }
  }
  return found;
}

std::vector<NodeId> FeedDocument::outermost(NodeId parent, std::string_view local) const {
  std::vector<NodeId> found;
  NodeId at = next_in_document(tree, parent, parent);
  while (at != kNoNode && at != parent) {
    const bool match = is(at, {namespaces::None, local}) || is(at, {namespaces::Atom, local});
    if (match) found.push_back(at);
    at = next_in_document(tree, at, parent, match);
  }
  return found;
}

std::string FeedDocument::text(NodeId node) const {
  return node == kNoNode ? std::string{} : std::string(trim(text_content(tree, node)));
}

std::string FeedDocument::base_of(NodeId node) const {
  std::vector<std::string_view> bases;
  for (; node != kNoNode; node = tree[node].parent) {
    const auto base = attribute(tree, node, "base", namespaces::Xml);
    if (!base.empty()) bases.push_back(base);
  }
  std::string result = url;
  for (auto base = bases.rbegin(); base != bases.rend(); ++base) {
    const std::string inner = absolute_link(*base, result);
    // Nothing can be resolved against the base of another scheme, such as "urn:".
    if (inner.starts_with("http")) result = inner;
  }
  return result;
}

std::string FeedDocument::language_of(NodeId node, std::initializer_list<NodeId> texts) const {
  for (const NodeId text : texts) {
    const auto language = text == kNoNode ? std::string_view{} : attribute(tree, text, "lang", namespaces::Xml);
    if (!language.empty()) return std::string(trim(language));
  }
  for (; node != kNoNode; node = tree[node].parent) {
    const auto language = attribute(tree, node, "lang", namespaces::Xml);
    if (!language.empty()) return std::string(trim(language));
  }
  return {};
}

std::string FeedDocument::link_text(NodeId node) const {
  return node == kNoNode ? std::string{} : absolute_link(text(node), base_of(node));
}

} // namespace trawl::feed
