// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/query_words.h"

#include "shared/base/ascii.h"
#include "shared/schema/terms.h"
#include "shared/text/analyzer.h"
#include "shared/text/query_language.h"
#include "shared/text/stopwords.h"
#include "shared/text/synonyms.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kMinSplitLetters = 7; // of the whole
constexpr std::size_t kMinHalfLetters = 3;

QueryWord word_of(const text::Token& token, text::Stemmer& stemmer) {
  QueryWord word;
  word.folded = token.folded;
  word.stem = stemmer.stem(token.folded);
  word.is_stop_word = text::is_stop_word(token.folded);
  word.is_as_written = text::is_other_than_abbreviation(word.folded, word.stem);
  return word;
}

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper_case(char c) { return c >= 'A' && c <= 'Z'; }

bool is_version(std::string_view word) { return word.size() <= 2 && std::ranges::all_of(word, ascii::is_digit); }

/// Visits the two halves of a plain word that may be two words written as one; FlexAttention is known to be two.
void for_each_split(const QueryWord& word, const std::function<void(const std::string&, const std::string&)>& visit) {
  const bool is_plain = std::ranges::all_of(word.folded, [](char c) { return c >= 'a' && c <= 'z'; });
  if (word.folded.size() < kMinSplitLetters || !is_plain) return;
  for (std::size_t i = kMinHalfLetters; i + kMinHalfLetters <= word.folded.size(); ++i) {
    const std::string left = word.folded.substr(0, i), right = word.folded.substr(i);
    if (!text::is_stop_word(left) && !text::is_stop_word(right)) visit(left, right);
  }
}

} // namespace

bool QueryUnit::is_lone_letter(const QueryWord& word) const {
  const auto is_letter = [](const QueryWord& one) { return one.folded.size() == 1 && ascii::is_alpha(one.folded[0]); };
  return is_name() && is_letter(word) && !std::ranges::all_of(words, is_letter);
}

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

QueryWords::QueryWords(std::string_view plain_words, TermStatistics& statistics,
                       std::shared_ptr<const ReaderMarks> marks, bool has_capitals)
    : statistics_(statistics), marks_(std::move(marks)), language_(text::language_of_query(plain_words)),
      has_capitals_(has_capitals) {
  std::vector<std::string> languages;
  statistics.for_each_value("language", everything(), [&](std::string_view language, std::size_t) {
    if (std::ranges::binary_search(text::stemmed_languages(), language)) languages.emplace_back(language);
  });
  if (languages.empty()) return;
  std::ranges::sort(languages);
  for (const std::string& language : languages) {
    if (language_.empty() || language == language_) foreign_.emplace_back(language, text::Stemmer(language));
  }
}

std::vector<std::string> QueryWords::languages() const {
  std::vector<std::string> out;
  for (const auto& [language, stemmer] : foreign_) out.push_back(language);
  return out;
}

std::vector<std::string> QueryWords::foreign_stems(std::string_view folded) {
  std::vector<std::string> out;
  for (auto& [language, stemmer] : foreign_) out.push_back(text::stem_in(language, stemmer.stem(folded)));
  return out;
}

const QueryUnit& QueryWords::unit(const std::string& text) {
  if (const auto known = units_.find(text); known != units_.end()) return known->second;
  QueryUnit unit = read_unit(text, stemmer_);
  for (QueryWord& word : unit.words) {
    split_by_vocabulary(word);
    word.foreign = foreign_stems(word.folded);
    word.is_stop_word = word.is_stop_word || text::is_function_word(word.folded, language_);
  }
  unit.may_be_name = may_be_name(text, unit);
  return units_.emplace(text, std::move(unit)).first->second;
}

QueryUnit QueryWords::quoted_unit(const std::string& text) {
  QueryUnit out = unit(text);
  out.may_be_name = out.may_be_name && !(text.empty() || is_small(text.front()));
  return out;
}

/// Whether the case of a word allows that it is of a name. NaN is not the Nan of Nan Jiang: with a capital inside, it
/// must be written so in some name, unless none has the word (as the affiliation OpenAI).
bool QueryWords::may_be_name(std::string_view typed, const QueryUnit& unit) {
  if (typed.empty()) return true;
  if (has_capitals_ && is_small(typed.front())) return false;
  const bool has_inner_capital = std::ranges::any_of(typed.substr(1), is_upper_case);
  if (!has_inner_capital || std::ranges::none_of(typed, is_small) || unit.words.size() != 1) return true;
  const std::string word = schema::author_word_term(unit.words.front().folded);
  if (statistics_.df(word) == 0) return true;
  bool is_written_so = false, is_written_otherwise = false;
  statistics_.for_each_value("author", match_term(word), [&](std::string_view name, std::size_t) {
    const bool is_so = name.contains(typed);
    is_written_so = is_written_so || is_so;
    is_written_otherwise = is_written_otherwise || (!is_so && text::fold(name).contains(unit.words.front().folded));
  });
  return is_written_so || !is_written_otherwise;
}

QueryUnit QueryWords::excluded_unit(const std::string& text) {
  QueryUnit out = unit(text);
  for (QueryWord& word : out.words) split_by_rare_forms(word);
  return out;
}

void QueryWords::split_by_vocabulary(QueryWord& word) {
  if (is_version(word.folded)) {
    for (char minor = '0'; minor <= '9'; ++minor) {
      const std::string version = word.folded + '.' + minor;
      if (statistics_.df("Z" + version) > 0) word.split.push_back({version});
    }
  }
  if (!word.split.empty()) return;
  std::vector<std::pair<std::size_t, std::vector<std::string>>> splits; // df of the rarer half, stems
  for_each_split(word, [&](const std::string& left, const std::string& right) {
    const std::size_t left_df = statistics_.df(left);
    if (left_df == 0) return;
    const std::size_t rarer = std::min(left_df, statistics_.df(right));
    if (rarer > 0) splits.push_back({rarer, {stemmer_.stem(left), stemmer_.stem(right)}});
  });
  std::ranges::stable_sort(splits, std::greater(), [](const auto& split) { return split.first; });
  for (auto& [df, stems] : splits) word.split.push_back(std::move(stems));
}

void QueryWords::split_by_rare_forms(QueryWord& word) {
  for_each_split(word, [&](const std::string& left, const std::string& right) {
    std::vector<std::string> stems{stemmer_.stem(left)};
    if (statistics_.df("Z" + stems.front()) == 0) return;
    stems.push_back(stemmer_.stem(right));
    if (statistics_.df("Z" + stems.back()) == 0) return;
    if (std::ranges::find(word.split, stems) == word.split.end()) word.rare_split.push_back(std::move(stems));
  });
}

std::string QueryWords::joined_stem(const std::string& left, const std::string& right) {
  const std::string joined = left + right;
  if (joined.size() > text::kMaxTokenBytes || statistics_.df(joined) == 0) return {};
  return stemmer_.stem(joined);
}

} // namespace trawl::search
