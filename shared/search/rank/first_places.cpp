// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/first_places.h"

#include "shared/schema/terms.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/spelling_variants.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <utility>

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

/// The words of a query without operators but quotes; false if it has others.
bool read_words(const QueryTree& tree, std::string& words) {
  switch (tree.kind) {
  case NodeKind::Word:
    words.append(words.empty() ? "" : " ").append(tree.text);
    return true;
  case NodeKind::And:
    if (!tree.implicit) return false;
    [[fallthrough]];
  case NodeKind::Phrase:
    for (const QueryTree& child : tree.children) {
      if (!read_words(child, words)) return false;
    }
    return true;
  default:
    return false;
  }
}

/// The words of a query as text::plain_words gives them, without its filters. Empty if operators combine them.
std::string words_of(const QueryTree& tree) {
  std::string words;
  return read_words(tree, words) ? text::plain_words(words) : std::string();
}

/// The term of a name that is the whole query, in quotes or not: k-means. Empty for other queries.
std::string name_term(const QueryTree& tree) {
  const bool is_quoted = tree.kind == NodeKind::Phrase && tree.children.size() == 1;
  const QueryTree& only = is_quoted ? tree.children.front() : tree;
  if (only.kind != NodeKind::Word) return {};
  text::Stemmer stemmer;
  return read_unit(only.text, stemmer).compound;
}

/// The articles whose title is what was typed, with or without its filters.
DocSet documents_with_title(const query::ParsedQuery& query, const IndexView& view) {
  DocSet out = documents_with_filter(view, schema::title_term(query.plain_words));
  if (const std::string words = words_of(query.tree); words != query.plain_words) {
    out |= documents_with_filter(view, schema::title_term(words));
  }
  return out;
}

} // namespace

std::vector<FirstPlace> first_places(const query::ParsedQuery& query, const IndexView& view, const DocSet& within,
                                     Budget& budget) {
  std::vector<FirstPlace> places;
  DocSet left = within;
  const auto add = [&](std::string name, std::string reason, DocSet documents) {
    documents &= left;
    if (documents.count() == 0) return;
    left -= documents;
    places.push_back({std::move(name), std::move(reason), std::move(documents)});
  };
  const auto add_whole_titles = [&](const DocSet& among) {
    DocSet titles = documents_with_title(query, view);
    add("whole title", "the title is what was typed", titles &= among);
  };
  if (const std::string term = name_term(query.tree); !term.empty()) {
    DocSet as_typed(view.columns.last_document);
    add_documents(view, term, as_typed, budget);
    add_whole_titles(as_typed); // before those titled "k means"
    add("as typed", "'" + term + "' stands there as it was typed", std::move(as_typed));
  }
  add_whole_titles(left);
  add("whole name", "the author is who was typed",
      documents_with_filter(view, schema::author_term(words_of(query.tree))));
  return places;
}

} // namespace trawl::search
