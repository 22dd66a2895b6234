// SPDX-License-Identifier: GPL-3.0-or-later
/// A query as a tree: the parser makes it, the printer shows it and the matcher evaluates it.
#pragma once

#include <string>
#include <vector>

namespace trawl::query {

enum class NodeKind {
  Nothing,
  Word,   ///< matches by its stem; names and compounds also by their parts
  Exact,  ///< +word: this form, required
  Prefix, ///< quant*
  Phrase, ///< children in order, each at most `distance` words after the one before
  Near,   ///< children in any order within `distance` words
  Field,  ///< title: one child, a tree of words; other fields: a child Word for each value, any of which matches
  And,
  Or,
  Not, ///< one child
};

struct QueryTree {
  NodeKind kind = NodeKind::Nothing;
  std::string field;     ///< of a Field node
  std::string text;      ///< of Word, Exact and Prefix, as typed; the value of a field
  int distance = 0;      ///< of Phrase (slop) and Near
  bool implicit = false; ///< of And: words side by side, which the match mode may relax; a typed AND is never relaxed
  std::vector<QueryTree> children;

  bool empty() const { return kind == NodeKind::Nothing; }
  bool operator==(const QueryTree&) const = default;
};

/// A node without children.
QueryTree leaf(NodeKind kind, std::string text);

/// The non-empty `children` under one node: an empty tree if there are none, the child itself if there is one.
QueryTree group(NodeKind kind, std::vector<QueryTree> children, bool implicit = false);

/// Words side by side as one implicit And; implicit Ands among `parts` are merged into it.
QueryTree flattened(std::vector<QueryTree> parts);

/// The tree in the query language: (flash AND (attention OR "state space")). Parsing the text gives a tree that prints
/// the same. Empty for an empty tree.
std::string print(const QueryTree& tree);

/// Whether there is anything to rank by: a word that is not negated.
bool has_words(const QueryTree& tree);

} // namespace trawl::query
