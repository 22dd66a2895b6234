// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/synonyms.h"

#include "shared/text/synonyms.h"

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

} // namespace

bool has_synonyms(const std::vector<WordUnit>& words) { return !text::synonyms_among(stems_of(words)).empty(); }

void add_synonyms(const std::vector<WordUnit>& words, std::vector<DocSet>& sets, MatchContext& context) {
  for (const text::Synonyms& found : text::synonyms_among(stems_of(words))) {
    DocSet known = sets[found.begin];
    for (std::size_t i = 1; i < found.count; ++i) known &= sets[found.begin + i];
    for (const std::vector<std::string>& name : found.others) {
      std::vector<std::string> terms;
      for (const std::string& stem : name) terms.push_back("Z" + stem);
      const DocSet documents = context.positional.in_order(terms, 1, {.exclude = &known});
      for (std::size_t i = found.begin; i < found.begin + found.count; ++i) sets[i] |= documents;
    }
  }
}

} // namespace trawl::search
