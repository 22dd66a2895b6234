// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/corrections.h"

#include "shared/base/edit_distance.h"
#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"
#include "shared/search/plan/known_values.h"
#include "shared/search/plan/match_policy.h"
#include "shared/search/plan/nearest_value.h"
#include "shared/search/plan/word_correction.h"
#include "shared/text/query_language.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

using query::Lexeme;
namespace operators = query::operators;

/// A part of the query and what stands there instead.
struct Replacement {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// Whether the lexeme consists of words that may be corrected.
bool is_correctable(const Lexeme& lexeme) {
  if (lexeme.is(operators::kField)) return query::field_kind(lexeme.text) == query::FieldKind::Words;
  return lexeme.is_word() || lexeme.is(operators::kPhrase);
}

/// Whether two words were typed as one with a sign between them that no word has: att?ntion.
bool is_sign_inside(std::string_view between) {
  return !between.empty() && between.find_first_not_of("?*!~^$%@") == std::string_view::npos;
}

/// The words of the query with their places in it, but not those after a plus. Words after a minus say nothing about
/// what the articles contain. Words with a sign between them are one.
std::vector<TypedWord> typed_words(std::string_view q, const std::vector<Lexeme>& lexemes) {
  std::vector<TypedWord> words;
  bool is_exact = false, is_excluded = false;
  for (const Lexeme& lexeme : lexemes) {
    const bool is_typed = is_correctable(lexeme) && !is_exact;
    const bool is_wanted = !is_excluded;
    is_exact = lexeme.is(operators::kExact);
    is_excluded = lexeme.is(operators::kNot);
    if (!is_typed) continue;
    const std::size_t skipped = lexeme.is(operators::kField) ? lexeme.text.size() + 1 : 0;
    const std::size_t begin = lexeme.begin + skipped;
    for (const text::Token& token : text::tokenize(q.substr(begin, lexeme.end - begin))) {
      if (token.kind != text::TokenKind::Word) continue;
      TypedWord word{token.folded, begin + token.begin, begin + token.end, is_wanted, {}};
      TypedWord* const before = words.empty() ? nullptr : &words.back();
      if (before != nullptr && is_sign_inside(q.substr(before->end, word.begin - before->end))) {
        if (before->parts.empty()) before->parts.push_back(before->folded);
        before->parts.push_back(word.folded);
        before->folded += word.folded;
        before->end = word.end;
      } else {
        words.push_back(std::move(word));
      }
    }
  }
  return words;
}

/// Replaces misspelt values of filters.
class FilterCorrector {
 public:
  explicit FilterCorrector(TermStatistics& statistics) : statistics_(statistics) {}

  /// A filter with its misspelt values replaced; nullopt if there are none.
  std::optional<Replacement> corrected(const Lexeme& lexeme) {
    std::string text = lexeme.text + ':';
    bool is_changed = false;
    for (const std::string& typed : lexeme.values) {
      const auto meant = meant_value(lexeme.text, typed);
      is_changed = is_changed || meant;
      const std::string& value = meant ? *meant : typed;
      const bool needs_quotes = value.find_first_of(" ,()\t") != std::string::npos;
      text += (text.ends_with(':') ? "" : ",") + (needs_quotes ? '"' + value + '"' : value);
    }
    if (!is_changed) return std::nullopt;
    return Replacement{lexeme.begin, lexeme.end, std::move(text)};
  }

 private:
  /// The value that was meant by one that no article has: one edit away.
  std::optional<std::string> meant_value(std::string_view name, const std::string& typed) {
    const std::string_view field = query::filter_of(name);
    if (!schema::filter_index(field) || is_known_value(field, typed, statistics_)) return std::nullopt;
    if (compared_++ >= kMaxCompared) return std::nullopt;
    auto nearest = nearest_value(field, typed, statistics_, 1);
    if (!nearest) return std::nullopt;
    std::vector<std::string> names = other_names(field, *nearest, statistics_);
    names.push_back(*nearest);
    const auto is_one_edit_away = [folded = text::fold(typed)](const std::string& known) {
      return edit_distance(text::fold(known), folded, 1) == 1;
    };
    return std::ranges::any_of(names, is_one_edit_away) ? nearest : std::nullopt;
  }

