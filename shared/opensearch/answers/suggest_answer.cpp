// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/utf8.h"
#include "shared/opensearch/answers/discover_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/answers/matched_request.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/query/parse_query.h"
#include "shared/search/discover/suggest.h"
#include "shared/search/discover/title_phrases.h"
#include "shared/search/plan/node_match.h"
#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

using search::Suggestion;

constexpr std::size_t kMinPrefixLetters = 2, kMaxTypedWords = 8, kMinedTitles = 100, kCompletions = 20;

/// The text as typed, divided into filters, whole words, and the prefix of one more word.
struct TypedWords {
  std::vector<std::string> words;
  std::string prefix;
  std::string folded;  ///< without the filters
  std::string head;    ///< the text before the prefix, as typed
  std::string filters; ///< source:keras tag:gpu, each followed by a space
};

TypedWords read_typed(const std::string& text) {
  TypedWords typed;
  std::string plain = text;
  for (const query::Lexeme& lexeme : query::lex_query(text)) {
    if (!lexeme.is(query::operators::kField)) continue;
    const query::FieldKind kind = query::field_kind(lexeme.text);
    if (kind == query::FieldKind::Words || kind == query::FieldKind::Unknown) continue;
    (typed.filters += text.substr(lexeme.begin, lexeme.end - lexeme.begin)) += ' ';
    std::fill(plain.begin() + static_cast<std::ptrdiff_t>(lexeme.begin),
              plain.begin() + static_cast<std::ptrdiff_t>(lexeme.end), ' ');
  }
  std::size_t last_begin = 0;
  for (const text::Token& token : text::tokenize(plain)) {
    if (token.kind != text::TokenKind::Word || typed.words.size() >= kMaxTypedWords) continue;
    typed.words.push_back(token.folded);
    last_begin = token.begin;
  }
  typed.folded = text::fold(plain);
  typed.folded.erase(0, std::min(typed.folded.find_first_not_of(' '), typed.folded.size()));
  if (!typed.words.empty()) {
    typed.prefix = std::move(typed.words.back());
    typed.words.pop_back();
  }
  typed.head = text.substr(0, last_begin);
  return typed;
}

/// The filters of the typed text as a query. Leaves out dates, which would need the clock.
Json typed_filters(const TypedWords& typed) {
  const auto query = query::parse_query(typed.filters, Moment{}, false);
  if (typed.filters.empty() || !query) return everything();
  query::Filters filters = query->filters;
  filters.after.reset();
  filters.before.reset();
  return all_but(search::matches_of_filters(filters), "");
}

Json prefix_of(std::string_view field, const std::string& prefix) {
  return {{"prefix", {{std::string(field), {{"value", prefix}, {"rewrite", "constant_score"}}}}}};
}

