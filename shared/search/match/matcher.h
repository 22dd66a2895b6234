// SPDX-License-Identifier: GPL-3.0-or-later
/// Executes plans on a snapshot: from what articles must have to the set of those that have it. What
/// follows (filters, ranking, facets, paging) knows no more of the index than this.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/positional_matcher.h"
#include "shared/search/plan/match.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/search/response.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trawl::search {

/// For one request. Keeps what it was asked to count, as the plan is made of it. Borrows the view.
class Matcher final : public TermStatistics {
 public:
  using LabelOfSource = std::function<std::string(std::string_view source)>;

  /// Without `label`, a source is its own label.
  Matcher(const IndexView& view, Deadline deadline, LabelOfSource label = {});
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  std::size_t articles() override { return view_.columns.live_documents; }
  std::size_t df(const std::string& term) override;
  void prepare(const std::vector<MatchPtr>& matches) override;
  std::size_t count(const MatchPtr& match) override;
  void for_each_value(std::string_view field, const MatchPtr& within,
                      const std::function<void(std::string_view value, std::size_t articles)>& visit) override;
  std::vector<TermCount> near(const std::string& word, const NearWordsWanted& wanted) override;
  std::string label(std::string_view source) override { return label_ ? label_(source) : std::string(source); }
  bool is_over() override { return budget_.was_spent(); }

  /// The documents that match. Incomplete once the budget is spent, or if `is_exact` is false.
  DocSet find(const MatchPtr& match);
  /// Those of `within` that match.
  DocSet find(const MatchPtr& match, const DocSet& within);

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
  DocSet find_at_least(const Match& match);
  DocSet find_sequence(const Match& match, const DocSet* within, const DocSet* exclude);
  DocSet find_prefix(const Match& match);
  DocSet find_written(const Match& match, const DocSet* exclude);

  const IndexView view_;
  Budget budget_;
  PositionalMatcher positional_;
  Budget prefix_budget_; ///< until the soft deadline
  LabelOfSource label_;
  std::unordered_map<MatchPtr, DocSet> known_; ///< owns its keys: an address stands for one match
  std::vector<Warning> warnings_;
  bool is_complete_ = true;
};

} // namespace trawl::search
