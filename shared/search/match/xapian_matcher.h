// SPDX-License-Identifier: GPL-3.0-or-later
/// Executes plans on a Xapian database: terms, values and positions are read through Xapian's iterators. It shares no
/// code with SegmentMatcher but the comparison of positions, so either shows the other's mistakes.
#pragma once

#include "shared/index/xapian/xapian_index.h"
#include "shared/search/match/matcher.h"

#include <functional>
#include <string>
#include <vector>

namespace trawl::search {

/// For one request. Borrows the view, which is of the index, and the index. Throws as Xapian does.
class XapianMatcher final : public Matcher {
 public:
  XapianMatcher(const index::XapianIndex& index, const IndexView& view, Deadline deadline, LabelOfSource label = {})
      : Matcher(view, deadline, std::move(label)), index_(index), soft_budget_(soft_deadline(deadline)) {}

  std::size_t df(const std::string& term) override;
  std::vector<TermCount> near(const std::string& word, const NearWordsWanted& wanted) override;
  bool is_exact() const override { return warnings_.empty(); }
  std::vector<Warning> warnings() const override { return warnings_; }

 private:
  DocSet look_for(const MatchPtr& match, const DocSet* within) override { return find_in(match, within); }
  DocSet find_in(const MatchPtr& match, const DocSet* within);
  DocSet find_all(const Match& match, const DocSet* within);
  DocSet find_dates(const query::DateRange& dates);
  DocSet find_prefix(const std::string& prefix);
  DocSet find_values(const Match& match);
  DocSet find_property(const std::string& property);
  DocSet with_value(unsigned slot, const std::function<bool(const std::string& value)>& accepts);
  DocSet at_positions(const std::vector<std::string>& candidate_terms, const DocSet* within,
                      const std::function<bool(std::uint32_t document)>& accepts);
  DocSet find_sequence(const Match& match, const DocSet* within);
  DocSet find_near(const Match& match, const DocSet* within);
  DocSet find_written(const Match& match, const DocSet* within);
  void add_documents(const std::string& xapian_term, DocSet& to);

  const index::XapianIndex& index_;
  Budget soft_budget_;
  std::vector<Warning> warnings_;
};

} // namespace trawl::search
