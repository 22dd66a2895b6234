// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/suggest.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <ranges>
#include <set>
#include <utility>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/query/parse_query.h"
#include "shared/schema/terms.h"
#include "shared/search/explore/title_phrases.h"
#include "shared/search/facets/facet_values.h"
#include "shared/search/plan/corrections.h"
#include "shared/search/plan/near_words.h"
#include "shared/search/plan/node_match.h"
#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

constexpr std::size_t kMinPrefixLetters = 2;
constexpr std::size_t kCorrectedPrefixLetters = 5;
constexpr std::size_t kMaxWords = 8;
constexpr std::size_t kTriedCompletions = 20;
constexpr std::size_t kMinedTitles = 100; // reading one takes some 10 µs

/// What was typed: filters, whole words, and the prefix of one more.
struct Typed {
  std::vector<std::string> words;
  std::string prefix;
  std::string folded;           ///< without the filters
  std::string plain;            ///< its words (text::plain_words)
  std::string head;             ///< the text before the prefix, as typed
  std::vector<std::string> run; ///< the Chinese, Japanese or Korean characters that end with the prefix
  std::string filters;          ///< source:keras tag:gpu, each with a blank behind it
};

/// `text` with blanks in place of its filters, which are added to `filters`.
std::string without_filters(std::string_view text, std::string& filters) {
  std::string out(text);
  for (const query::Lexeme& lexeme : query::lex_query(text)) {
    if (!lexeme.is(query::operators::kField)) continue;
    const query::FieldKind kind = query::field_kind(lexeme.text);
    if (kind == query::FieldKind::Words || kind == query::FieldKind::Unknown) continue;
    filters.append(text.substr(lexeme.begin, lexeme.end - lexeme.begin)) += ' ';
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(lexeme.begin),
              out.begin() + static_cast<std::ptrdiff_t>(lexeme.end), ' ');
  }
  return out;
}

Typed read(std::string_view text) {
  Typed typed;
  std::size_t last_begin = text.size(), last_end = 0;
  const std::string plain = without_filters(text, typed.filters);
  for (const text::Token& token : text::tokenize(plain)) {
    if (token.kind != text::TokenKind::Word || typed.words.size() >= kMaxWords) continue;
    if (!is_cjk_character(token.folded) || token.begin != last_end) typed.run.clear();
    typed.words.push_back(token.folded);
    typed.run.push_back(token.folded);
    last_begin = token.begin;
    last_end = token.end;
  }
  if (last_begin > 0 && last_begin < plain.size() && std::string_view("./-_").contains(plain[last_begin - 1])) {
    // The last word goes on with a link: torch.com is the beginning of torch.compile.
    last_begin = plain.find_last_of(" \t", last_begin) + 1;
    typed.words.clear();
    for (const text::Token& token : text::tokenize(std::string_view(plain).substr(0, last_begin))) {
      if (token.kind == text::TokenKind::Word && typed.words.size() < kMaxWords) typed.words.push_back(token.folded);
    }
    typed.words.push_back(text::fold(std::string_view(plain).substr(last_begin)));
  }
  typed.folded = text::fold(plain);
  typed.plain = text::plain_words(plain);
  while (typed.folded.starts_with(' ')) typed.folded.erase(0, 1);
  if (!typed.words.empty()) {
    typed.prefix = std::move(typed.words.back());
    typed.words.pop_back();
  }
  typed.head = text.substr(0, last_begin);
  return typed;
}

/// A name of a BibTeX entry: weng2018bandit.
bool is_citation_key(std::string_view term) {
  for (std::size_t i = 2; i + 4 <= term.size(); ++i) {
    const bool is_year = (term.substr(i, 2) == "19" || term.substr(i, 2) == "20") && ascii::is_digit(term[i + 2]) &&
                         ascii::is_digit(term[i + 3]);
    if (is_year && ascii::is_alpha(term[i - 1]) && ascii::is_alpha(term[i - 2])) return true;
  }
  return false;
}

