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

/// Adds each word of a name as a separate word. Stop words are left out, unless the name has no other words.
void add_words_of_name(const WordUnit& name, std::vector<WordUnit>& out) {
  const bool keep_all = std::ranges::all_of(name.unit.words, &QueryWord::is_stop_word);
  for (const QueryWord& word : name.unit.words) {
    if (keep_all || !word.is_stop_word) out.push_back({name.node, {.words = {word}}});
  }
}

bool has_one_spelling(const WordUnit& word, const IndexView& view) {
  if (!word.is_single_word() || !word.unit.fused.empty() || !word.unit.words.front().split.empty()) return false;
  return std::ranges::none_of(word.unit.words.front().foreign,
                              [&](const std::string& stem) { return document_frequency(view, "Z" + stem) > 0; });
}

/// The documents that have all words, at least one of them in the name of an author or in a tag.
DocSet match_partly_in_fields(const std::vector<WordUnit>& words, const std::vector<std::string>& terms,
                              MatchContext& context) {
  DocSet out = context.no_documents();
  const auto is_in_fields = [&](const WordUnit& word) { return may_match_in_fields(word.unit, context); };
  if (std::ranges::none_of(words, is_in_fields)) return out;
  std::vector<DocSet> in_fields;
  for (const WordUnit& word : words) {
    in_fields.push_back(context.no_documents());
    add_matches_in_fields(word.unit, in_fields.back(), context);
    out |= in_fields.back();
  }
  for (std::size_t i = 0; i < words.size() && out.count() > 0; ++i) {
    DocSet with_word = intersection(context.view, out, terms[i], context.budget);
    with_word |= in_fields[i];
    out &= with_word;
  }
  return out;
}

} // namespace

std::vector<WordUnit> content_words(const std::vector<const query::QueryTree*>& nodes, MatchContext& context) {
  std::vector<WordUnit> words;
  for (const query::QueryTree* node : nodes) words.push_back({node, unit_of(*node, context)});
  if (!std::ranges::all_of(words, is_stop_word)) std::erase_if(words, is_stop_word);
  return words;
}

std::vector<WordUnit> with_known_names(std::vector<WordUnit> words, MatchContext& context) {
  std::vector<WordUnit> out;
  for (WordUnit& word : words) {
    if (word.node->kind == query::NodeKind::Word && word.unit.is_name()) {
      if (words.size() == 1) word.documents = match_exact_name(word.unit, context);
      const bool has_none_as_typed = word.documents && word.documents->count() == 0;
      if (!word.documents || has_none_as_typed) word.documents = match_unit(word.unit, "", context);
      if (has_none_as_typed && word.documents->count() > 0) {
        context.warn("name_relaxed", "No article has the name '" + word.node->text +
                                         "' as typed; other inflections and spellings were looked for.");
      }
      if (word.documents->count() == 0) {
        add_words_of_name(word, out);
        context.warn("name_relaxed", "No article has the name '" + word.node->text + "'; its words were looked for.");
        continue;
      }
    }
    out.push_back(std::move(word));
  }
  return out;
}

std::vector<DocSet> match_words(const std::vector<WordUnit>& words, MatchContext& context) {
  std::vector<DocSet> sets;
  for (const auto& [node, unit, known] : words) {
    if (node->kind != query::NodeKind::Word) {
      sets.push_back(match_node(*node, "", context));
      continue;
    }
    sets.push_back(known ? *known : match_unit(unit, "", context));
    add_matches_in_fields(unit, sets.back(), context);
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
    if (!has_one_spelling(words[i], context.view)) return std::nullopt;
    if (i > 0 && !joined_term(words[i - 1].unit, words[i].unit, context).empty()) return std::nullopt;
    terms.push_back("Z" + words[i].unit.words.front().stem);
  }
  if (has_synonyms(words)) return std::nullopt;
  DocSet all = documents_with_all(context.view, terms, context.budget);
  all |= match_partly_in_fields(words, terms, context);
  all &= within;
  if (mode == MatchMode::Most && all.count() < kFullPage) return std::nullopt;
  return all;
}

} // namespace trawl::search
