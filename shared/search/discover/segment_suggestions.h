// SPDX-License-Identifier: GPL-3.0-or-later
/// What suggestions ask of the segments of a snapshot.
#pragma once

#include "shared/search/discover/suggest.h"
#include "shared/search/match/segment_matcher.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// For one request. Borrows the view.
class SegmentSuggestions final : public SuggestStatistics {
 public:
  SegmentSuggestions(const IndexView& view, Deadline deadline, Matcher::LabelOfSource label)
      : matcher_(view, deadline, std::move(label)) {}

  TermStatistics& terms() override { return matcher_; }
  std::vector<TitledArticle> newest(const MatchPtr& match, std::size_t limit) override;
  std::vector<std::string> continuations(const std::string& prefix, const MatchPtr& among) override;
  std::vector<TermCount> values_with_word(std::string_view field, const std::string& prefix, const MatchPtr& within,
                                          std::size_t limit) override;
  std::optional<std::string> nearest_beginning(const std::string& word) override;

  /// Whether something may be missing because time ran out.
  bool is_cut() { return matcher_.is_over() || !matcher_.is_exact(); }

 private:
  const index::Columns& columns() const { return matcher_.view().columns; }

  SegmentMatcher matcher_;
};

} // namespace trawl::search
