// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/did_you_mean.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/search/discover/nearest_value.h"
#include "shared/search/index_view.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

namespace trawl::search {
namespace {

constexpr std::size_t kMinLetters = 4;
constexpr std::size_t kMaxLetters = 40;
constexpr std::size_t kTwoEditsLetters = 8;
constexpr std::size_t kTwoEditsPrefix = 2; // the letters that have to be right
constexpr double kFirstLetter = 0.1;       // a mistake in the first letter is that much rarer
/// How likely one certain mistake is, a missing letter being 1. Most mistakes are letters missing, too many, wrong and
/// swapped, in this order (Pollock and Zamora 1983); but a word of n letters can lose one in n ways and gain one in 26
/// n.
constexpr double kMissing = 1, kSwapped = 0.5, kTooMany = 0.05, kWrong = 0.05;
/// A word of which only the stem is known is a typo if it is near a word that so many times as many articles hold.
constexpr double kFarMoreFrequent = 20;
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";

bool is_letters(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

/// The candidate most likely meant: how often it is written, times how likely it is mistyped so.
class Best {
 public:
  explicit Best(Xapian::Database& database) : database_(database) {}

  void offer(const std::string& word, double likelihood) {
    const double frequency = database_.get_termfreq(word);
    if (frequency * likelihood > score_) {
      score_ = frequency * likelihood;
      word_ = word;
    }
  }
  const std::string& word() const { return word_; }

 private:
  Xapian::Database& database_;
  std::string word_;
  double score_ = 0;
};

/// Every string one edit from `word`: about 54 times its letters.
std::string one_edit_away(Xapian::Database& database, const std::string& word) {
  Best best(database);
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const double here = i == 0 ? kFirstLetter : 1;
    std::string edited = word;
    if (i < word.size()) {
      edited.erase(i, 1);
      best.offer(edited, here * kTooMany);
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
  Best best(database);
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

std::string nearest_within(Xapian::Database& database, const std::string& folded, Budget& budget) {
  if (folded.size() < kMinLetters || folded.size() > kMaxLetters || !is_letters(folded)) return {};
  if (database.term_exists(folded)) return {};
  std::string found = one_edit_away(database, folded);
  if (found.empty() && folded.size() >= kTwoEditsLetters) found = two_edits_away(database, folded, budget);
  return found;
}

/// The word to offer for `token`; empty if the index knows it, as it is or by a stem that is no rare slip itself.
std::string offer_for(Xapian::Database& database, const text::Token& token, text::Stemmer& stemmer, Budget& budget) {
  const std::string stem = "Z" + stemmer.stem(token.folded);
  std::string nearest = nearest_within(database, token.folded, budget);
  if (nearest.empty() || !database.term_exists(stem)) return nearest;
  const bool slip = stem != "Z" + stemmer.stem(nearest) &&
                    database.get_termfreq(nearest) >= kFarMoreFrequent * database.get_termfreq(stem);
  return slip ? nearest : std::string();
}

/// Whether the reader meant this lexeme as words that may be mended.
bool is_mendable(const Lexeme& lexeme) {
  switch (lexeme.kind) {
  case LexemeKind::Word:
  case LexemeKind::Phrase:
    return true;
  case LexemeKind::Field:
    return field_kind(lexeme.text) == FieldKind::Words;
  default:
    return false;
  }
}

} // namespace

std::string nearest_word(Xapian::Database& database, std::string_view folded) {
  Budget budget({std::chrono::steady_clock::time_point::max()});
  return nearest_within(database, std::string(folded), budget);
}

std::optional<std::string> corrected_query(std::string_view q, index::IndexReader& reader, Deadline deadline) {
  if (!utf8::is_valid(q)) return std::nullopt;
  Xapian::Database& database = reader.database();
  text::Stemmer stemmer;
  Budget budget(deadline);
  std::string out;
  std::size_t copied = 0;
  bool exact = false;
  for (const Lexeme& lexeme : lex_query(q)) {
    const bool mendable = is_mendable(lexeme) && !exact;
    exact = lexeme.kind == LexemeKind::Plus;
    if (!mendable || budget.over()) continue;
    const std::size_t skipped = lexeme.kind == LexemeKind::Field ? lexeme.text.size() + 1 : 0;
    const std::size_t begin = lexeme.begin + skipped;
    for (const text::Token& token : text::tokenize(q.substr(begin, lexeme.end - begin))) {
      if (token.kind != text::TokenKind::Word) continue;
      const std::string nearest = offer_for(database, token, stemmer, budget);
      if (nearest.empty()) continue;
      out.append(q.substr(copied, begin + token.begin - copied)).append(nearest);
      copied = begin + token.end;
    }
  }
  if (copied == 0) return std::nullopt;
  return out.append(q.substr(copied));
}

} // namespace trawl::search
