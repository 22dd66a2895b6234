// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/nearest_words.h"

#include "shared/index/segment/term_filter.h"
#include "shared/search/facets/nearest_value.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/match/query_memory.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kMinLetters = 3;
constexpr std::size_t kMaxLetters = 40;
constexpr std::size_t kTwoEditsPrefix = 2; // first letters that must be right
constexpr double kFirstLetter = 0.1;       // a mistake in the first letter is ten times as rare
/// How likely one particular mistake is, relative to a missing letter. The most frequent mistakes are missing, added,
/// wrong and swapped letters, in this order (Pollock and Zamora, 1983); but a word of n letters can lose a letter in n
/// ways and gain one in 26 n ways.
constexpr double kMissing = 1, kSwapped = 0.5, kAdded = 0.05, kWrong = 0.05;
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/// What turns a word into one that may have been meant: at `at` the typed word lacks `letter`, has one too many, has
/// another one, or has two swapped.
struct Edit {
  enum class Kind : std::uint8_t { Missing, Added, Wrong, Swapped };
  Kind kind;
  std::size_t at;
  char letter = 0; ///< of the word that was meant

  double likelihood() const {
    const double kind_likelihood = kind == Kind::Missing ? kMissing
                                   : kind == Kind::Added ? kAdded
                                   : kind == Kind::Wrong ? kWrong
                                                         : kSwapped;
    return (at == 0 ? kFirstLetter : 1) * kind_likelihood;
  }

  /// The first byte of the typed word that is in the meant one again.
  std::size_t rest() const { return at + (kind == Kind::Missing ? 0 : kind == Kind::Swapped ? 2 : 1); }

  /// Adds what stands between `at` and the rest.
  template <typename To>
  void add_middle(std::string_view typed, To& to) const {
    if (kind == Kind::Swapped) {
      to += typed[at + 1];
      to += typed[at];
    } else if (kind != Kind::Added) {
      to += letter;
    }
  }

  std::string meant(std::string_view typed) const {
    std::string word(typed.substr(0, at));
    add_middle(typed, word);
    return word += typed.substr(rest());
  }
};

class NearWords {
 public:
  /// Of words that at least `least` articles have.
  NearWords(const IndexView& view, const std::string& typed, std::size_t least) : view_(view), typed_(typed) {
    for (const char c : typed) beginnings_.push_back(index::TermHash(beginnings_.back()) += c);
    // A word that `least` articles have is common in at least one part.
    is_common_ = least >= index::kCommonDf * view.columns.parts().size();
  }

  void add(const std::string& word, double likelihood) {
    words_.push_back(word);
    likelihoods_.push_back(likelihood);
  }

  /// Adds the word if some article may have it. Nearly always none has it, and the filters of the parts say so.
  void offer(const Edit& edit) {
    index::TermHash hash = beginnings_[edit.at];
    edit.add_middle(typed_, hash);
    hash += std::string_view(typed_).substr(edit.rest());
    if (may_have(hash.value())) add(edit.meant(typed_), edit.likelihood());
  }

  /// Those that some article has. All are looked up at once: waiting for one after the other takes much longer.
  std::vector<NearWord> best_first() {
    std::vector<NearWord> found;
    look_up_terms(view_, words_, [&](std::size_t i, std::size_t articles) {
      const auto known = std::ranges::find(found, words_[i], &NearWord::word);
      if (known == found.end()) {
        found.push_back({words_[i], articles, likelihoods_[i]});
      } else {
        known->likelihood = std::max(known->likelihood, likelihoods_[i]);
      }
    });
    std::ranges::stable_sort(found, std::greater(), &NearWord::score);
    return found;
  }

 private:
  bool may_have(std::uint64_t hash) const {
    return std::ranges::any_of(view_.columns.parts(), [&](const index::Part& part) {
      const index::TermDictionary& terms = part.segment->terms();
      return is_common_ ? terms.may_be_common(hash) : terms.may_contain(hash);
    });
  }

  const IndexView& view_;
  const std::string& typed_;
  std::vector<index::TermHash> beginnings_{index::TermHash()}; ///< of `typed_`, by length
  bool is_common_ = false;
  std::vector<std::string> words_;
  std::vector<double> likelihoods_;
};

/// The likeliest beginning of a word, as NearWords.
class NearBeginnings {
 public:
  NearBeginnings(const IndexView& view, const std::string& typed, Budget& budget)
      : view_(view), typed_(typed), budget_(budget) {}

  void offer(const Edit& edit) {
    const std::string beginning = edit.meant(typed_);
    TermWalk walk(view_, beginning);
    for (std::size_t i = 0; i < kTerms && !walk.at_end() && !budget_.spent(); ++i, walk.next()) {
      const double score = edit.likelihood() * static_cast<double>(walk.df());
      if (score <= best_score_) continue;
      best_score_ = score;
      best_ = beginning;
    }
  }

  std::optional<std::string> best() const { return best_.empty() ? std::nullopt : std::optional(best_); }

 private:
  static constexpr std::size_t kTerms = 20; // looked at of those with one beginning

  const IndexView& view_;
  const std::string& typed_;
  Budget& budget_;
  std::string best_;
  double best_score_ = 0;
};

/// Every edit of `word` at `i`.
template <typename Near>
void offer_edits_at(std::size_t i, const std::string& word, Near& near) {
  if (i < word.size()) {
    near.offer({Edit::Kind::Added, i});
    for (const char letter : kLetters) {
      if (letter != word[i]) near.offer({Edit::Kind::Wrong, i, letter});
    }
  }
  if (i + 1 < word.size() && word[i] != word[i + 1]) near.offer({Edit::Kind::Swapped, i});
  for (const char letter : kLetters) near.offer({Edit::Kind::Missing, i, letter});
}

} // namespace

bool has_near_words(const std::string& folded) {
  return folded.size() >= kMinLetters && folded.size() <= kMaxLetters &&
         std::ranges::all_of(folded, [](char c) { return kLetters.contains(c); });
}

std::vector<NearWord> words_one_edit_away(const IndexView& view, const std::string& folded, std::size_t first,
                                          std::size_t least) {
  const std::string key = folded + ' ' + std::to_string(first) + ' ' + std::to_string(least);
  if (const std::vector<NearWord>* known = view.memory->near.find(key)) return *known;
  NearWords near(view, folded, least);
  for (std::size_t i = first; i <= folded.size(); ++i) offer_edits_at(i, folded, near);
  std::vector<NearWord> found = near.best_first();
  std::erase_if(found, [least](const NearWord& one) { return one.articles < least; });
  return view.memory->near.keep(key, std::move(found));
}

std::optional<std::string> nearest_beginning(const IndexView& view, const std::string& folded, Budget& budget) {
  NearBeginnings near(view, folded, budget);
  // The first letter is right, and the last one may be a wrong guess at what follows.
  for (std::size_t i = 1; i < folded.size() && !budget.passed(); ++i) offer_edits_at(i, folded, near);
  return near.best();
}

std::vector<NearWord> words_two_edits_away(const IndexView& view, const std::string& folded, Budget& budget) {
  NearWords near(view, folded, 1);
  const std::string prefix = folded.substr(0, kTwoEditsPrefix);
  for (TermWalk walk(view, prefix); !walk.at_end() && !budget.spent(); walk.next()) {
    const std::string& candidate = walk.term();
    const std::size_t longer = std::max(candidate.size(), folded.size());
    if (longer - std::min(candidate.size(), folded.size()) > 2) continue;
    if (edit_distance(folded, candidate, 2) <= 2) near.add(candidate, 1);
  }
  return near.best_first();
}

} // namespace trawl::search
