// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/tree.h"

#include <algorithm>

namespace trawl::search {
namespace {

std::string joined(const QueryTree& tree, const std::string& between) {
  std::string out = "(";
  for (std::size_t i = 0; i < tree.children.size(); ++i) out += (i == 0 ? "" : between) + print(tree.children[i]);
  return out + ")";
}

std::string phrase(const QueryTree& tree) {
  std::string out = "\"";
  for (std::size_t i = 0; i < tree.children.size(); ++i) out += (i == 0 ? "" : " ") + tree.children[i].text;
  out += '"';
  if (tree.distance > 0) out += "~" + std::to_string(tree.distance);
  return out;
}

std::string field_value(const std::string& value) {
  const bool plain = std::ranges::none_of(value, [](char c) {
    return c == ',' || c == '(' || c == ')' || c == '"' || c == '*' || static_cast<unsigned char>(c) <= ' ' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
  // name:: and name:/ are no fields to the lexer.
  const bool is_bare = plain && !value.empty() && value.front() != ':' && value.front() != '/';
  return is_bare ? value : '"' + value + '"';
}

/// A value of title: a word, a beginning or a phrase.
std::string title_value(const QueryTree& tree) {
  return tree.kind == NodeKind::Word ? field_value(tree.text) : print(tree);
}

std::string field(const QueryTree& tree) {
  const bool title = tree.field == "title";
  const QueryTree& values = title && tree.children.front().kind == NodeKind::Or ? tree.children.front() : tree;
  std::string out = tree.field + ":";
  for (std::size_t i = 0; i < values.children.size(); ++i) {
    out += i == 0 ? "" : ",";
    out += title ? title_value(values.children[i]) : field_value(values.children[i].text);
  }
  return out;
}

} // namespace

// Recursion is as deep as the parser lets a tree be.
std::string print(const QueryTree& tree) {
  switch (tree.kind) {
  case NodeKind::Nothing:
    return {};
  case NodeKind::Word:
    return tree.text;
  case NodeKind::Exact:
    return "+" + tree.text;
  case NodeKind::Prefix:
    return tree.text + "*";
  case NodeKind::Phrase:
    return phrase(tree);
  case NodeKind::Near:
    return joined(tree, " NEAR/" + std::to_string(tree.distance) + " ");
  case NodeKind::Field:
    return field(tree);
  case NodeKind::And:
    return joined(tree, " AND ");
  case NodeKind::Or:
    return joined(tree, " OR ");
  case NodeKind::Not:
    return "NOT " + print(tree.children.front());
  }
  return {};
}

bool has_words(const QueryTree& tree) {
  switch (tree.kind) {
  case NodeKind::Nothing:
  case NodeKind::Not:
    return false;
  case NodeKind::Word:
  case NodeKind::Exact:
  case NodeKind::Prefix:
  case NodeKind::Phrase:
  case NodeKind::Near:
    return true;
  case NodeKind::Field:
    return tree.field == "title";
  case NodeKind::And:
  case NodeKind::Or:
    return std::ranges::any_of(tree.children, [](const QueryTree& child) { return has_words(child); });
  }
  return false;
}

} // namespace trawl::search
