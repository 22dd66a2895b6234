// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/spelling.h"

#include "shared/base/utf8.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/filter_query.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/query/operator.h"
#include "shared/search/facets/nearest_value.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trawl::opensearch {
namespace {

using query::Lexeme;
namespace operators = query::operators;

constexpr std::size_t kMinCorrectedLetters = 4;

/// A word of the query and its place in it.
struct QueryWordPlace {
  std::string folded;
  std::size_t begin = 0, end = 0;
};

/// The words that may be misspelt: not those after a plus or a minus, and not numbers.
std::vector<QueryWordPlace> correctable_words(std::string_view q) {
  std::vector<QueryWordPlace> words;
  bool is_fixed = false;
  for (const Lexeme& lexeme : query::lex_query(q)) {
    const bool is_field = lexeme.is(operators::kField);
    const bool is_words = is_field ? query::field_kind(lexeme.text) == query::FieldKind::Words
                                   : lexeme.is_word() || lexeme.is(operators::kPhrase);
    const bool is_typed = is_words && !is_fixed;
    is_fixed = lexeme.is(operators::kExact) || lexeme.is(operators::kNot);
    if (!is_typed) continue;
    const std::size_t begin = lexeme.begin + (is_field ? lexeme.text.size() + 1 : 0);
    for (const text::Token& token : text::tokenize(q.substr(begin, lexeme.end - begin))) {
      const bool is_short = token.folded.size() < kMinCorrectedLetters;
      const bool has_digit = token.folded.find_first_of("0123456789") != std::string::npos;
      if (token.kind != text::TokenKind::Word || is_short || has_digit) continue;
      words.push_back({token.folded, begin + token.begin, begin + token.end});
    }
  }
  return words;
}

bool is_one_edit(std::string_view a, std::string_view b) {
  const std::size_t edits = search::edit_distance(a, b, 2);
  return edits == 1 || (edits == 2 && a.size() == b.size() && std::ranges::is_permutation(a, b)); // two swapped
}

/// A part of the query and its replacement.
struct SpellingChange {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// The known value one edit away from `typed`, which no article has; `typed` itself if there is none.
Result<std::string> meant_value(std::string_view field, const std::string& typed, const Session& session) {
  TRAWL_TRY(const std::size_t count, session.count(value_query(field, typed)));
  if (count > 0) return typed;
  TRAWL_TRY(const auto* const values, session.values(field));
  for (const KnownValue& value : *values) { // the most frequent first
    if (is_one_edit(text::fold(value.shown), text::fold(typed))) return value.shown;
  }
  return typed;
}

/// The filters with misspelt values, and their corrections.
Result<std::vector<SpellingChange>> changed_filters(std::string_view q, const Session& session) {
  std::vector<SpellingChange> changes;
  for (const Lexeme& lexeme : query::lex_query(q)) {
    if (!lexeme.is(operators::kField) || query::field_kind(lexeme.text) != query::FieldKind::Value) continue;
    std::string text = lexeme.text + ':';
    bool is_changed = false;
    for (const std::string& typed : lexeme.values) {
      TRAWL_TRY(const std::string value, meant_value(query::filter_of(lexeme.text), typed, session));
      is_changed = is_changed || value != typed;
      const bool needs_quotes = value.find_first_of(" ,()\t") != std::string::npos;
      text += (text.ends_with(':') ? "" : ",") + (needs_quotes ? '"' + value + '"' : value);
    }
    if (is_changed) changes.push_back({lexeme.begin, lexeme.end, std::move(text)});
  }
  return changes;
}

/// Requests the nearest words in the index: one answer per word, empty if nothing is near.
Result<std::vector<std::string>> nearest_words(const std::vector<QueryWordPlace>& words, const Session& session) {
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", nothing()}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    body["suggest"]["word" + std::to_string(i)] = {{"text", words[i].folded},
                                                   {"term",
                                                    {{"field", std::string(field::kWords)},
                                                     {"analyzer", "keyword"},
                                                     {"suggest_mode", "always"},
                                                     {"max_edits", words[i].folded.size() < 6 ? 1 : 2},
                                                     {"prefix_length", 1},
                                                     {"size", 5},
                                                     {"shard_size", 50},
                                                     {"sort", "score"}}}};
  }
  TRAWL_TRY(const Json answer, session.search(body));
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Json& options = buckets_of(answer, "/suggest/word" + std::to_string(i) + "/0/options");
    const bool is_found = !options.empty() && options[0].contains("text") && options[0].at("text").is_string();
    nearest.push_back(is_found ? options[0].at("text").get<std::string>() : std::string());
  }
  return nearest;
}

} // namespace

Result<std::optional<std::string>> corrected_query(std::string_view q, const Session& session) {
  std::optional<std::string> none;
  if (!utf8::is_valid(q)) return none;
  TRAWL_TRY(std::vector<SpellingChange> changes, changed_filters(q, session));
  std::vector<QueryWordPlace> words = correctable_words(q);
  text::Stemmer stemmer;
  std::vector<Json> questions;
  for (const QueryWordPlace& word : words) {
    questions.push_back(
        any_query({term_query(field::kStems, stemmer.stem(word.folded)), term_query(field::kWords, word.folded)}));
  }
  TRAWL_TRY(const auto counts, session.counts(questions));
  std::vector<QueryWordPlace> unknown;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (counts[i] == 0) unknown.push_back(std::move(words[i]));
  }
  if (!unknown.empty()) {
    TRAWL_TRY(const auto nearest, nearest_words(unknown, session));
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      if (!nearest[i].empty()) changes.push_back({unknown[i].begin, unknown[i].end, nearest[i]});
    }
  }
  if (changes.empty()) return none;
  std::ranges::sort(changes, {}, &SpellingChange::begin);
  std::string out;
  std::size_t copied = 0;
  for (const SpellingChange& change : changes) {
    out.append(q.substr(copied, change.begin - copied)).append(change.text);
    copied = change.end;
  }
  return std::optional<std::string>(out.append(q.substr(copied)));
}

} // namespace trawl::opensearch
