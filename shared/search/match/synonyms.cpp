// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/synonyms.h"

#include "shared/search/match/posting_sets.h"
#include "shared/search/match/query_memory.h"
#include "shared/text/synonyms.h"

#include <cstdint>
#include <span>
#include <utility>

namespace trawl::search {
namespace {

/// The stems of single words; empty for the others, which no synonym spans.
std::vector<std::string> stems_of(const std::vector<WordUnit>& words) {
  std::vector<std::string> stems;
  for (const WordUnit& word : words) {
    stems.push_back(word.is_single_word() ? word.unit.words.front().stem : std::string());
  }
  return stems;
}

std::vector<std::string> terms_of(std::span<const std::string> stems) {
  std::vector<std::string> terms;
  for (const std::string& stem : stems) terms.push_back("Z" + stem);
  return terms;
}

/// The documents that have a name but not all of the words that it stands for, which are found anyway. The positions of
/// all that have the words of the name are read for that, so what was found is remembered.
DocSet documents_with_name(std::span<const std::string> words, std::span<const std::string> name,
                           MatchContext& context) {
  QueryMemory& memory = *context.view.memory;
  std::string key;
  for (const std::string& stem : words) (key += stem) += '\3';
  for (const std::string& stem : name) (key += '\4') += stem;
  DocSet out = context.no_documents();
  if (const std::vector<std::uint32_t>* known = memory.in_parts(key)) {
    for (const std::uint32_t document : *known) out.add(document);
    return out;
  }
  const DocSet with_words = documents_with_all(context.view, terms_of(words), context.budget);
  out = context.positional.in_order(terms_of(name), 1, {.exclude = &with_words});
  // What lacks documents because time ran out must not be taken for the whole.
  if (context.budget.over() || !context.positional.warnings().empty()) return out;
  std::vector<std::uint32_t> documents;
  out.for_each([&](std::uint32_t document) { documents.push_back(document); });
  memory.keep_in_parts(key, std::move(documents));
  return out;
}

} // namespace

bool has_synonyms(const std::vector<WordUnit>& words) { return !text::synonyms_among(stems_of(words)).empty(); }

void add_synonyms(const std::vector<WordUnit>& words, std::vector<DocSet>& sets, MatchContext& context) {
  const std::vector<std::string> stems = stems_of(words);
  for (const text::Synonyms& found : text::synonyms_among(stems)) {
    for (const std::vector<std::string>& name : found.others) {
      const DocSet documents = documents_with_name(std::span(stems).subspan(found.begin, found.count), name, context);
      for (std::size_t i = found.begin; i < found.begin + found.count; ++i) sets[i] |= documents;
    }
  }
}

} // namespace trawl::search
