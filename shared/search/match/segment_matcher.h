// SPDX-License-Identifier: GPL-3.0-or-later
/// Executes plans on the segments of a snapshot: from what articles must have to the set of those that have it.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/match_counts.h"
#include "shared/search/match/positional_matcher.h"
#include "shared/search/plan/match.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/search/response.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::search {

/// For one request. Keeps what it was asked to count, as the plan is made of it. Borrows the view.
class SegmentMatcher final : public TermStatistics {
 public:
  using LabelOfSource = std::function<std::string(std::string_view source)>;

  /// Without `label`, a source is its own label.
  SegmentMatcher(const IndexView& view, Deadline deadline, LabelOfSource label = {});

  std::size_t articles() override { return view_.columns.live_documents; }
  std::size_t df(const std::string& term) override;
  std::size_t count(const MatchPtr& match) override;
  std::vector<std::size_t> count_at_least(const MatchPtr& base, const std::vector<MatchPtr>& words,
                                          std::span<const std::size_t> least) override;
  void for_each_value(std::string_view field, const MatchPtr& within,
                      const std::function<void(std::string_view value, std::size_t articles)>& visit) override;
  std::vector<TermCount> near(const std::string& word, const NearWordsWanted& wanted) override;
  std::string label(std::string_view source) override { return label_ ? label_(source) : std::string(source); }
  bool is_over() override { return budget_.over(); }

  /// The documents that match. Incomplete once the budget is over, or if `is_exact` is false.
  DocSet find(const MatchPtr& match);
  /// Those of `within` that match.
  DocSet find(const MatchPtr& match, const DocSet& within) { return find_in(match, &within, nullptr); }

  const IndexView& view() const { return view_; }
  Budget& budget() { return budget_; }
  /// Whether no article was left out because time ran out.
  bool is_exact() const { return is_complete_ && positional_.warnings().empty(); }
  /// Says where time ran out.
  std::vector<Warning> warnings() const;

 private:
  DocSet none() const { return DocSet(view_.columns.last_document); }
  const DocSet* known(const MatchPtr& match) const;
  const DocSet& keep(const MatchPtr& match);
  void add(const MatchPtr& match, const DocSet* within, DocSet& to);
  DocSet find_in(const MatchPtr& match, const DocSet* within, const DocSet* exclude);
  DocSet find_all(const Match& match, const DocSet* within);
  DocSet find_all_words(const std::vector<MatchPtr>& words);
  DocSet find_at_least(const Match& match, const DocSet* within);
  DocSet find_sequence(const Match& match, const DocSet* within, const DocSet* exclude);
  DocSet find_prefix(const Match& match);
  DocSet find_written(const Match& match, const DocSet* exclude);
  template <typename Find>
  void add_remembered(const std::string& key, DocSet& to, Find find);

  IndexView view_;
  LabelOfSource label_;
  Budget budget_;
  PositionalMatcher positional_;
  Budget prefix_budget_; ///< until the soft deadline
  std::vector<Warning> warnings_;
  bool is_complete_ = true;
  std::unordered_map<MatchPtr, DocSet> known_; ///< owns its keys: an address stands for one match

  /// The last words that were counted.
  struct Counted {
    MatchPtr base;
    std::vector<MatchPtr> words;
    std::unique_ptr<DocSet> within; ///< which `counts` borrows
    MatchCounts counts;
  };
  std::unique_ptr<Counted> counted_;
};

} // namespace trawl::search
