// SPDX-License-Identifier: GPL-3.0-or-later
/// What suggestions, related articles and trends ask of a snapshot.
#pragma once

#include "shared/search/explore/explore_statistics.h"
#include "shared/search/match/matcher.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// For one request. Borrows the view.
class ExploreInIndex final : public ExploreStatistics {
 public:
  ExploreInIndex(const IndexView& view, Deadline deadline, Matcher::LabelOfSource label = {})
      : matcher_(view, deadline, std::move(label)) {}

  TermStatistics& terms() override { return matcher_; }
  std::vector<TitledArticle> newest(const MatchPtr& match, std::size_t limit) override;
  /// Compares positions in a few hundred articles at most, evenly spread among those with all terms.
  std::size_t articles_with_phrase(std::vector<std::string> terms, const MatchPtr& within) override;
  std::optional<Moment> date_of_newest(const MatchPtr& match, std::size_t n) override;
  std::vector<std::string> continuations(const std::string& prefix, const MatchPtr& among) override;
  std::vector<TermCount> values_with_word(std::string_view field, const std::string& prefix, const MatchPtr& within,
                                          std::size_t limit) override;
  std::optional<std::string> nearest_beginning(const std::string& word) override;
  std::map<std::string, std::size_t> title_words(const MatchPtr& within, std::size_t least) override;
  std::vector<WordUses> uses(const std::vector<std::string>& words, const MatchPtr& within) override;
  std::vector<SimilarArticle> similar(const SimilarityQuestion& question) override;
  std::vector<double> nearness(std::uint32_t document, const std::vector<SimilarArticle>& articles) override;
  std::vector<std::string> sources_of(std::uint32_t document) override;
  double average_words() override { return columns().average_words; }

  /// Whether something may be missing because time ran out.
  bool is_cut() { return matcher_.is_over() || !matcher_.is_exact(); }

 private:
  const index::Columns& columns() const { return matcher_.view().columns; }

  Matcher matcher_;
};

} // namespace trawl::search