/// Whether a reader who typed `prefix` may mean a word of the index. Names with links are meant only if a link was
/// typed: "attention is" does not go on with is.null.
bool may_be_meant(std::string_view term, std::string_view prefix) {
  if (text::is_stop_word(term) || is_citation_key(term)) return false;
  return std::ranges::all_of(std::string_view("./_'"),
                             [&](char link) { return !term.contains(link) || prefix.contains(link); });
}

/// What the filters of what was typed let pass. Dates are left out: they need the clock.
MatchPtr match_of_filters(const Typed& typed) {
  if (typed.filters.empty()) return everything();
  query::Filters filters = query::parse_query(typed.filters, Moment{}).filters;
  filters.dates = {};
  std::vector<MatchPtr> all;
  for (const auto& [field, match] : matches_of_filters(filters)) all.push_back(match);
  return match_all(std::move(all));
}

/// How many of `kinds` are taken: the same number of each kind in turns, until none is left or the limit is reached.
std::vector<std::size_t> shares(const std::vector<std::size_t>& kinds, std::size_t limit) {
  std::vector<std::size_t> taken(kinds.size());
  for (bool more = true; more && limit > 0;) {
    more = false;
    for (std::size_t kind = 0; kind < kinds.size() && limit > 0; ++kind) {
      if (taken[kind] == kinds[kind]) continue;
      ++taken[kind];
      --limit;
      more = true;
    }
  }
  return taken;
}

class Suggester {
 public:
  Suggester(const Typed& typed, ExploreInIndex& index)
      : typed_(typed), index_(index), within_(match_of_filters(typed)) {
    index.terms().for_each_value("source", within_, [&](std::string_view id, std::size_t articles) {
      sources_.push_back({std::string(id), index.terms().label(id), articles});
    });
  }

  std::vector<Suggestion> all(std::size_t limit) {
    const bool has_prefix = typed_.prefix.size() >= kMinPrefixLetters; // too many words begin with a letter
    const std::vector<TitledArticle> titled =
        has_prefix ? index_.newest(titles(), kMinedTitles) : std::vector<TitledArticle>();
    std::vector<std::vector<Suggestion>> kinds{{}, {}, values("tag", limit), values("author", limit), sources(limit)};
    for (const TitledArticle& one : titled | std::views::take(limit))
      kinds[0].push_back({"article", one.title, one.id, 1});
    std::vector<std::size_t> sizes;
    for (const auto& kind : kinds) sizes.push_back(kind.size());
    sizes[1] = has_prefix ? limit : 0;
    kinds[1] = phrases(titled, shares(sizes, limit)[1], limit);
    return shared_out(kinds, limit);
  }

  /// How many articles have what was typed as it stands.
  std::size_t articles_with_typed() const { return articles_with(continued(typed_.prefix)); }

  /// The sources and authors whose whole name was typed.
  std::vector<Suggestion> named() const {
    std::vector<Suggestion> out;
    if (typed_.plain.empty()) return out;
    const std::string first = typed_.plain.substr(0, typed_.plain.find(' '));
    for (const Source& one : sources_) {
      const auto is_this = [&](std::string_view name) {
        return has_word_beginning_with(name, first) && is_typed(name);
      };
      if (is_called(one, is_this)) out.push_back({"source", one.label, one.id, one.articles});
    }
    const std::string name = schema::author_term(typed_.plain);
    if (name.empty() || index_.terms().df(name) == 0) return out;
    const MatchPtr theirs = match_all({within_, match_term(name)});
    index_.terms().for_each_value("author", theirs, [&](std::string_view author, std::size_t articles) {
      if (is_typed(author)) out.push_back({"author", std::string(author), std::string(author), articles});
    });
    return out;
  }

 private:
  struct Source {
    std::string id, label;
    std::size_t articles = 0;
  };

  template <typename Is>
  static bool is_called(const Source& source, const Is& is) {
    return is(source.id) || (source.label != source.id && is(source.label));
  }

  bool has_filters() const { return within_ != everything(); }

  /// Titles with a word with the prefix.
  MatchPtr title_prefix() const {
    auto prefix = std::make_shared<Match>();
    prefix->kind = MatchKind::Prefix;
    prefix->terms.push_back("S" + typed_.prefix);
    return prefix;
  }

