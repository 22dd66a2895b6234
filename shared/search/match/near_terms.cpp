// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/near_terms.h"

#include "shared/base/edit_distance.h"
#include "shared/index/shard/term_filter.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/match/query_memory.h"
#include "shared/search/plan/near_words.h"

#include <algorithm>
#include <cstdint>
#include <span>
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
  look_up_terms(view, words, [&](std::size_t i, std::size_t articles) {
    if (articles >= least) found.push_back({words[i], articles});
  });
  return found;
}

class NearWords {
 public:
  /// Of words that at least `least` articles have.
  NearWords(const IndexView& view, const std::string& typed, std::size_t least) : view_(view), typed_(typed) {
    for (const char c : typed) beginnings_.push_back(index::TermHash(beginnings_.back()) += c);
    // A word that `least` articles have is common in at least one part.
    is_common_ = least >= index::kCommonDf * view.columns.parts().size();
  }

  /// Looks for a word, and what the filters say of it is on its way meanwhile.
  void offer(const Edit& edit) {
    index::TermHash hash = beginnings_[edit.at];
    edit.add_middle(typed_, hash);
    hash += std::string_view(typed_).substr(edit.rest());
    offered_.emplace_back(edit, hash.value());
    for (const index::Part& part : view_.columns.parts()) part.shard->filter(is_common_).prefetch(hash.value());
  }

  /// Keeps the offered words that some article may have. Nearly always none has them, and the filters of the parts say
  /// so.
  void read_filters() {
    for (const auto& [edit, hash] : offered_) {
      if (may_have(hash)) words_.push_back(edit.meant(typed_));
    }
    offered_.clear();
  }

  /// What may be some article's; a word may be there several times.
  std::vector<std::string> words() && { return std::move(words_); }

 private:
  bool may_have(std::uint64_t hash) const {
    return std::ranges::any_of(view_.columns.parts(), [&](const index::Part& part) {
      return part.shard->filter(is_common_).may_contain(hash);
    });
  }

  const IndexView& view_;
  const std::string& typed_;
  std::vector<index::TermHash> beginnings_{index::TermHash()}; ///< of `typed_`, by length
  bool is_common_ = false;
  std::vector<std::pair<Edit, std::uint64_t>> offered_; ///< with the hashes of the words
  std::vector<std::string> words_;
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

std::vector<TermCount> one_edit_away(const IndexView& view, const std::string& folded, const NearWordsWanted& wanted) {
  NearWords near(view, folded, wanted.least);
  for (std::size_t i = wanted.prefix; i <= folded.size(); ++i) {
    for_each_edit_at(i, folded, [&](const Edit& edit) { near.offer(edit); });
    near.read_filters();
  }
  return with_articles(view, std::move(near).words(), wanted.least);
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
  const std::span<const index::Part> parts = view.columns.parts();
  // A word that `least` articles have is frequent in at least one part.
  if (!beginning.empty() && wanted.least >= index::kFrequentDf * parts.size()) {
    for (const index::Part& part : parts) std::ranges::for_each(part.shard->frequent_words(beginning.front()), offer);
  } else {
    for (TermWalk walk(view, beginning); !walk.at_end() && !budget.spent(); walk.next()) offer(walk.term());
  }
  return with_articles(view, std::move(words), wanted.least);
}

} // namespace

std::vector<TermCount> near_terms(const IndexView& view, const std::string& folded, const NearWordsWanted& wanted,
                                  Budget& budget) {
  if (wanted.edits > 1) return two_edits_away(view, folded, wanted, budget);
  const std::string key = folded + ' ' + std::to_string(wanted.prefix) + ' ' + std::to_string(wanted.least);
  if (const std::vector<TermCount>* known = view.memory->near.find(key)) return *known;
  return view.memory->near.keep(key, one_edit_away(view, folded, wanted));
}

std::optional<std::string> nearest_beginning(const IndexView& view, const std::string& folded, Budget& budget) {
  NearBeginnings near(view, folded, budget);
  // The first letter is right, and the last one may be a wrong guess at what follows.
  for (std::size_t i = 1; i < folded.size() && !budget.spent_now(); ++i)
    for_each_edit_at(i, folded, [&](const Edit& edit) { near.offer(edit); });
  return near.best();
}

} // namespace trawl::search
