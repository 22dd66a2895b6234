// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/suggest.h"

#include <algorithm>
#include <set>
#include <utility>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/query/parse_query.h"
#include "shared/schema/terms.h"
#include "shared/search/discover/title_phrases.h"
#include "shared/search/facets/filters.h"
#include "shared/search/match/near_terms.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/match/segment_matcher.h"
#include "shared/search/plan/corrections.h"
#include "shared/search/plan/near_words.h"
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
  std::string folded;  ///< without the filters
  std::string plain;   ///< its words (text::plain_words)
  std::string head;    ///< the text before the prefix, as typed
  std::string filters; ///< source:keras tag:gpu, each with a blank behind it
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
  std::size_t last_begin = text.size();
  const std::string plain = without_filters(text, typed.filters);
  for (const text::Token& token : text::tokenize(plain)) {
    if (token.kind != text::TokenKind::Word || typed.words.size() >= kMaxWords) continue;
    typed.words.push_back(token.folded);
    last_begin = token.begin;
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

/// The articles that pass the filters of what was typed. Dates are left out: they need the clock.
DocSet filtered(const Typed& typed, const IndexView& view) {
  DocSet all = all_documents(view.columns);
  const auto query = query::parse_query(typed.filters, Moment{}, false);
  if (typed.filters.empty() || !query) return all;
  query::Filters filters = query->filters;
  filters.after.reset();
  filters.before.reset();
  return apply_filters(all, filters, view.columns).passing;
}

class Suggester {
 public:
  Suggester(const Typed& typed, const IndexView& view, const SuggestLabels& labels, Budget& budget)
      : typed_(typed), view_(view), labels_(labels), budget_(budget), within_(filtered(typed, view)) {}

  /// The newest articles whose titles contain the words and a word with the prefix.
  std::vector<Suggestion> articles(std::size_t limit) {
    std::vector<Suggestion> out;
    if (limit == 0) return out;
    for (const std::uint32_t document : titled(limit)) {
      out.push_back({"article", labels_.title(document), labels_.id(document), 1});
    }
    return out;
  }

  /// Values with a word that begins as typed, most frequent first.
  std::vector<Suggestion> values(const char* kind, const index::ValueColumn& column, std::size_t limit,
                                 bool is_source) {
    std::vector<Suggestion> out;
    std::vector<std::size_t> counts;
    for (std::uint32_t id = 0; id < column.values.size(); ++id) {
      const std::string value(column.values[id]);
      const std::string label = is_source ? labels_.source(value) : value;
      if (!begins_a_word(text::fold(label)) && !begins_a_word(value)) continue;
      if (counts.empty()) counts = counts_of(column, within_);
      if (counts[id] > 0) out.push_back({kind, label, value, counts[id]});
    }
    return best(std::move(out), limit);
  }

  /// The sources and authors whose whole name was typed.
  std::vector<Suggestion> named() {
    std::vector<Suggestion> out;
    if (typed_.plain.empty()) return out;
    const index::ValueColumn& sources = view_.columns.source();
    for (std::uint32_t id = 0; id < sources.values.size(); ++id) {
      const std::string label = labels_.source(sources.values[id]);
      if (is_typed(label) || is_typed(sources.values[id])) add_value("source", label, sources, id, out);
    }
    // There may be hundreds of thousands of authors: those of the articles that have one of this name are looked at.
    DocSet theirs(view_.columns.last_document);
    add_documents(view_, schema::author_term(typed_.plain), theirs, budget_);
    const index::ValueColumn& authors = *view_.columns.column("author");
    std::set<std::uint32_t> known;
    theirs.for_each([&](std::uint32_t document) {
      for (const std::uint32_t id : authors.of(document)) {
        if (known.insert(id).second && is_typed(authors.values[id]))
          add_value("author", std::string(authors.values[id]), authors, id, out);
      }
    });
    return out;
  }

  /// What was typed, continued as in several titles; then with its last word completed by words of the index that occur
  /// together with the others.
  std::vector<Suggestion> phrases(std::size_t limit) {
    if (limit == 0) return {};
    std::vector<Suggestion> out = of_titles(limit);
    for (Suggestion& completed : completions(limit)) {
      if (out.size() < limit && std::ranges::find(out, completed.text, &Suggestion::text) == out.end())
        out.push_back(std::move(completed));
    }
    return out;
  }

 private:
  /// The newest documents whose titles contain the words and a word with the prefix.
  std::vector<std::uint32_t> titled(std::size_t limit) {
    DocSet found(view_.columns.last_document);
    for (const std::string& term : expand_prefix(view_, "S" + typed_.prefix, budget_).terms) {
      add_documents(view_, term, found, budget_);
    }
    found &= within_;
    for (const std::string& word : typed_.words) found = intersection(view_, found, "S" + word, budget_);
    std::vector<std::uint32_t> documents;
    found.for_each([&](std::uint32_t document) { documents.push_back(document); });
    const auto kept = std::min(documents.size(), limit);
    std::ranges::partial_sort(
        documents, documents.begin() + static_cast<std::ptrdiff_t>(kept), std::greater(),
        [&](std::uint32_t document) { return std::pair(view_.columns.published[document], document); });
    documents.resize(kept);
    return documents;
  }

  std::vector<Suggestion> of_titles(std::size_t limit) {
    std::vector<std::string> titles;
    for (const std::uint32_t document : titled(kMinedTitles)) {
      if (!budget_.spent()) titles.push_back(labels_.title(document));
    }
    std::vector<Suggestion> out;
    for (const TitlePhrase& phrase : shared_phrases(titles, typed_.words, typed_.prefix)) {
      if (out.size() == limit) break;
      std::string text = typed_.filters;
      for (const std::string& word : phrase.words) text += (text == typed_.filters ? "" : " ") + word;
      DocSet documents = documents_with_all(view_, phrase.words, budget_);
      documents &= within_;
      out.push_back({"phrase", text, text, documents.count()});
    }
    return out;
  }

  std::vector<Suggestion> completions(std::size_t limit) {
    std::vector<Suggestion> out;
    DocSet others = within_;
    text::Stemmer stemmer;
    std::set<std::string> stems; // one form of each word is enough
    for (const std::string& word : typed_.words) others = intersection(view_, others, word, budget_);
    std::size_t tried = 0;
    const std::vector<std::string> terms = expand_prefix(view_, typed_.prefix, budget_).terms;
    for (const std::string& term : terms) { // fine-tuning is also in the index as finetuning
      if (const std::size_t link = term.find('-'); link != std::string::npos) {
        std::string fused = term;
        stems.insert(stemmer.stem(fused.erase(link, 1)));
      }
    }
    for (const std::string& term : terms) {
      if (budget_.spent() || ++tried > kTriedCompletions) break;
      if (!may_be_meant(term, typed_.prefix) || (typed_.words.empty() && term == typed_.prefix)) continue;
      const std::size_t count = intersection(view_, others, term, budget_).count();
      if (count > 0 && stems.insert(stemmer.stem(term)).second)
        out.push_back({"phrase", typed_.head + term, typed_.head + term, count});
    }
    return best(std::move(out), limit);
  }

  bool is_typed(std::string_view name) const { return text::plain_words(name) == typed_.plain; }

  /// Adds a value with the number of articles that have it, unless no article does.
  void add_value(const char* kind, std::string_view text, const index::ValueColumn& column, std::uint32_t id,
                 std::vector<Suggestion>& out) const {
    std::size_t count = 0;
    within_.for_each([&](std::uint32_t document) { count += std::ranges::count(column.of(document), id) > 0 ? 1 : 0; });
    if (count > 0) out.push_back({kind, std::string(text), std::string(column.values[id]), count});
  }

  bool begins_a_word(std::string_view text) const {
    for (std::size_t at = text.find(typed_.folded); at != std::string_view::npos;
         at = text.find(typed_.folded, at + 1)) {
      if (at == 0 || std::string_view(" -_./(&").contains(text[at - 1])) return true;
    }
    return false;
  }

  static std::vector<std::size_t> counts_of(const index::ValueColumn& column, const DocSet& within) {
    std::vector<std::size_t> counts(column.values.size());
    within.for_each([&](std::uint32_t document) {
      for (const std::uint32_t id : column.of(document)) ++counts[id];
    });
    return counts;
  }

  static std::vector<Suggestion> best(std::vector<Suggestion> all, std::size_t limit) {
    std::ranges::sort(all, [](const Suggestion& a, const Suggestion& b) {
      return a.count != b.count ? a.count > b.count : a.text < b.text;
    });
    if (all.size() > limit) all.resize(limit);
    return all;
  }

  const Typed& typed_;
  const IndexView& view_;
  const SuggestLabels& labels_;
  Budget& budget_;
  DocSet within_; ///< the articles that pass the filters
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

std::vector<Suggestion> completions_of(const std::string& typed, const IndexView& view, const SuggestLabels& labels,
                                       std::size_t limit, Budget& budget) {
  const Typed read_words = read(typed);
  if (read_words.folded.size() < kMinPrefixLetters) return {};
  Suggester suggester(read_words, view, labels, budget);
  const std::size_t of_words = read_words.prefix.size() < kMinPrefixLetters ? 0 : limit; // too many begin with a letter
  std::vector<Suggestion> continued =
      in_turns({suggester.articles(of_words), suggester.phrases(of_words),
                suggester.values("tag", *view.columns.column("tag"), limit, false),
                suggester.values("author", *view.columns.column("author"), limit, false),
                suggester.values("source", view.columns.source(), limit, true)},
               limit);
  return put_first(suggester.named(), std::move(continued), limit);
}

/// What was probably meant: other spellings of its words, then of the beginning of its last word.
std::vector<std::string> other_spellings(const std::string& typed, const IndexView& view, Budget& budget) {
  std::vector<std::string> out;
  SegmentMatcher matcher(view, budget.deadline());
  if (auto corrected = corrected_query(typed, matcher)) out.push_back(std::move(*corrected));
  if (matcher.is_over() || !matcher.is_exact()) budget.stop();
  const Typed read_words = read(typed);
  if (read_words.prefix.size() < kCorrectedPrefixLetters || !has_near_words(read_words.prefix)) return out;
  if (const auto near = nearest_beginning(view, read_words.prefix, budget)) out.push_back(read_words.head + *near);
  return out;
}

} // namespace

std::vector<Suggestion> in_turns(const std::vector<std::vector<Suggestion>>& kinds, std::size_t limit) {
  std::vector<std::size_t> taken(kinds.size());
  std::size_t left = limit;
  for (bool more = true; more && left > 0;) {
    more = false;
    for (std::size_t kind = 0; kind < kinds.size() && left > 0; ++kind) {
      if (taken[kind] == kinds[kind].size()) continue;
      ++taken[kind];
      --left;
      more = true;
    }
  }
  std::vector<Suggestion> out;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    out.insert(out.end(), kinds[kind].begin(), kinds[kind].begin() + static_cast<std::ptrdiff_t>(taken[kind]));
  }
  return out;
}

std::vector<Suggestion> suggest(std::string_view typed, const IndexView& view, const SuggestLabels& labels,
                                std::size_t limit, Budget& budget) {
  const std::string text = utf8::repair(typed);
  std::vector<Suggestion> found = completions_of(text, view, labels, limit, budget);
  if (!found.empty() || read(text).prefix.size() < kMinPrefixLetters) return found;
  for (const std::string& other : other_spellings(text, view, budget)) {
    found = completions_of(other, view, labels, limit, budget);
    Typed words = read(other);
    words.words.push_back(std::move(words.prefix));
    const std::size_t count = documents_with_all(view, std::move(words.words), budget).count();
    const bool is_whole_word = read(other).prefix != read(text).prefix;
    if (count > 0 && is_whole_word) found.insert(found.begin(), {"phrase", other, other, count});
    if (found.size() > limit) found.resize(limit);
    if (!found.empty()) break;
  }
  return found;
}

} // namespace trawl::search