  TermStatistics& statistics_;
  std::size_t compared_ = 0;
};

std::string replaced(std::string_view q, const std::vector<Replacement>& replacements) {
  std::string out;
  std::size_t copied = 0;
  for (const auto& [begin, end, text] : replacements) {
    out.append(q.substr(copied, begin - copied)).append(text);
    copied = end;
  }
  return out.append(q.substr(copied));
}

/// Whether the word stands behind another, both with capitals, as a family name behind a first name.
bool is_like_family_name(std::string_view q, std::span<const TypedWord> words, std::size_t i) {
  const auto is_capital = [&](std::size_t at) { return q[at] >= 'A' && q[at] <= 'Z'; };
  return i > 0 && is_capital(words[i].begin) && is_capital(words[i - 1].begin) &&
         q.substr(words[i - 1].end, words[i].begin - words[i - 1].end) == " ";
}

} // namespace

std::optional<CorrectedQuery> corrected_query(std::string_view q, TermStatistics& statistics) {
  if (!utf8::is_valid(q)) return std::nullopt;
  const std::vector<Lexeme> lexemes = query::lex_query(q);
  std::vector<TypedWord> words = typed_words(q, lexemes);
  std::vector<Replacement> replacements;
  const std::string language = text::language_of_query(text::plain_words(q));
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_like_family_name(q, words, i)) words[i].first_name = words[i - 1].folded;
  }
  std::erase_if(words, [&](const TypedWord& word) { return text::is_function_word(word.folded, language); });
  // Words that no article has first: what was meant by them speaks for what was meant by the others.
  std::vector<std::size_t> known, unknown;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (statistics.df(words[i].folded) > 0)
      known.push_back(i);
    else if (statistics.df(schema::author_word_term(words[i].folded)) == 0) // the name of an author stays
      unknown.push_back(i);
  }
  bool is_doubtful = false;
  for (const auto& some : {unknown, known}) {
    std::vector<std::pair<std::size_t, std::string>> meant;
    WordCorrector corrector(words, statistics);
    for (const std::size_t i : some) {
      const auto is_known = [&](const std::string& part) { return statistics.df(part) > 0; };
      const bool is_broken = !words[i].parts.empty();
      if (is_broken && std::ranges::all_of(words[i].parts, is_known)) continue;
      if (is_broken && is_known(words[i].folded)) {
        meant.emplace_back(i, words[i].folded);
      } else if (auto word = corrector.correction_of(words[i])) {
        is_doubtful = is_doubtful || is_known(words[i].folded) || !words[i].first_name.empty();
        meant.emplace_back(i, std::move(*word));
      }
    }
    for (auto& [i, word] : meant) {
      words[i].folded = word;
      replacements.push_back({words[i].begin, words[i].end, std::move(word)});
    }
  }
  FilterCorrector filters(statistics);
  for (const Lexeme& lexeme : lexemes) {
    if (!lexeme.is(operators::kField) || query::field_kind(lexeme.text) != query::FieldKind::Value) continue;
    if (auto filter = filters.corrected(lexeme)) replacements.push_back(std::move(*filter));
  }
  if (replacements.empty()) return std::nullopt;
  std::ranges::sort(replacements, {}, &Replacement::begin);
  return CorrectedQuery{replaced(q, replacements), is_doubtful};
}

bool may_be_misspelt(const SearchRequest& request, std::size_t typed) {
  return !request.q.empty() && typed < kFullPage;
}

SpellingChoice choose_spelling(const SearchRequest& request, std::size_t typed, bool is_sure, std::size_t other) {
  if (other <= typed) return SpellingChoice::AsTyped;
  return typed == 0 && is_sure && !request.as_typed ? SpellingChoice::Corrected : SpellingChoice::Offered;
}

} // namespace trawl::search
