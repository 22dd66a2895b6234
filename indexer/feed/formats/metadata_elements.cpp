// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/metadata_elements.h"

#include <algorithm>

#include "indexer/feed/html_fragment.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"

namespace trawl::feed {
namespace {

using ascii::to_lower;
using ascii::trim;

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

std::vector<std::string> categories_of(const FeedDocument& document, NodeId parent, ElementNames names) {
  std::vector<std::string> categories;
  for (const NodeId node : document.all(parent, names)) {
    add_category(category_of(document, node), categories);
    for (const NodeId inner : document.all(node, {{namespaces::Itunes, "category"}})) {
      add_category(category_of(document, inner), categories);
    }
  }
  for (const NodeId list : document.all(parent, {{namespaces::Itunes, "keywords"}, {namespaces::None, "tags"}})) {
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
    // If an element is repeated, the last one counts, as for links.
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
  for (const NodeId node : document.all(parent, {{namespaces::Atom, "link"}, {namespaces::None, "link"}})) {
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
    if (node.name_space == namespaces::Media && node.local == "thumbnail") return link(at, "url");
    const bool is_picture =
        attribute(tree, at, "medium") == "image" || attribute(tree, at, "type").starts_with("image/");
    if (node.name_space == namespaces::Media && node.local == "content" && is_picture) return link(at, "url");
    if (node.name_space == namespaces::Itunes && node.local == "image") return link(at, "href");
    if (node.local == "enclosure" && is_picture) return link(at, "url");
  }
  return {};
}

} // namespace trawl::feed