std::string quoted_for_regexp(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(".?+*|{}[]()\"\\#@&<>~^$-").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

class ClusterSuggester {
 public:
  ClusterSuggester(const TypedWords& typed, const Session& session)
      : typed_(typed), session_(session), within_(typed_filters(typed)) {}

  Result<std::vector<Suggestion>> all(std::size_t limit) {
    std::vector<std::vector<Suggestion>> kinds(5);
    if (typed_.prefix.size() >= kMinPrefixLetters) {
      TRAWL_TRY(const auto titled, titled_hits());
      for (const search::Hit& hit : titled) {
        if (kinds[0].size() < limit) kinds[0].push_back({"article", hit.article.title, hit.article.id, 1});
      }
      TRAWL_TRY(kinds[1], phrases(titled, limit));
    }
    TRAWL_TRY(kinds[2], values("tag", limit));
    TRAWL_TRY(kinds[3], authors(limit));
    TRAWL_TRY(kinds[4], values("source", limit));
    return in_turns(kinds, limit);
  }

 private:
  /// The newest articles whose titles contain the words and a word with the prefix.
  Result<std::vector<search::Hit>> titled_hits() const {
    std::vector<Json> all{within_, prefix_of(field::kTitleWords, typed_.prefix)};
    for (const std::string& word : typed_.words) all.push_back(term_query(field::kTitleWords, word));
    const Json body = {{"size", kMinedTitles},
                       {"track_total_hits", false},
                       {"_source", source_parts(HitPart::Fields)},
                       {"query", all_query(std::move(all))},
                       {"sort", {{{std::string(field::kPublished), {{"order", "desc"}, {"missing", "_last"}}}}}}};
    TRAWL_TRY(const Json answer, session_.search(body));
    return plain_hits(answer, session_);
  }

  Result<std::vector<Suggestion>> phrases(const std::vector<search::Hit>& titled, std::size_t limit) const {
    std::vector<std::string> titles, texts;
    for (const search::Hit& hit : titled) titles.push_back(hit.article.title);
    std::vector<Json> questions;
    for (const auto& phrase : search::shared_phrases(titles, typed_.words, typed_.prefix)) {
      std::string text = typed_.filters;
      std::vector<Json> words{within_};
      for (const std::string& word : phrase.words) {
        text += (text == typed_.filters ? "" : " ") + word;
        words.push_back(term_query(field::kWords, word));
      }
      texts.push_back(std::move(text));
      questions.push_back(all_query(std::move(words)));
      if (texts.size() == limit) break;
    }
    TRAWL_CHECK(add_completions(texts, questions));
    std::vector<Suggestion> out;
    TRAWL_TRY(const auto counts, session_.counts(questions));
    for (std::size_t i = 0; i < texts.size() && out.size() < limit; ++i) {
      const bool is_new = std::ranges::find(out, texts[i], &Suggestion::text) == out.end();
      if (is_new && counts[i] > 0) out.push_back({"phrase", texts[i], texts[i], counts[i]});
    }
    return out;
  }

  /// The typed text with its last word completed to words from titles that also contain the other words.
  Result<void> add_completions(std::vector<std::string>& texts, std::vector<Json>& questions) const {
    std::vector<Json> all{within_, prefix_of(field::kTitleWords, typed_.prefix)};
    for (const std::string& word : typed_.words) all.push_back(term_query(field::kWords, word));
    Json body = {{"size", 0}, {"track_total_hits", false}, {"query", all_query(all)}};
    body["aggs"]["words"]["terms"] = {{"field", std::string(field::kTitleTerms)},
                                      {"include", quoted_for_regexp(typed_.prefix) + ".*"},
                                      {"size", kCompletions},
                                      {"shard_size", 50 * kCompletions}};
    TRAWL_TRY(const Json answer, session_.search(body));
    text::Stemmer stemmer;
    std::set<std::string> stems; // one form of each word is enough
    all.erase(all.begin() + 1);
    for (const Json& bucket : buckets_of(answer, "/aggregations/words/buckets")) {
      const std::string word = bucket.value("key", "");
      const bool is_link =
          word.find_first_of("./_'") != std::string::npos && typed_.prefix.find_first_of("./_'") == std::string::npos;
      const bool is_said = typed_.words.empty() && word == typed_.prefix;
      if (text::is_stop_word(word) || is_link || is_said || !stems.insert(stemmer.stem(word)).second) continue;
      texts.push_back(typed_.head + word);
      all.push_back(term_query(field::kWords, word));
      questions.push_back(all_query(all));
      all.pop_back();
    }
    return {};
  }

  bool begins_a_word_of(std::string_view text) const {
    for (std::size_t at = text.find(typed_.folded); at != std::string_view::npos;
         at = text.find(typed_.folded, at + 1)) {
      if (at == 0 || std::string_view(" -_./(&").contains(text[at - 1])) return true;
    }
    return false;
  }

  /// Tags or sources in which a word begins with the typed prefix, most frequent first.
  Result<std::vector<Suggestion>> values(std::string_view field, std::size_t limit) const {
    TRAWL_TRY(const auto* const known, session_.values(field, everything()));
    std::vector<Suggestion> out;
    std::vector<Json> questions;
    for (const KnownValue& value : *known) {
      const std::string label = field == "source" ? session_.label(value.key) : value.shown;
      if (!begins_a_word_of(text::fold(label)) && !begins_a_word_of(value.key)) continue;
      out.push_back({std::string(field), label, value.shown, 0});
      questions.push_back(all_query({within_, term_query(field, value.key)}));
      if (out.size() == 10 * limit) break;
    }
    TRAWL_TRY(const auto counts, session_.counts(questions));
    for (std::size_t i = 0; i < out.size(); ++i) out[i].count = counts[i];
    return most_frequent(std::move(out), limit);
  }

  Result<std::vector<Suggestion>> authors(std::size_t limit) const {
    std::vector<Suggestion> out;
    const std::string last = typed_.prefix;
    if (last.empty()) return out;
    std::vector<Json> all{within_, prefix_of(field::kAuthorWords, last)};
    for (const std::string& word : typed_.words) all.push_back(term_query(field::kAuthorWords, word));
    Json body = {{"size", 0}, {"track_total_hits", false}, {"query", all_query(std::move(all))}};
    body["aggs"]["values"] = values_aggregation("author");
    TRAWL_TRY(const Json answer, session_.search(body));
    for (const KnownValue& value : read_values(buckets_of(answer, "/aggregations/values/buckets"))) {
      if (begins_a_word_of(text::fold(value.shown))) out.push_back({"author", value.shown, value.shown, value.count});
    }
    return most_frequent(std::move(out), limit);
  }

  static std::vector<Suggestion> most_frequent(std::vector<Suggestion> all, std::size_t limit) {
    std::erase_if(all, [](const Suggestion& one) { return one.count == 0; });
    std::ranges::sort(all, [](const Suggestion& a, const Suggestion& b) {
      return a.count != b.count ? a.count > b.count : a.text < b.text;
    });
    if (all.size() > limit) all.resize(limit);
    return all;
  }

  const TypedWords& typed_;
  const Session& session_;
  Json within_;
};

Result<std::vector<Suggestion>> suggest_for(const std::string& text, std::size_t limit, const Session& session) {
  const TypedWords typed = read_typed(text);
  if (typed.folded.size() < kMinPrefixLetters) return std::vector<Suggestion>{};
  return ClusterSuggester(typed, session).all(limit);
}

} // namespace

Result<search::SuggestResponse> answer_suggest(std::string_view typed, std::size_t limit, const Session& session) {
  const std::string text = utf8::repair(typed);
  search::SuggestResponse response;
  TRAWL_TRY(response.suggestions, suggest_for(text, limit, session));
  if (!response.suggestions.empty() || read_typed(text).prefix.size() < kMinPrefixLetters) return response;
  TRAWL_TRY(const auto other, corrected_on_cluster(text, session));
  if (!other) return response;
  TRAWL_TRY(response.suggestions, suggest_for(*other, limit, session));
  return response;
}

} // namespace trawl::opensearch
