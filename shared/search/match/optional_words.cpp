// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/optional_words.h"

#include "shared/search/match/match_policy.h"
#include "shared/search/match/nodes/word.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/synonyms.h"
#include "shared/text/tokenizer.h"

#include <algorithm>

namespace trawl::search {
namespace {

bool is_stop_word(const WordUnit& word) {
  return word.node->kind == query::NodeKind::Word && std::ranges::all_of(word.unit.words, &QueryWord::is_stop_word);
}

/// The term of two neighbouring words written as one (flex attention, flexattention); empty if the index has none.
std::string joined_term(const QueryUnit& left, const QueryUnit& right, MatchContext& context) {
  if (left.words.size() != 1 || right.words.size() != 1) return {};
  const std::string joined = left.words[0].folded + right.words[0].folded;
  if (joined.size() > text::kMaxTokenBytes || document_frequency(context.view, joined) == 0) return {};
  return "Z" + context.stemmer.stem(joined);
}

void add_joined_words(const std::vector<WordUnit>& words, std::vector<DocSet>& sets, MatchContext& context) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string joined = joined_term(words[i - 1].unit, words[i].unit, context);
    if (joined.empty()) continue;
    add_documents(context.view, joined, sets[i - 1], context.budget);
    add_documents(context.view, joined, sets[i], context.budget);
  }
}

bool has_one_spelling(const WordUnit& word) {
  return word.is_single_word() && word.unit.fused.empty() && word.unit.words.front().split.empty();
}

} // namespace

std::vector<WordUnit> content_words(const std::vector<const query::QueryTree*>& nodes, MatchContext& context) {
  std::vector<WordUnit> words;
  for (const query::QueryTree* node : nodes) words.push_back({node, unit_of(*node, context)});
  if (!std::ranges::all_of(words, is_stop_word)) std::erase_if(words, is_stop_word);
  return words;
}

std::vector<DocSet> match_words(const std::vector<WordUnit>& words, MatchContext& context) {
  std::vector<DocSet> sets;
  for (const auto& [node, unit] : words) {
    sets.push_back(node->kind == query::NodeKind::Word ? match_unit(unit, "", context)
                                                       : match_node(*node, "", context));
  }
  add_joined_words(words, sets, context);
  add_synonyms(words, sets, context);
  return sets;
}

std::optional<DocSet> match_all_plain_words(const std::vector<WordUnit>& words, const DocSet& within, MatchMode mode,
                                            MatchContext& context) {
  if (words.size() < 2 || mode == MatchMode::Any) return std::nullopt;
  if (mode == MatchMode::Most && words.size() > kShortQuery) return std::nullopt;
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!has_one_spelling(words[i])) return std::nullopt;
    if (i > 0 && !joined_term(words[i - 1].unit, words[i].unit, context).empty()) return std::nullopt;
    terms.push_back("Z" + words[i].unit.words.front().stem);
  }
  if (has_synonyms(words)) return std::nullopt;
  DocSet all = documents_with_all(context.view, std::move(terms), context.budget);
  all &= within;
  if (mode == MatchMode::Most && all.count() < kFullPage) return std::nullopt;
  return all;
}

} // namespace trawl::search
