// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/elements.h"

#include <algorithm>

#include "indexer/feed/markup.h"
#include "shared/text/date_parse.h"

namespace trawl::feed {
namespace {

bool is_own_vocabulary(Vocabulary vocabulary) {
  return vocabulary == Vocabulary::None || vocabulary == Vocabulary::Rss || vocabulary == Vocabulary::Atom03;
}

bool is_atom(Vocabulary vocabulary) { return vocabulary == Vocabulary::Atom || vocabulary == Vocabulary::Atom03; }

bool has_content(const XmlTree& tree, NodeId node) {
  if (has_child_elements(tree, node)) return true;
  return !trim(text_content(tree, node)).empty();
}

std::string category_of(const FeedDocument& document, NodeId node) {
  for (const std::string_view name : {"term", "text"}) {
    if (const auto value = trim(attribute(document.tree, node, name)); !value.empty()) return std::string(value);
  }
  std::string text = fold_spaces(document.text(node));
  return text.empty() ? std::string(trim(attribute(document.tree, node, "label"))) : text;
}

void add_category(std::string category, std::vector<std::string>& categories) {
  if (category.empty() || categories.size() == kMaxPerEntry) return;
  if (std::find(categories.begin(), categories.end(), category) != categories.end()) return;
  categories.push_back(std::move(category));
}

} // namespace

bool FeedDocument::is(NodeId node, ElementName name) const {
  const XmlNode& element = tree[node];
  if (!element.is_element || element.local != name.local) return false;
  if (name.vocabulary == Vocabulary::Atom) return is_atom(element.vocabulary);
  if (name.vocabulary != Vocabulary::None) return element.vocabulary == name.vocabulary;
  return is_own_vocabulary(element.vocabulary) || element.vocabulary == tree[root].vocabulary;
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
    const bool match = is(at, {Vocabulary::None, local}) || is(at, {Vocabulary::Atom, local});
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
    const auto base = attribute(tree, node, "base", Vocabulary::Xml);
    if (!base.empty()) bases.push_back(base);
  }
  std::string result = url;
  for (auto base = bases.rbegin(); base != bases.rend(); ++base) {
    const std::string inner = absolute_link(*base, result);
    // A base of a scheme that resolves nothing is no base.
    if (inner.starts_with("http")) result = inner;
  }
  return result;
}

std::string FeedDocument::language_of(NodeId node, std::initializer_list<NodeId> texts) const {
  for (const NodeId text : texts) {
    const auto language = text == kNoNode ? std::string_view{} : attribute(tree, text, "lang", Vocabulary::Xml);
    if (!language.empty()) return std::string(trim(language));
  }
  for (; node != kNoNode; node = tree[node].parent) {
    const auto language = attribute(tree, node, "lang", Vocabulary::Xml);
    if (!language.empty()) return std::string(trim(language));
  }
  return {};
}

std::string FeedDocument::link_text(NodeId node) const {
  return node == kNoNode ? std::string{} : absolute_link(text(node), base_of(node));
}

std::vector<std::string> categories_of(const FeedDocument& document, NodeId parent, ElementNames names) {
  std::vector<std::string> categories;
  for (const NodeId node : document.all(parent, names)) {
    add_category(category_of(document, node), categories);
    for (const NodeId inner : document.all(node, {{Vocabulary::Itunes, "category"}})) {
      add_category(category_of(document, inner), categories);
    }
  }
  for (const NodeId list : document.all(parent, {{Vocabulary::Itunes, "keywords"}, {Vocabulary::None, "tags"}})) {
    const std::string words = document.text(list);
    for (std::string_view rest = words; !rest.empty();) {
      const auto comma = std::min(rest.find(','), rest.size());
      add_category(fold_spaces(rest.substr(0, comma)), categories);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  return categories;
}

std::optional<Date> date_of(const FeedDocument& document, NodeId parent, ElementNames names) {
  for (const ElementName& name : names) {
    const auto nodes = document.all(parent, {name});
    // Of an element that is repeated the last one counts, as it does for links.
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      if (const auto date = text::parse_feed_date(document.text(*node))) return date;
    }
  }
  return std::nullopt;
}

std::string atom_link(const FeedDocument& document, NodeId parent, std::string_view rel) {
  constexpr std::string_view kRegistry = "http://www.iana.org/assignments/relation/";
  const XmlTree& tree = document.tree;
  std::string best;
  int best_rank = 0;
  for (const NodeId node : document.all(parent, {{Vocabulary::Atom, "link"}, {Vocabulary::None, "link"}})) {
    const auto href = trim(attribute(tree, node, "href"));
    std::string given = to_lower(trim(attribute(tree, node, "rel")));
    if (given.starts_with(kRegistry)) given.erase(0, kRegistry.size());
    if (href.empty() || (given.empty() ? "alternate" : given) != rel) continue;
    const auto type = attribute(tree, node, "type");
    const int rank = type.contains("html") ? 3 : type.empty() ? 2 : 1;
    if (rank <= best_rank) continue;
    best_rank = rank;
    best = absolute_link(href, document.base_of(node));
  }
  return best;
}

std::string image_of(const FeedDocument& document, NodeId entry) {
  const XmlTree& tree = document.tree;
  const auto link = [&](NodeId node, std::string_view name) {
    return absolute_link(attribute(tree, node, name), document.base_of(node));
  };
  NodeId at = next_in_document(tree, entry, entry);
  for (; at != kNoNode && at != entry; at = next_in_document(tree, at, entry)) {
    const XmlNode& node = tree[at];
    if (!node.is_element) continue;
    if (node.vocabulary == Vocabulary::Media && node.local == "thumbnail") return link(at, "url");
    const bool is_picture =
        attribute(tree, at, "medium") == "image" || attribute(tree, at, "type").starts_with("image/");
    if (node.vocabulary == Vocabulary::Media && node.local == "content" && is_picture) return link(at, "url");
    if (node.vocabulary == Vocabulary::Itunes && node.local == "image") return link(at, "href");
    if (node.local == "enclosure" && is_picture) return link(at, "url");
  }
  return {};
}

} // namespace trawl::feed
