// SPDX-License-Identifier: GPL-3.0-or-later
/// A query as a tree: what the parser makes, the printer shows and the matcher walks.
#pragma once

#include <string>
#include <vector>

namespace trawl::search {

enum class NodeKind {
  Nothing,
  Word,   ///< by its stem; names and compounds also by their parts
  Exact,  ///< +word: this form, required
  Prefix, ///< quant*
  Phrase, ///< children in order, `distance` words between them in all
  Near,   ///< children in any order within `distance` words
  Field,  ///< title: one child, a tree of words; others: a child Word for each value, any of which
  And,
  Or,
  Not, ///< one child
};

struct QueryTree {
  NodeKind kind = NodeKind::Nothing;
  std::string field;     ///< of a Field node
  std::string text;      ///< of Word, Exact and Prefix as typed; a field's value
  int distance = 0;      ///< of Phrase (slop) and Near
  bool implicit = false; ///< of And: words side by side, which the match mode may relax; AND itself never is
  std::vector<QueryTree> children;

  bool empty() const { return kind == NodeKind::Nothing; }
  bool operator==(const QueryTree&) const = default;
};

/// As the query language writes it: (flash AND (attention OR "state space")). Parsed again it gives the same text.
/// Empty for an empty tree.
std::string print(const QueryTree& tree);

/// Whether there is anything to rank by: a word outside every minus.
bool has_words(const QueryTree& tree);

} // namespace trawl::search
