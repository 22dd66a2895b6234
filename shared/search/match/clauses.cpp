// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/clauses.h"

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

void add(const QueryTree& clause, Clauses& clauses) {
  switch (clause.kind) {
  case NodeKind::Word:
  case NodeKind::Prefix:
    clauses.words.push_back(&clause);
    break;
  case NodeKind::Phrase:
    clauses.phrases.push_back(&clause);
    break;
  default:
    clauses.required.push_back(&clause);
  }
}

} // namespace

Clauses clauses_of(const QueryTree& tree) {
  Clauses clauses;
  if (tree.kind == NodeKind::And && tree.implicit) {
    for (const QueryTree& child : tree.children) add(child, clauses);
  } else {
    add(tree, clauses);
  }
  return clauses;
}

} // namespace trawl::search
