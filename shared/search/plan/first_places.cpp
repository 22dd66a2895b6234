// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/first_places.h"

#include "shared/schema/terms.h"
#include "shared/search/plan/known_values.h"
#include "shared/search/plan/match_policy.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <set>
#include <utility>

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

constexpr std::size_t kMaxNameWords = 4;
constexpr std::size_t kLeastOfPart = 3, kMostWords = 40;

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Reads the words of a query without operators but quotes; false if it has others.
bool read_words(const QueryTree& tree, std::string& words) {
  if (tree.kind == NodeKind::Word) {
    words.append(words.empty() ? "" : " ").append(tree.text);
    return true;
  }
  const bool is_plain = tree.kind == NodeKind::Phrase || (tree.kind == NodeKind::And && tree.implicit);
  return is_plain &&
         std::ranges::all_of(tree.children, [&](const QueryTree& child) { return read_words(child, words); });
}

/// The term of a name that is the whole query, in quotes or not: k-means. Empty for other queries.
std::string name_term(const QueryTree& tree, text::Stemmer& stemmer) {
  const bool is_quoted = tree.kind == NodeKind::Phrase && tree.children.size() == 1;
  const QueryTree& only = is_quoted ? tree.children.front() : tree;
  return only.kind == NodeKind::Word ? read_unit(only.text, stemmer).compound : std::string();
}

/// The articles in which a query that may be a name stands word for word, or which are by the person of that name: a
/// query of two to four words, or of one word with a capital or a digit. Two Chinese, Japanese or Korean characters
/// count as a word.
class NameMatch {
 public:
  /// Some of the words, one after the other.
  struct Part {
    MatchPtr match = nothing();
    std::string text;
  };

  NameMatch(const query::ParsedQuery& query, QueryWords& words) : words_(words), is_pasted_(query.looks_pasted) {
    read(query.tree);
  }

  /// Whether it is text that was pasted, without operators.
  bool is_pasted_text() const { return is_pasted_ && is_plain_ && name_.size() > kMaxNameWords; }

  /// Whether a part of it may tell more than its words do.
  bool may_have_part() const { return is_pasted_text() && pairs_ == 0 && name_.size() <= kMostWords; }

  /// The longest part of a pasted text that stands somewhere word for word, three words or more. Nothing if more than a
  /// page of articles have it.
  Part longest_part() {
    Part best;
    std::size_t longest = kLeastOfPart - 1, articles = 0;
    for (std::size_t begin = 0; begin + longest < name_.size(); ++begin) {
      if (name_[begin].is_stop_word) continue;
      for (std::size_t size = longest + 1; size < name_.size() && begin + size <= name_.size(); ++size) {
        const std::vector<QueryWord> words(name_.begin() + static_cast<std::ptrdiff_t>(begin),
                                           name_.begin() + static_cast<std::ptrdiff_t>(begin + size));
        if (words.back().is_stop_word) continue;
        const MatchPtr match = match_of_words(words, 1);
        const std::size_t count = match == nothing() ? 0 : words_.statistics().count(match);
        if (count == 0) break; // nor has anybody more of it
        best.match = match;
        best.text.clear();
        for (const QueryWord& word : words) best.text.append(best.text.empty() ? "" : " ").append(word.folded);
        longest = size;
        articles = count;
      }
    }
    return articles < kFullPage ? best : Part();
  }

  MatchPtr match() {
    const auto stop_words = static_cast<std::size_t>(std::ranges::count_if(name_, &QueryWord::is_stop_word));
    if (!is_plain_ || name_.size() == stop_words) return nothing();
    const std::size_t count = name_.size() - stop_words - pairs_ / 2;
    if (is_pasted_text()) return match_of_words(name_, 1);
    if (count > kMaxNameWords) return nothing();
    if (name_.size() == 1) return match_of_word();
    std::vector<MatchPtr> ways{match_of_words(name_, 1)};
    const std::vector<QueryWord> without_initials = words_but_initials();
    // An initial may be the first letter of what stands there, or be missing.
    if (without_initials.size() < name_.size()) ways.push_back(match_of_words(without_initials, 2));
    ways.push_back(match_of_bylines(without_initials));
    std::erase(ways, nothing());
    return match_any(std::move(ways));
  }

