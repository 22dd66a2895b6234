// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/near_terms.h"

#include "shared/base/edit_distance.h"
#include "shared/search/plan/near_words.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::search {
namespace {

/// Those of the words that at least `least` articles have, in order of their bytes.
std::vector<TermCount> with_articles(const IndexView& view, std::vector<std::string> words, std::size_t least) {
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  words.erase(repeated.begin(), repeated.end());
  std::vector<TermCount> found;
  for (std::string& word : words) {
    const std::size_t articles = view.columns.find_postings(word).df(); // not remembered: nearly always there is none
    if (articles >= std::max<std::size_t>(least, 1)) found.push_back({std::move(word), articles});
  }
  return found;
}

/// The likeliest beginning of a word, of those that are offered.
class NearBeginnings {
 public:
  NearBeginnings(const IndexView& view, const std::string& typed, Budget& budget)
      : view_(view), typed_(typed), budget_(budget) {}

  void offer(const Edit& edit) {
    const std::string beginning = edit.meant(typed_);
    index::Terms terms = view_.columns.terms(beginning);
    for (std::size_t i = 0; i < kTerms && !terms.at_end() && !budget_.spent(); ++i, terms.next()) {
      const double score = edit.likelihood() * static_cast<double>(view_.columns.df(terms.term(), terms.df()));
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

std::vector<TermCount> one_edit_away(const IndexView& view, const std::string& folded, const NearWordsWanted& wanted) {
  std::vector<std::string> words;
  const bool are_frequent = wanted.prefix > 0 && wanted.least >= index::kFrequentDf;
  const auto* frequent = are_frequent ? &view.columns.frequent_words(folded.front()) : nullptr;
  for (std::size_t i = wanted.prefix; i <= folded.size(); ++i) {
    for_each_edit_at(i, folded, [&](const Edit& edit) {
      std::string word = edit.meant(folded);
      if (frequent == nullptr || std::ranges::binary_search(*frequent, word)) words.push_back(std::move(word));
    });
  }
  return with_articles(view, std::move(words), wanted.least);
}

/// There are too many words at this distance to try them all, as for one edit: those of the index that begin alike are
/// compared.
std::vector<TermCount> two_edits_away(const IndexView& view, const std::string& folded, const NearWordsWanted& wanted,
                                      Budget& budget) {
  std::vector<std::string> words;
  const std::string beginning = folded.substr(0, wanted.prefix);
  const auto offer = [&](const std::string& word) {
    if (word.starts_with(beginning) && edit_distance(folded, word, 2) <= 2) words.push_back(word);
  };
  if (!beginning.empty() && wanted.least >= index::kFrequentDf) {
    std::ranges::for_each(view.columns.frequent_words(beginning.front()), offer);
  } else {
    for (index::Terms terms = view.columns.terms(beginning); !terms.at_end() && !budget.spent(); terms.next())
      offer(terms.term());
  }
  return with_articles(view, std::move(words), wanted.least);
}

} // namespace

std::vector<TermCount> near_terms(const IndexView& view, const std::string& folded, const NearWordsWanted& wanted,
                                  Budget& budget) {
  if (wanted.edits > 1) return two_edits_away(view, folded, wanted, budget);
  return one_edit_away(view, folded, wanted);
}

std::optional<std::string> nearest_beginning(const IndexView& view, const std::string& folded, Budget& budget) {
  NearBeginnings near(view, folded, budget);
  // The first letter is right, and the last one may be a wrong guess at what follows.
  for (std::size_t i = 1; i < folded.size() && !budget.spent_now(); ++i)
    for_each_edit_at(i, folded, [&](const Edit& edit) { near.offer(edit); });
  return near.best();
}

} // namespace trawl::search
