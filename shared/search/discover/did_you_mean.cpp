// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/did_you_mean.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/search/facets/nearest_value.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

namespace trawl::search {
namespace {

using query::Lexeme;
namespace operators = query::operators;

constexpr std::size_t kMinWordLetters = 4;
constexpr std::size_t kMaxLetters = 40;
constexpr std::size_t kTwoEditsLetters = 8;
constexpr std::size_t kTwoEditsPrefix = 2; // first letters that must be right
constexpr double kFirstLetter = 0.1;       // a mistake in the first letter is ten times as rare
/// How likely one particular mistake is, relative to a missing letter. The most frequent mistakes are missing, added,
/// wrong and swapped letters, in this order (Pollock and Zamora, 1983); but a word of n letters can lose a letter in n
/// ways and gain one in 26 n ways.
constexpr double kMissing = 1, kSwapped = 0.5, kAdded = 0.05, kWrong = 0.05;
/// A word of which the index has only another form is a typo if it is near a word in so many times as many articles.
constexpr double kFarMoreFrequent = 20;
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";

bool is_letters(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

/// The candidate that was most probably meant: by its df, times the likelihood of the mistake (a noisy channel).
class BestCandidate {
 public:
  explicit BestCandidate(Xapian::Database& database) : database_(database) {}

  void offer(const std::string& word, double likelihood) {
    const double df = database_.get_termfreq(word);
    if (df * likelihood > score_) {
      score_ = df * likelihood;
      word_ = word;
    }
  }
  const std::string& word() const { return word_; }

 private:
  Xapian::Database& database_;
  std::string word_;
  double score_ = 0;
};

/// Tries every string one edit away from `word`: about 54 for each letter.
std::string one_edit_away(Xapian::Database& database, const std::string& word) {
  BestCandidate best(database);
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const double here = i == 0 ? kFirstLetter : 1;
    std::string edited = word;
    if (i < word.size()) {
      edited.erase(i, 1);
      best.offer(edited, here * kAdded);
      for (const char letter : kLetters) {
        edited = word;
        edited[i] = letter;
        if (letter != word[i]) best.offer(edited, here * kWrong);
      }
    }
    if (i + 1 < word.size() && word[i] != word[i + 1]) {
      edited = word;
      std::swap(edited[i], edited[i + 1]);
      best.offer(edited, here * kSwapped);
    }
    for (const char letter : kLetters) {
      edited = word;
      edited.insert(i, 1, letter);
      best.offer(edited, here * kMissing);
    }
  }
  return best.word();
}

std::string two_edits_away(Xapian::Database& database, const std::string& word, Budget& budget) {
  BestCandidate best(database);
  const std::string prefix = word.substr(0, kTwoEditsPrefix);
  const auto end = database.allterms_end(prefix);
  for (auto term = database.allterms_begin(prefix); term != end && !budget.spent(); ++term) {
    const std::string candidate = *term;
    const std::size_t longer = std::max(candidate.size(), word.size());
    if (longer - std::min(candidate.size(), word.size()) > 2) continue;
    if (edit_distance(word, candidate, 2) <= 2) best.offer(candidate, 1);
  }
  return best.word();
}

std::string nearest_word(Xapian::Database& database, const std::string& folded, Budget& budget) {
  if (folded.size() < kMinWordLetters || folded.size() > kMaxLetters || !is_letters(folded)) return {};
  if (database.term_exists(folded)) return {};
  std::string found = one_edit_away(database, folded);
  if (found.empty() && folded.size() >= kTwoEditsLetters) found = two_edits_away(database, folded, budget);
  return found;
}

/// The correction of `token`; empty if the index has the word, or another form of it that is not a rare typo itself.
std::string correction_of(Xapian::Database& database, const text::Token& token, text::Stemmer& stemmer,
                          Budget& budget) {
  const std::string stem = "Z" + stemmer.stem(token.folded);
  std::string nearest = nearest_word(database, token.folded, budget);
  if (nearest.empty() || !database.term_exists(stem)) return nearest;
  const bool is_typo = stem != "Z" + stemmer.stem(nearest) &&
                       database.get_termfreq(nearest) >= kFarMoreFrequent * database.get_termfreq(stem);
  return is_typo ? nearest : std::string();
}

/// Whether the lexeme consists of words that may be corrected.
bool is_correctable(const Lexeme& lexeme) {
  if (lexeme.is(operators::kField)) return query::field_kind(lexeme.text) == query::FieldKind::Words;
  return lexeme.is_word() || lexeme.is(operators::kPhrase);
}

} // namespace

std::optional<std::string> corrected_query(std::string_view q, const IndexView& view, Deadline deadline) {
  if (!utf8::is_valid(q)) return std::nullopt;
  text::Stemmer stemmer;
  Budget budget(deadline);
  std::string out;
  std::size_t copied = 0;
  bool is_exact = false;
  for (const Lexeme& lexeme : query::lex_query(q)) {
    const bool corrects = is_correctable(lexeme) && !is_exact;
    is_exact = lexeme.is(operators::kExact);
    if (!corrects || budget.over()) continue;
    const std::size_t skipped = lexeme.is(operators::kField) ? lexeme.text.size() + 1 : 0;
    const std::size_t begin = lexeme.begin + skipped;
    for (const text::Token& token : text::tokenize(q.substr(begin, lexeme.end - begin))) {
      if (token.kind != text::TokenKind::Word) continue;
      const std::string nearest = correction_of(view.database, token, stemmer, budget);
      if (nearest.empty()) continue;
      out.append(q.substr(copied, begin + token.begin - copied)).append(nearest);
      copied = begin + token.end;
    }
  }
  if (copied == 0) return std::nullopt;
  return out.append(q.substr(copied));
}

} // namespace trawl::search
