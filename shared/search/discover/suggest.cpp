// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/suggest.h"

#include <algorithm>
#include <utility>

#include "shared/base/utf8.h"
#include "shared/search/discover/title_phrases.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

constexpr std::size_t kMinPrefixLetters = 2;
constexpr std::size_t kMaxWords = 8;
constexpr std::size_t kTriedCompletions = 20;
constexpr std::size_t kMinedTitles = 100; // reading one takes some 10 µs

/// What was typed: whole words, and the prefix of one more.
struct Typed {
  std::vector<std::string> words;
  std::string prefix;
  std::string folded;
  std::string head; ///< the text before the prefix, as typed
};

Typed read(std::string_view text) {
  Typed typed;
  std::size_t last_begin = text.size();
  for (const text::Token& token : text::tokenize(text)) {
    if (token.kind != text::TokenKind::Word || typed.words.size() >= kMaxWords) continue;
    typed.words.push_back(token.folded);
    last_begin = token.begin;
  }
  typed.folded = text::fold(text);
  while (typed.folded.starts_with(' ')) typed.folded.erase(0, 1);
  if (!typed.words.empty()) {
    typed.prefix = std::move(typed.words.back());
    typed.words.pop_back();
  }
  typed.head = text.substr(0, last_begin);
  return typed;
}

class Suggester {
 public:
  Suggester(const Typed& typed, const IndexView& view, const SuggestLabels& labels, Deadline deadline)
      : typed_(typed), view_(view), labels_(labels), budget_(deadline) {}

  /// The newest articles whose titles contain the words and a word with the prefix.
  std::vector<Suggestion> articles(std::size_t limit) {
    std::vector<Suggestion> out;
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
      const std::string& value = column.values[id];
      const std::string label = is_source ? labels_.source(value) : value;
      if (!begins_a_word(text::fold(label)) && !begins_a_word(value)) continue;
      if (counts.empty()) counts = counts_of(column);
      if (counts[id] > 0) out.push_back({kind, label, value, counts[id]});
    }
    return best(std::move(out), limit);
  }

  /// What was typed, continued as in several titles; then with its last word completed by words of the index that occur
  /// together with the others.
  std::vector<Suggestion> phrases(std::size_t limit) {
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
      std::string text;
      for (const std::string& word : phrase.words) text += (text.empty() ? "" : " ") + word;
      const std::size_t count = documents_with_all(view_, phrase.words, budget_).count();
      out.push_back({"phrase", text, text, count});
    }
    return out;
  }

  std::vector<Suggestion> completions(std::size_t limit) {
    std::vector<Suggestion> out;
    DocSet others = all_documents(view_.columns);
    for (const std::string& word : typed_.words) others = intersection(view_, others, word, budget_);
    std::size_t tried = 0;
    for (const std::string& term : expand_prefix(view_, typed_.prefix, budget_).terms) {
      if (budget_.spent() || ++tried > kTriedCompletions) break;
      if (text::is_stop_word(term) || term.contains('/') || (typed_.words.empty() && term == typed_.prefix)) continue;
      const std::size_t count =
          typed_.words.empty() ? view_.database.get_termfreq(term) : intersection(view_, others, term, budget_).count();
      if (count > 0) out.push_back({"phrase", typed_.head + term, typed_.head + term, count});
    }
    return best(std::move(out), limit);
  }

  bool begins_a_word(std::string_view text) const {
    for (std::size_t at = text.find(typed_.folded); at != std::string_view::npos;
         at = text.find(typed_.folded, at + 1)) {
      if (at == 0 || std::string_view(" -_./(&").contains(text[at - 1])) return true;
    }
    return false;
  }

  static std::vector<std::size_t> counts_of(const index::ValueColumn& column) {
    std::vector<std::size_t> counts(column.values.size());
    for (const std::uint32_t id : column.ids) ++counts[id];
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
  Budget budget_;
};

/// The same number of each kind in turns, until none is left or the limit is reached.
std::vector<Suggestion> mixed(const std::vector<std::vector<Suggestion>>& kinds, std::size_t limit) {
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

} // namespace

std::vector<Suggestion> suggest(std::string_view typed, const IndexView& view, const SuggestLabels& labels,
                                std::size_t limit, Deadline deadline) {
  const Typed read_words = read(utf8::repair(typed));
  if (read_words.prefix.size() < kMinPrefixLetters) return {};
  Suggester suggester(read_words, view, labels, deadline);
  return mixed({suggester.articles(limit), suggester.phrases(limit),
                suggester.values("tag", *view.columns.column("tag"), limit, false),
                suggester.values("source", view.columns.source(), limit, true)},
               limit);
}

} // namespace trawl::search