  /// Titles with the words and a word with the prefix.
  MatchPtr titles() const {
    std::vector<MatchPtr> all;
    if (has_filters()) all.push_back(within_);
    all.push_back(is_cjk_character(typed_.prefix) ? match_sequence(stem_terms(typed_.run, "SZ"), 1) : title_prefix());
    for (const std::string& word : typed_.words) all.push_back(match_term("S" + word));
    return match_all(std::move(all));
  }

  /// The articles that pass the filters and have all of `words`.
  MatchPtr with_all(const std::vector<std::string>& words) const {
    std::vector<MatchPtr> all;
    if (has_filters()) all.push_back(within_);
    for (const std::string& word : words) all.push_back(match_term(word));
    return match_all(std::move(all));
  }

  static std::vector<std::string> stem_terms(const std::vector<std::string>& words, const std::string& prefix) {
    text::Stemmer stemmer;
    std::vector<std::string> terms;
    for (const std::string& word : words) terms.push_back(prefix + stemmer.stem(word));
    return terms;
  }

  /// About how many articles that pass the filters have `words` side by side, in any inflection.
  std::size_t articles_with(const std::vector<std::string>& words) const {
    return words.size() == 1 ? index_.terms().count(with_all(words))
                             : index_.articles_with_phrase(stem_terms(words, "Z"), within_);
  }

  /// The words that were typed, and then those of `term`.
  std::vector<std::string> continued(const std::string& term) const {
    std::vector<std::string> words = typed_.words;
    if (words.empty()) return {term};
    for (const text::Token& token : text::tokenize(term)) {
      if (token.kind == text::TokenKind::Word) words.push_back(token.folded);
    }
    return words;
  }

  /// Values with a word that begins as typed, most frequent first.
  std::vector<Suggestion> values(const char* kind, std::size_t limit) const {
    std::vector<Suggestion> out;
    for (auto& [value, articles] : index_.values_with_word(kind, typed_.folded, within_, limit))
      out.push_back({kind, value, value, articles});
    return out;
  }

  std::vector<Suggestion> sources(std::size_t limit) const {
    std::vector<Suggestion> out;
    for (const Source& one : sources_) {
      if (is_called(one, [&](std::string_view name) { return has_word_beginning_with(name, typed_.folded); }))
        out.push_back({"source", one.label, one.id, one.articles});
    }
    return best(std::move(out), limit);
  }

  /// What was typed, continued as in several titles; then with its last word completed by words of the index that occur
  /// together with the others.
  std::vector<Suggestion> phrases(const std::vector<TitledArticle>& titled, std::size_t limit,
                                  std::size_t tried) const {
    std::vector<Suggestion> out;
    if (limit == 0) return out;
    std::vector<std::string> titles;
    for (const TitledArticle& one : titled) titles.push_back(one.title);
    for (const TitlePhrase& phrase : shared_phrases(titles, typed_.words, typed_.prefix)) {
      if (out.size() == limit) return out;
      const std::string text = typed_.filters + phrase.text;
      out.push_back({"phrase", text, text, std::max(phrase.titles, articles_with(phrase.words))});
    }
    // A pair of characters is rarely a word of a language without blanks.
    if (is_cjk_character(typed_.prefix) && !out.empty()) return out;
    for (Suggestion& completed : completions(tried)) {
      if (out.size() < limit && std::ranges::find(out, completed.text, &Suggestion::text) == out.end())
        out.push_back(std::move(completed));
    }
    return out;
  }