 private:
  void read(const QueryTree& tree) {
    const bool has_parts = tree.kind == NodeKind::Phrase || (tree.kind == NodeKind::And && tree.implicit);
    if (has_parts) {
      for (const QueryTree& child : tree.children) read(child);
      return;
    }
    is_plain_ = is_plain_ && tree.kind == NodeKind::Word;
    if (!is_plain_) return;
    const QueryUnit& unit = words_.unit(tree.text);
    for (const QueryWord& word : unit.words) {
      name_.push_back(word);
      typed_.push_back(tree.text);
    }
    if (unit.has_pairs) pairs_ += unit.words.size();
  }

  std::vector<QueryWord> words_but_initials() const {
    std::vector<QueryWord> out;
    for (std::size_t i = 0; i < name_.size(); ++i) {
      if (!is_initial(i, typed_)) out.push_back(name_[i]);
    }
    return out;
  }

  MatchPtr match_of_word() {
    const bool is_name =
        std::ranges::any_of(typed_.front(), [](char c) { return is_capital(c) || (c >= '0' && c <= '9'); });
    const std::string& word = name_.front().folded;
    return is_name && words_.statistics().df(word) > 0 ? match_term(word) : nothing();
  }

  MatchPtr match_of_words(const std::vector<QueryWord>& words, std::uint32_t distance) {
    std::vector<std::string> terms;
    for (const QueryWord& word : words) {
      terms.push_back("Z" + word.stem);
      if (words_.statistics().df(terms.back()) == 0) return nothing();
    }
    return terms.empty() ? nothing() : match_sequence(std::move(terms), distance);
  }

  MatchPtr match_of_bylines(const std::vector<QueryWord>& words) {
    std::string name;
    for (const QueryWord& word : words) {
      if (words_.statistics().df(schema::author_word_term(word.folded)) == 0) return nothing();
      name.append(name.empty() ? "" : " ").append(word.folded);
    }
    std::vector<std::string> authors = authors_named(name, words_.statistics());
    return authors.empty() ? nothing() : match_value("author", std::move(authors));
  }

  QueryWords& words_;
  std::vector<QueryWord> name_;
  std::vector<std::string> typed_; ///< of each word of the name, what it was typed in
  std::size_t pairs_ = 0;          ///< how many of them are pairs of characters
  bool is_plain_ = true, is_pasted_ = false;
};

} // namespace

bool is_initial(std::size_t i, std::span<const std::string> words) {
  const auto begins_with_capital = [](const std::string& word) { return !word.empty() && is_capital(word.front()); };
  return i + 1 < words.size() && words[i].size() == 1 && std::ranges::all_of(words, begins_with_capital);
}

std::vector<PlannedFirstPlace> first_places(const query::ParsedQuery& query, QueryWords& words) {
  std::string typed;
  typed = read_words(query.tree, typed) ? text::plain_words(typed) : std::string();
  // With or without filters and operators: a title may contain what looks like one.
  std::vector<MatchPtr> titles;
  const auto known = [&](const std::string& term) {
    return !term.empty() && words.statistics().df(term) > 0 ? match_term(term) : nothing();
  };
  for (const std::string& words_of_title : std::set{query.plain_words, typed}) {
    if (MatchPtr title = known(schema::title_term(words_of_title)); title != nothing()) titles.push_back(title);
  }
  const std::string name_as_typed = name_term(query.tree, words.stemmer());
  const MatchPtr titled = titles.empty() ? nothing() : match_any(std::move(titles)), name = known(name_as_typed),
                 author = known(schema::author_term(typed));
  std::vector<PlannedFirstPlace> places;
  const char* const kWholeTitle = "the title is what was typed";
  if (name != nothing()) {
    if (titled != nothing()) // before those titled "k means"
      places.push_back({"whole title", kWholeTitle, match_all({name, titled})});
    places.push_back({"as typed", "'" + name_as_typed + "' stands there as it was typed", name});
  }
  if (titled != nothing()) places.push_back({"whole title", kWholeTitle, titled});
  if (author != nothing()) places.push_back({"whole name", "the author is who was typed", author});
  NameMatch name_match(query, words);
  const MatchPtr named = name_match.match();
  const bool is_pasted = name_match.is_pasted_text() && titled == nothing();
  if (named != nothing() || is_pasted)
    places.push_back({"word for word", "'" + typed + "' stands there word for word", named, true, is_pasted});
  if (titled == nothing() && name_match.may_have_part() &&
      (named == nothing() || words.statistics().count(named) == 0)) {
    NameMatch::Part part = name_match.longest_part();
    if (part.match != nothing())
      places.push_back({std::string(kLongestPart), "'" + part.text + "' is the longest part of it that occurs",
                        std::move(part.match), true});
  }
  return places;
}

} // namespace trawl::search
