// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/spelling_variants.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "shared/search/match/posting_cursor.h"
#include "shared/text/analyzer.h"
#include "shared/text/query_language.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

namespace trawl::search {
namespace {

constexpr std::size_t kMinSplitLetters = 7; // of the whole
constexpr std::size_t kMinHalfLetters = 3;

QueryWord word_of(const text::Token& token, text::Stemmer& stemmer) {
  QueryWord word;
  word.folded = token.folded;
  word.stem = stemmer.stem(token.folded);
  word.is_stop_word = text::is_stop_word(token.folded);
  return word;
}

bool is_plain(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_version(std::string_view word) {
  return word.size() <= 2 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

/// Llama 3 also finds Llama 3.2.
void add_minor_versions(QueryWord& word, const IndexView& view) {
  for (char minor = '0'; minor <= '9'; ++minor) {
    const std::string version = word.folded + '.' + minor;
    if (document_frequency(view, "Z" + version) > 0) word.split.push_back({version});
  }
}

} // namespace

QueryUnit read_unit(std::string_view text, text::Stemmer& stemmer) {
  QueryUnit unit;
  const std::vector<text::Token> tokens = text::tokenize(text);
  unit.has_pairs = std::ranges::any_of(tokens, [](const auto& token) { return token.kind == text::TokenKind::Bigram; });
  for (const text::Token& token : tokens) {
    switch (token.kind) {
    case text::TokenKind::Compound:
      unit.compound = token.folded;
      break;
    case text::TokenKind::Fused:
      unit.fused = token.folded;
      unit.fused_stem = stemmer.stem(token.folded);
      break;
    case text::TokenKind::Bigram:
      unit.words.push_back(word_of(token, stemmer));
      break;
    case text::TokenKind::Word:
      if (!unit.has_pairs) unit.words.push_back(word_of(token, stemmer));
      break;
    case text::TokenKind::Part: {
      if (unit.words.empty()) break;
      auto& split = unit.words.back().split;
      if (split.empty()) split.emplace_back();
      split.front().push_back(stemmer.stem(token.folded));
      break;
    }
    }
  }
  return unit;
}

ForeignStemmers::ForeignStemmers(std::string_view query, const index::Columns& columns) {
  const index::ValueColumn* column = columns.column("language");
  if (column == nullptr) return;
  std::vector<std::string> languages;
  for (std::size_t i = 0; i < column->values.size(); ++i) {
    const std::string language(column->values[i]);
    // Counting the documents reads the whole column, so it comes last.
    if (std::ranges::binary_search(text::stemmed_languages(), language) && column->documents[i] > 0)
      languages.push_back(language);
  }
  if (languages.empty()) return;
  const std::string own = text::language_of_query(query);
  for (const std::string& language : languages) {
    if (own.empty() || language == own) stemmers_.emplace_back(language, text::Stemmer(language));
  }
}

std::vector<std::string> ForeignStemmers::stems(std::string_view folded) {
  std::vector<std::string> out;
  for (auto& [language, stemmer] : stemmers_) out.push_back(text::stem_in(language, stemmer.stem(folded)));
  return out;
}

namespace {

/// Whether a plain word may be two words written as one; FlexAttention is known to be two.
bool may_be_two(const QueryWord& word) { return word.folded.size() >= kMinSplitLetters && is_plain(word.folded); }

} // namespace

void split_by_rare_forms(QueryUnit& unit, const IndexView& view, text::Stemmer& stemmer) {
  for (QueryWord& word : unit.words) {
    if (!may_be_two(word)) continue;
    for (std::size_t i = kMinHalfLetters; i + kMinHalfLetters <= word.folded.size(); ++i) {
      const std::string left = word.folded.substr(0, i), right = word.folded.substr(i);
      if (text::is_stop_word(left) || text::is_stop_word(right)) continue;
      std::vector<std::string> stems{stemmer.stem(left)};
      if (document_frequency(view, "Z" + stems.front()) == 0) continue;
      stems.push_back(stemmer.stem(right));
      if (document_frequency(view, "Z" + stems.back()) == 0) continue;
      if (std::ranges::find(word.split, stems) == word.split.end()) word.rare_split.push_back(std::move(stems));
    }
  }
}

void split_by_vocabulary(QueryUnit& unit, const IndexView& view, text::Stemmer& stemmer) {
  for (QueryWord& word : unit.words) {
    if (is_version(word.folded)) add_minor_versions(word, view);
    if (!word.split.empty() || !may_be_two(word)) continue;
    std::vector<std::pair<std::size_t, std::vector<std::string>>> splits; // df of the rarer half, stems
    for (std::size_t i = kMinHalfLetters; i + kMinHalfLetters <= word.folded.size(); ++i) {
      const std::string left = word.folded.substr(0, i);
      const std::string right = word.folded.substr(i);
      if (text::is_stop_word(left) || text::is_stop_word(right)) continue;
      const std::size_t left_df = document_frequency(view, left);
      if (left_df == 0) continue;
      const std::size_t rarer = std::min(left_df, document_frequency(view, right));
      if (rarer > 0) splits.push_back({rarer, {stemmer.stem(left), stemmer.stem(right)}});
    }
    std::ranges::stable_sort(splits, std::greater(), [](const auto& split) { return split.first; });
    for (auto& [df, stems] : splits) word.split.push_back(std::move(stems));
  }
}

} // namespace trawl::search
