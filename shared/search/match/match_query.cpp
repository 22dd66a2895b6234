// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/match_query.h"

#include "shared/search/match/clauses.h"
#include "shared/search/match/match_counts.h"
#include "shared/search/match/match_policy.h"
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/nodes/phrase.h"
#include "shared/search/match/optional_words.h"
#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::search {
namespace {

using query::QueryTree;

/// The documents of `within` that have as many of the words as the mode asks for.
MatchResult match_enough_words(const std::vector<DocSet>& words, const DocSet& within, MatchMode mode,
                               MatchContext& context) {
  if (words.size() == 1 || (mode == MatchMode::All && !words.empty())) {
    DocSet all = within;
    for (const DocSet& word : words) all &= word;
    const std::size_t count = all.count();
    return {std::move(all), count, {}, true};
  }
  const MatchCounts counts(words, within);
  const std::vector<std::size_t> histogram = counts.histogram();
  const std::size_t least = words_required(histogram, mode);
  if (mode == MatchMode::Most && least < words.size()) {
    context.warn("fewer_words", fewer_words(histogram.back(), least, words.size()));
  }
  MatchResult out{counts.at_least(least), histogram.back(), {}, true};
  if (least < words.size()) out.with_all_words = counts.at_least(words.size());
  return out;
}

DocSet match_phrases(const std::vector<const QueryTree*>& phrases, const DocSet& within, MatchContext& context) {
  DocSet out = within;
  for (const QueryTree* phrase : phrases) out &= match_phrase_within(*phrase, out, context);
  return out;
}

/// When no document has the phrases, their words count like other words.
void relax_phrases(const std::vector<const QueryTree*>& phrases, std::vector<DocSet>& words, MatchContext& context) {
  std::vector<const QueryTree*> of_phrases;
  for (const QueryTree* phrase : phrases) {
    for (const QueryTree& child : phrase->children) of_phrases.push_back(&child);
  }
  const std::vector<WordUnit> units = with_known_names(content_words(of_phrases, context), context);
  std::ranges::move(match_words(units, context), std::back_inserter(words));
  context.warn("phrase_relaxed", "No article has the phrase; its words were looked for.");
}

MatchResult match_clauses(const Clauses& clauses, MatchMode mode, MatchContext& context) {
  DocSet required = all_documents(context.view.columns);
  for (const QueryTree* clause : clauses.required) required &= match_node(*clause, "", context);
  const DocSet with_phrases = match_phrases(clauses.phrases, required, context);
  std::vector<WordUnit> units = content_words(clauses.words, context);
  if (mode != MatchMode::All) units = with_known_names(std::move(units), context);
  const bool phrases_fail = !clauses.phrases.empty() && with_phrases.count() == 0;
  if (phrases_fail && mode != MatchMode::All && !context.budget.over()) {
    std::vector<DocSet> words = match_words(units, context);
    relax_phrases(clauses.phrases, words, context);
    return match_enough_words(words, required, mode, context);
  }
  if (auto all = match_all_plain_words(units, with_phrases, mode, context)) {
    const std::size_t count = all->count();
    return {std::move(*all), count, {}, true};
  }
  return match_enough_words(match_words(units, context), with_phrases, mode, context);
}

} // namespace

Result<MatchResult> match_query(const query::ParsedQuery& query, const IndexView& view, MatchMode mode,
                                Deadline deadline) {
  Budget budget(deadline);
  PositionalMatcher positional(view, budget, deadline);
  MatchContext context{view,
                       budget,
                       positional,
                       Budget(soft_deadline(deadline)),
                       text::Stemmer(),
                       ForeignStemmers(query.plain_words, view.columns),
                       {}};
  MatchResult out;
  if (query.tree.empty()) {
    out.documents = all_documents(view.columns);
  } else {
    out = match_clauses(clauses_of(query.tree), mode, context);
  }
  if (budget.over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
  if (!query.has_words) out.all_words.reset();
  out.is_exact = context.is_complete && positional.warnings().empty();
  out.warnings = std::move(context.warnings);
  std::ranges::copy(positional.warnings(), std::back_inserter(out.warnings));
  return out;
}

} // namespace trawl::search
