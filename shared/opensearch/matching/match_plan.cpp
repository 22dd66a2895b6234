// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/match_plan.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/node_query.h"
#include "shared/opensearch/matching/query_words.h"
#include "shared/search/match/clauses.h"
#include "shared/search/match/match_policy.h"
#include "shared/text/synonyms.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

namespace trawl::opensearch {
namespace {

using query::NodeKind;
using query::QueryTree;
using search::MatchMode;
using search::QueryUnit;
using search::QueryWord;
using search::Warning;

/// A word, name or prefix that the match mode may relax.
struct WantedWord {
  const QueryTree* node = nullptr;
  QueryUnit unit;
  bool is_exact_name = false; ///< looked for as typed, not in other inflections

  bool is_stop_word() const {
    return node->kind == NodeKind::Word && std::ranges::all_of(unit.words, &QueryWord::is_stop_word);
  }
};

std::vector<WantedWord> content_words_of(const std::vector<const QueryTree*>& nodes, QueryWords& words) {
  std::vector<WantedWord> out;
  for (const QueryTree* node : nodes) out.push_back({node, words.unit(*node)});
  if (!std::ranges::all_of(out, &WantedWord::is_stop_word)) std::erase_if(out, &WantedWord::is_stop_word);
  return out;
}

/// Adds each word of a name as a separate word. Stop words are left out, unless the name has no other words.
void add_words_of(const WantedWord& name, std::vector<WantedWord>& out) {
  const bool keep_all = std::ranges::all_of(name.unit.words, &QueryWord::is_stop_word);
  for (const QueryWord& word : name.unit.words) {
    if (keep_all || !word.is_stop_word) out.push_back({name.node, {.words = {word}}});
  }
}

/// Replaces each name that no article has with its words, and adds a warning.
Result<std::vector<WantedWord>> with_names(std::vector<WantedWord> wanted, const Session& session,
                                           std::vector<Warning>& warnings) {
  std::vector<WantedWord> out;
  const bool is_alone = wanted.size() == 1;
  for (WantedWord& word : wanted) {
    if (word.node->kind == NodeKind::Word && word.unit.is_name()) {
      TRAWL_TRY(const auto counts, session.counts({exact_name_query(word.unit), unit_query(word.unit, Place::Text)}));
      word.is_exact_name = is_alone && counts[0] > 0;
      if (counts[0] + counts[1] == 0) {
        add_words_of(word, out);
        warnings.push_back({"name_relaxed",
                            "No article has the name '" + word.node->text + "'; its words were looked for.",
                            std::nullopt});
        continue;
      }
    }
    out.push_back(std::move(word));
  }
  return out;
}

/// Adds the other forms that match several of the words: two neighbours written as one word, and synonyms (RAG).
void add_other_names(const std::vector<WantedWord>& wanted, QueryWords& words, std::vector<std::vector<Json>>& ways) {
  std::vector<std::string> stems;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool is_single = wanted[i].node->kind == NodeKind::Word && wanted[i].unit.words.size() == 1;
    stems.push_back(is_single ? wanted[i].unit.words.front().stem : std::string());
    if (i == 0) continue;
    const std::string joined = words.joined(wanted[i - 1].unit, wanted[i].unit);
    if (joined.empty()) continue;
    ways[i - 1].push_back(term_query(field::kStems, joined));
    ways[i].push_back(term_query(field::kStems, joined));
  }
  for (const text::Synonyms& found : text::synonyms_among(stems)) {
    for (const auto& name : found.others) {
      for (std::size_t i = found.begin; i < found.begin + found.count; ++i) {
        ways[i].push_back(sequence_query(field::kStems, name, 1));
      }
    }
  }
}

/// One query per word: for the word, another spelling of it, or a synonym.
std::vector<Json> word_queries(const std::vector<WantedWord>& wanted, QueryWords& words) {
  std::vector<std::vector<Json>> ways;
  for (const WantedWord& word : wanted) {
    if (word.node->kind != NodeKind::Word) {
      ways.push_back({node_query(*word.node, Place::Text, words)});
      continue;
    }
    ways.push_back({word.is_exact_name ? exact_name_query(word.unit) : unit_query(word.unit, Place::Text),
                    in_names_query(word.unit)});
  }
  add_other_names(wanted, words, ways);
  std::vector<Json> out;
  for (auto& of_word : ways) out.push_back(any_query(std::move(of_word)));
  return out;
}

using Assume = std::function<void(const Json& query)>;

Result<MatchPlan> plan_words(const Json& base, const std::vector<Json>& words, MatchMode mode, const Session& session,
                             const Assume& assume) {
  const std::size_t count = words.size();
  MatchPlan plan{enough_of(base, words, count), enough_of(base, words, count), {}};
  const std::size_t usual = mode == MatchMode::Any   ? 1
                            : mode == MatchMode::All ? count
                                                     : search::usual_words_required(count);
  plan.query = enough_of(base, words, std::min(usual, count));
  assume(plan.query);
  if (mode != MatchMode::Most || count < 2) return plan;
  std::map<std::size_t, std::size_t> at_least;
  TRAWL_TRY(const auto most, session.counts({plan.all_words, plan.query}));
  at_least[count] = most[0];
  at_least[usual] = most[1];
  if (usual < count && most[1] < search::kEnoughDocuments) {
    std::vector<Json> questions;
    for (std::size_t least = 1; least < usual; ++least) questions.push_back(enough_of(base, words, least));
    TRAWL_TRY(const auto fewer, session.counts(questions));
    for (std::size_t least = 1; least < usual; ++least) at_least[least] = fewer[least - 1];
  }
  const auto histogram = search::sparse_histogram(count, at_least);
  const std::size_t least = search::words_required(histogram, mode);
  plan.query = enough_of(base, words, least);
  if (least < count) {
    plan.warnings.push_back({"fewer_words", search::fewer_words(histogram.back(), least, count), std::nullopt});
  }
  return plan;
}

Result<MatchPlan> plan_clauses(const search::Clauses& clauses, MatchMode mode, QueryWords& words,
                               const Session& session, const Assume& assume) {
  std::vector<Json> required, phrases;
  for (const QueryTree* clause : clauses.required) required.push_back(node_query(*clause, Place::Text, words));
  for (const QueryTree* phrase : clauses.phrases) phrases.push_back(node_query(*phrase, Place::Text, words));
  const Json base = all_query(required);
  std::ranges::copy(required, std::back_inserter(phrases));
  const Json with_phrases = all_query(std::move(phrases));
  std::vector<Warning> warnings;
  std::vector<WantedWord> wanted = content_words_of(clauses.words, words);
  if (mode != MatchMode::All) {
    TRAWL_TRY(wanted, with_names(std::move(wanted), session, warnings));
  }
  bool phrases_fail = false;
  if (!clauses.phrases.empty() && mode != MatchMode::All) {
    TRAWL_TRY(const std::size_t found, session.count(with_phrases));
    phrases_fail = found == 0;
  }
  std::vector<Json> queries = word_queries(wanted, words);
  if (phrases_fail) {
    std::vector<const QueryTree*> of_phrases;
    for (const QueryTree* phrase : clauses.phrases) {
      for (const QueryTree& child : phrase->children) of_phrases.push_back(&child);
    }
    TRAWL_TRY(const auto units, with_names(content_words_of(of_phrases, words), session, warnings));
    std::ranges::move(word_queries(units, words), std::back_inserter(queries));
    warnings.push_back({"phrase_relaxed", "No article has the phrase; its words were looked for.", std::nullopt});
  }
  TRAWL_TRY(MatchPlan plan, plan_words(phrases_fail ? base : with_phrases, queries, mode, session, assume));
  plan.warnings.insert(plan.warnings.begin(), std::move_iterator(warnings.begin()), std::move_iterator(warnings.end()));
  return plan;
}

} // namespace

Result<MatchPlan> plan_match(const query::ParsedQuery& query, MatchMode mode, const Session& session,
                             const Assume& assume) {
  if (query.has_nothing_to_search) return MatchPlan{nothing(), nothing(), {}};
  if (query.tree.empty()) {
    assume(everything());
    return MatchPlan{everything(), everything(), {}};
  }
  TRAWL_TRY(QueryWords words, QueryWords::look_up({&query.tree}, query.plain_words, session));
  return plan_clauses(search::clauses_of(query.tree), mode, words, session, assume);
}

} // namespace trawl::opensearch
