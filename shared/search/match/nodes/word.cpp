// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/nodes/word.h"

#include "shared/schema/terms.h"
#include "shared/search/match/exact_words.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/query_memory.h"

#include <algorithm>

namespace trawl::search {
namespace {

/// A key of everything that decides in which documents the word is found only as two words.
std::string spellings_of_word(const QueryWord& word, const std::string& field) {
  std::string all = field + word.stem;
  const auto add = [&](const std::vector<std::string>& stems, char mark) {
    for (const std::string& stem : stems) (all += mark) += stem;
  };
  add(word.foreign, '\1');
  for (const std::vector<std::string>& stems : word.split) add(stems, '\2'), all += '\n';
  for (const std::vector<std::string>& stems : word.rare_split) add(stems, '\2'), all += '\n';
  return all;
}

/// Adds the documents that have the word only as two words. To find them, the positions of every document that has both
/// parts are read, but few have the parts side by side; those few are remembered.
void add_split_spellings(const QueryWord& word, const std::string& field, DocSet& to, MatchContext& context) {
  if (word.split.empty() && word.rare_split.empty()) return;
  QueryMemory& memory = *context.view.memory;
  const std::string key = spellings_of_word(word, field);
  if (const std::vector<std::uint32_t>* known = memory.in_parts(key)) {
    for (const std::uint32_t document : *known) to.add(document);
    return;
  }
  DocSet in_parts = context.no_documents();
  for (const auto* splits : {&word.split, &word.rare_split}) {
    for (const std::vector<std::string>& stems : *splits) {
      std::vector<std::string> terms;
      for (const std::string& stem : stems) terms.push_back(field + "Z" + stem);
      const DocSet found = context.positional.in_order(terms, 1, {.exclude = &to});
      in_parts |= found;
      to |= found;
    }
  }
  // A set that is incomplete because time ran out must not be remembered as the whole.
  if (context.budget.over() || !context.positional.warnings().empty()) return;
  std::vector<std::uint32_t> documents;
  in_parts.for_each([&](std::uint32_t document) { documents.push_back(document); });
  memory.keep_in_parts(key, std::move(documents));
}

DocSet match_spellings(const QueryWord& word, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  add_documents(context.view, field + "Z" + word.stem, out, context.budget);
  for (const std::string& stem : word.foreign) add_documents(context.view, field + "Z" + stem, out, context.budget);
  add_split_spellings(word, field, out, context);
  return out;
}

/// The stems of a name in order: as typed, with the parts of its words (DeepSeek-V3: deep seek v3), or with those of
/// some of them. A number stays with its letters: gemma-2b is not the "gemma 2 b" of Gemma-2-9b.
std::vector<std::vector<std::string>> spellings_of_name(const QueryUnit& unit, const std::string& field) {
  constexpr std::size_t kMaxSpellings = 8;
  std::vector<std::vector<std::string>> spellings(1);
  for (const QueryWord& word : unit.words) {
    const std::size_t count = spellings.size();
    const bool has_digit = std::ranges::any_of(word.folded, [](char c) { return c >= '0' && c <= '9'; });
    if (!has_digit && !word.split.empty() && 2 * count <= kMaxSpellings) {
      for (std::size_t i = 0; i < count; ++i) {
        spellings.push_back(spellings[i]);
        for (const std::string& stem : word.split.front()) spellings.back().push_back(field + "Z" + stem);
      }
    }
    for (std::size_t i = 0; i < count; ++i) spellings[i].push_back(field + "Z" + word.stem);
  }
  return spellings;
}

DocSet match_name(const QueryUnit& unit, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  add_documents(context.view, field + unit.compound, out, context.budget);
  if (!unit.fused.empty()) add_documents(context.view, field + "Z" + unit.fused_stem, out, context.budget);
  for (const std::vector<std::string>& stems : spellings_of_name(unit, field)) {
    out |= context.positional.in_order(stems, 1, {.exclude = &out});
  }
  return out;
}

} // namespace

DocSet match_exact_name(const QueryUnit& unit, MatchContext& context) {
  DocSet out = context.no_documents();
  add_documents(context.view, unit.compound, out, context.budget);
  if (!unit.fused.empty()) {
    const QueryWord fused{unit.fused, unit.fused_stem, false, {}};
    out |= match_exact_words({&fused, 1}, out, context);
  }
  return out |= match_exact_words(unit.words, out, context);
}

QueryUnit unit_of(const query::QueryTree& node, MatchContext& context) {
  const bool is_word = node.kind == query::NodeKind::Word;
  QueryUnit unit = is_word ? context.view.memory->unit(context.view, node.text, context.stemmer)
                           : read_unit(node.text, context.stemmer);
  if (is_word && context.is_excluding) split_by_rare_forms(unit, context.view, context.stemmer);
  for (QueryWord& word : unit.words) word.foreign = context.foreign.stems(word.folded);
  return unit;
}

DocSet match_unit(const QueryUnit& unit, const std::string& field, MatchContext& context) {
  if (unit.is_name()) return match_name(unit, field, context);
  if (unit.words.empty()) return context.no_documents();
  DocSet out = match_spellings(unit.words.front(), field, context);
  for (std::size_t i = 1; i < unit.words.size(); ++i) out &= match_spellings(unit.words[i], field, context);
  return out;
}

bool may_match_in_fields(const QueryUnit& unit, const MatchContext& context) {
  if (unit.words.empty()) return false;
  const std::string& stem = unit.words.front().stem;
  return document_frequency(context.view, schema::author_word_term(stem)) > 0 ||
         (unit.words.size() == 1 && document_frequency(context.view, schema::tag_word_term(stem)) > 0);
}

void add_matches_in_fields(const QueryUnit& unit, DocSet& to, MatchContext& context) {
  if (unit.words.size() == 1) {
    const std::string& stem = unit.words.front().stem;
    add_documents(context.view, schema::author_word_term(stem), to, context.budget);
    add_documents(context.view, schema::tag_word_term(stem), to, context.budget);
    return;
  }
  std::vector<std::string> terms;
  for (const QueryWord& word : unit.words) terms.push_back(schema::author_word_term(word.stem));
  if (terms.empty() || document_frequency(context.view, terms.front()) == 0) return;
  to |= documents_with_all(context.view, std::move(terms), context.budget);
}

DocSet match_word(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  const QueryUnit unit = unit_of(node, context);
  DocSet out = match_unit(unit, field, context);
  if (field.empty()) add_matches_in_fields(unit, out, context);
  return out;
}

} // namespace trawl::search
