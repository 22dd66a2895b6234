// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/tree.h"

#include "shared/query/operator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::query {

QueryTree leaf(NodeKind kind, std::string text) {
  QueryTree node;
  node.kind = kind;
  node.text = std::move(text);
  return node;
}

QueryTree group(NodeKind kind, std::vector<QueryTree> children, bool implicit) {
  std::erase_if(children, [](const QueryTree& child) { return child.empty(); });
  if (children.empty()) return {};
  if (children.size() == 1) return std::move(children.front());
  QueryTree node;
  node.kind = kind;
  node.implicit = implicit;
  node.children = std::move(children);
  return node;
}

QueryTree flattened(std::vector<QueryTree> parts) {
  std::vector<QueryTree> flat;
  for (QueryTree& part : parts) {
    if (part.kind == NodeKind::And && part.implicit) {
      std::ranges::move(part.children, std::back_inserter(flat));
    } else {
      flat.push_back(std::move(part));
    }
  }
  return group(NodeKind::And, std::move(flat), true);
}

// The recursion is as deep as the parser lets a tree be (kMaxDepth).
std::string print(const QueryTree& tree) {
  if (tree.kind == NodeKind::Nothing) return {};
  if (tree.kind == NodeKind::Word) return tree.text;
  return operator_of(tree.kind).print(tree);
}

bool has_words(const QueryTree& tree) {
  if (tree.kind == NodeKind::Nothing) return false;
  if (tree.kind == NodeKind::Word) return true;
  return operator_of(tree.kind).has_words(tree);
}

} // namespace trawl::query