  std::vector<Suggestion> completions(std::size_t limit) const {
    std::vector<Suggestion> out;
    text::Stemmer stemmer;
    std::set<std::string> stems; // one form of each word is enough
    const bool is_one_word = typed_.words.empty() && !has_filters();
    const MatchPtr others = with_all(typed_.words);
    if (!is_one_word) index_.terms().count(others); // so that they are found once
    const std::vector<std::string> terms = index_.continuations(typed_.prefix, match_all({others, title_prefix()}));
    for (const std::string& term : terms) { // fine-tuning is also in the index as finetuning
      if (const std::size_t link = term.find('-'); link != std::string::npos) {
        std::string fused = term;
        stems.insert(stemmer.stem(fused.erase(link, 1)));
      }
    }
    std::size_t tried = 0;
    for (const std::string& term : terms) {
      if (index_.terms().is_over() || ++tried > kTriedCompletions || out.size() == limit) break;
      if (!may_be_meant(term, typed_.prefix) || (typed_.words.empty() && term == typed_.prefix)) continue;
      const std::size_t articles = is_one_word ? index_.terms().df(term) : articles_with(continued(term));
      if (articles > 0 && stems.insert(stemmer.stem(term)).second)
        out.push_back({"phrase", typed_.head + term, typed_.head + term, articles});
    }
    return best(std::move(out), limit);
  }

  bool is_typed(std::string_view name) const { return text::plain_words(name) == typed_.plain; }

  static std::vector<Suggestion> best(std::vector<Suggestion> all, std::size_t limit) {
    std::ranges::sort(all, [](const Suggestion& a, const Suggestion& b) {
      return a.count != b.count ? a.count > b.count : a.text < b.text;
    });
    if (all.size() > limit) all.resize(limit);
    return all;
  }

  const Typed& typed_;
  ExploreInIndex& index_;
  MatchPtr within_; ///< what passes the filters
  std::vector<Source> sources_;
};

/// `first` before the others, none twice.
std::vector<Suggestion> put_first(std::vector<Suggestion> first, std::vector<Suggestion> others, std::size_t limit) {
  for (Suggestion& other : others) {
    const auto is_same = [&](const Suggestion& one) { return one.kind == other.kind && one.value == other.value; };
    if (std::ranges::none_of(first, is_same)) first.push_back(std::move(other));
  }
  if (first.size() > limit) first.resize(limit);
  return first;
}

std::vector<Suggestion> completions_of(const std::string& typed, ExploreInIndex& index, std::size_t limit) {
  const Typed read_words = read(typed);
  if (read_words.folded.size() < kMinPrefixLetters) return {};
  Suggester suggester(read_words, index);
  return put_first(suggester.named(), suggester.all(limit), limit);
}

/// What was probably meant: other spellings of its words, then of the beginning of its last word.
std::vector<std::string> other_spellings(const std::string& typed, ExploreInIndex& index) {
  std::vector<std::string> out;
  if (auto corrected = corrected_query(typed, index.terms())) out.push_back(std::move(corrected->q));
  const Typed read_words = read(typed);
  if (read_words.prefix.size() < kCorrectedPrefixLetters || !has_near_words(read_words.prefix)) return out;
  if (const auto near = index.nearest_beginning(read_words.prefix)) out.push_back(read_words.head + *near);
  return out;
}

} // namespace

std::vector<Suggestion> shared_out(const std::vector<std::vector<Suggestion>>& kinds, std::size_t limit) {
  std::vector<std::size_t> sizes;
  for (const auto& kind : kinds) sizes.push_back(kind.size());
  std::vector<Suggestion> out;
  const std::vector<std::size_t> taken = shares(sizes, limit);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    std::ranges::copy(kinds[kind] | std::views::take(taken[kind]), std::back_inserter(out));
  return out;
}

std::vector<Suggestion> suggest(std::string_view typed, ExploreInIndex& index, std::size_t limit) {
  const std::string text = utf8::repair(typed);
  std::vector<Suggestion> found = completions_of(text, index, limit);
  if (!found.empty() || read(text).prefix.size() < kMinPrefixLetters) return found;
  for (const std::string& other : other_spellings(text, index)) {
    found = completions_of(other, index, limit);
    const Typed words = read(other);
    const std::size_t articles = Suggester(words, index).articles_with_typed();
    if (articles > 0 && words.prefix != read(text).prefix)
      found.insert(found.begin(), {"phrase", other, other, articles});
    if (found.size() > limit) found.resize(limit);
    if (!found.empty()) break;
  }
  return found;
}

} // namespace trawl::search
