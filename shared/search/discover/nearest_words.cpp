// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/nearest_words.h"

#include "shared/search/facets/nearest_value.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/prefix_expansion.h"

#include <algorithm>
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

class NearWords {
 public:
  explicit NearWords(const IndexView& view) : view_(view) {}

  void offer(const std::string& word, double likelihood) {
    words_.push_back(word);
    likelihoods_.push_back(likelihood);
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
  const IndexView& view_;
  std::vector<std::string> words_;
  std::vector<double> likelihoods_;
};

/// The likeliest beginning of a word, as NearWords.
class NearBeginnings {
 public:
  NearBeginnings(const IndexView& view, Budget& budget) : view_(view), budget_(budget) {}

  void offer(const std::string& beginning, double likelihood) {
    TermWalk walk(view_, beginning);
    for (std::size_t i = 0; i < kTerms && !walk.at_end() && !budget_.spent(); ++i, walk.next()) {
      const double score = likelihood * static_cast<double>(walk.df());
      if (score <= best_score_) continue;
      best_score_ = score;
      best_ = beginning;
    }
  }

  std::optional<std::string> best() const { return best_.empty() ? std::nullopt : std::optional(best_); }

 private:
  static constexpr std::size_t kTerms = 20; // looked at of those with one beginning

  const IndexView& view_;
  Budget& budget_;
  std::string best_;
  double best_score_ = 0;
};

/// Every string that comes from `word` by one edit at `i`.
template <typename Near>
void offer_edits_at(std::size_t i, const std::string& word, Near& near) {
  const double here = i == 0 ? kFirstLetter : 1;
  std::string edited = word;
  if (i < word.size()) {
    edited.erase(i, 1);
    near.offer(edited, here * kAdded);
    for (const char letter : kLetters) {
      edited = word;
      edited[i] = letter;
      if (letter != word[i]) near.offer(edited, here * kWrong);
    }
  }
  if (i + 1 < word.size() && word[i] != word[i + 1]) {
    edited = word;
    std::swap(edited[i], edited[i + 1]);
    near.offer(edited, here * kSwapped);
  }
  for (const char letter : kLetters) {
    edited = word;
    edited.insert(i, 1, letter);
    near.offer(edited, here * kMissing);
  }
}

} // namespace

bool has_near_words(const std::string& folded) {
  return folded.size() >= kMinLetters && folded.size() <= kMaxLetters &&
         std::ranges::all_of(folded, [](char c) { return kLetters.contains(c); });
}

std::vector<NearWord> words_one_edit_away(const IndexView& view, const std::string& folded, std::size_t first) {
  NearWords near(view);
  for (std::size_t i = first; i <= folded.size(); ++i) offer_edits_at(i, folded, near);
  return near.best_first();
}

std::optional<std::string> nearest_beginning(const IndexView& view, const std::string& folded, Budget& budget) {
  NearBeginnings near(view, budget);
  // The first letter is right, and the last one may be a wrong guess at what follows.
  for (std::size_t i = 1; i < folded.size() && !budget.passed(); ++i) offer_edits_at(i, folded, near);
  return near.best();
}

std::vector<NearWord> words_two_edits_away(const IndexView& view, const std::string& folded, Budget& budget) {
  NearWords near(view);
  const std::string prefix = folded.substr(0, kTwoEditsPrefix);
  for (TermWalk walk(view, prefix); !walk.at_end() && !budget.spent(); walk.next()) {
    const std::string& candidate = walk.term();
    const std::size_t longer = std::max(candidate.size(), folded.size());
    if (longer - std::min(candidate.size(), folded.size()) > 2) continue;
    if (edit_distance(folded, candidate, 2) <= 2) near.offer(candidate, 1);
  }
  return near.best_first();
}

} // namespace trawl::search
