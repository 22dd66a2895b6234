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

} // namespace

std::vector<FirstPlace> first_places(const query::ParsedQuery& query, const IndexView& view, const DocSet& within,
                                     Budget& budget) {
  std::vector<FirstPlace> places;
  const std::string words = words_of(query.tree);
  // With or without filters and operators: a title may contain what looks like one.
  const std::string title = schema::title_term(query.plain_words), bare_title = schema::title_term(words),
                    author = schema::author_term(words), name = name_term(query.tree);
  const auto has = [&](const std::string& term) { return !term.empty() && document_frequency(view, term) > 0; };
  if (!has(title) && !has(bare_title) && !has(author) && !has(name)) return places;
  DocSet left = within;
  const auto documents_with = [&](const std::string& term) {
    DocSet documents(view.columns.last_document);
    if (has(term)) add_documents(view, term, documents, budget);
    return documents;
  };
  const auto add = [&](std::string what, std::string reason, DocSet documents) {
    documents &= left;
    if (documents.count() == 0) return;
    left -= documents;
    places.push_back({std::move(what), std::move(reason), std::move(documents)});
  };
  DocSet titled = documents_with(title);
  titled |= documents_with(bare_title);
  if (!name.empty()) {
    DocSet as_typed = documents_with(name), both = as_typed;
    add("whole title", "the title is what was typed", both &= titled); // before those titled "k means"
    add("as typed", "'" + name + "' stands there as it was typed", std::move(as_typed));
  }
  add("whole title", "the title is what was typed", std::move(titled));
  add("whole name", "the author is who was typed", documents_with(author));
  return places;
}

} // namespace trawl::search
