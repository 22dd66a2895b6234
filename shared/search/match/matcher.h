// SPDX-License-Identifier: GPL-3.0-or-later
/// Executes plans on one state of an index: from what articles must have to the set of those that have it. What
/// follows (filters, ranking, facets, paging) knows no more of the index than this.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
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
class Matcher : public TermStatistics {
 public:
  using LabelOfSource = std::function<std::string(std::string_view source)>;

  std::size_t articles() override { return view_.columns.live_documents; }
  void prepare(const std::vector<MatchPtr>& matches) override;
  std::size_t count(const MatchPtr& match) override;
  void for_each_value(std::string_view field, const MatchPtr& within,
                      const std::function<void(std::string_view value, std::size_t articles)>& visit) override;
  std::string label(std::string_view source) override { return label_ ? label_(source) : std::string(source); }
  bool is_over() override { return budget_.was_spent(); }

  /// The documents that match. Incomplete once the budget is spent, or if `is_exact` is false.
  DocSet find(const MatchPtr& match);
  /// Those of `within` that match.
  DocSet find(const MatchPtr& match, const DocSet& within);

  const IndexView& view() const { return view_; }
  Budget& budget() { return budget_; }
  /// Whether no article was left out because time ran out.
  virtual bool is_exact() const = 0;
  /// Says where time ran out.
  virtual std::vector<Warning> warnings() const = 0;

 protected:
  /// Without `label`, a source is its own label.
  Matcher(const IndexView& view, Deadline deadline, LabelOfSource label)
      : view_(view), budget_(deadline), label_(std::move(label)) {}
  /// The documents of a match that is not known. With `within`, those outside need not be looked for.
  virtual DocSet look_for(const MatchPtr& match, const DocSet* within) = 0;

  DocSet none() const { return DocSet(view_.columns.last_document); }
  const DocSet* known(const MatchPtr& match) const;
  const DocSet& keep(const MatchPtr& match);
  /// Those with at least so many of the parts. Keeps what each part matches.
  DocSet find_at_least(const Match& match);

  IndexView view_;
  Budget budget_;

 private:
  LabelOfSource label_;
  std::unordered_map<MatchPtr, DocSet> known_; ///< owns its keys: an address stands for one match
};

} // namespace trawl::search
