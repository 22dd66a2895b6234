// SPDX-License-Identifier: GPL-3.0-or-later
/// Executes plans on the shards of a snapshot.
#pragma once

#include "shared/search/match/matcher.h"
#include "shared/search/match/positional_matcher.h"

#include <string>
#include <vector>

namespace trawl::search {

/// For one request. Borrows the view.
class IndexMatcher final : public Matcher {
 public:
  /// Without `label`, a source is its own label.
  IndexMatcher(const IndexView& view, Deadline deadline, LabelOfSource label = {});

  std::size_t df(const std::string& term) override;
  std::vector<TermCount> near(const std::string& word, const NearWordsWanted& wanted) override;
  bool is_exact() const override { return is_complete_ && positional_.warnings().empty(); }
  std::vector<Warning> warnings() const override;

 private:
  DocSet look_for(const MatchPtr& match, const DocSet* within) override { return find_in(match, within, nullptr); }
  void add(const MatchPtr& match, const DocSet* within, DocSet& to);
  DocSet find_in(const MatchPtr& match, const DocSet* within, const DocSet* exclude);
  DocSet find_all(const Match& match, const DocSet* within);
  DocSet find_all_words(const std::vector<MatchPtr>& words);
  DocSet find_sequence(const Match& match, const DocSet* within, const DocSet* exclude);
  DocSet find_prefix(const Match& match);
  DocSet find_written(const Match& match, const DocSet* exclude);
  template <typename Find>
  void add_remembered(const std::string& key, DocSet& to, Find find);

  PositionalMatcher positional_;
  Budget prefix_budget_; ///< until the soft deadline
  std::vector<Warning> warnings_;
  bool is_complete_ = true;
};

} // namespace trawl::search
