// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/cluster_statistics.h"

#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/search/plan/match_policy.h"

#include <algorithm>
#include <utility>

namespace trawl::opensearch {
namespace {

using search::MatchPtr;

/// Guesses: whatever makes a plan ask on.
constexpr std::size_t kGuessedDf = 1, kGuessedCount = search::kFullPage;

void add(std::vector<Json>& to, Json query) {
  if (std::ranges::find(to, query) == to.end()) to.push_back(std::move(query));
}

} // namespace

std::size_t ClusterStatistics::articles() {
  if (const auto known = session_.known_count(everything())) return *known;
  add(terms_, everything());
  return kGuessedDf;
}

std::size_t ClusterStatistics::df(const std::string& term) {
  Json query = indexed_term_query(term);
  if (const auto known = session_.known_count(query)) return *known;
  add(terms_, std::move(query));
  return kGuessedDf;
}

std::size_t ClusterStatistics::count(const MatchPtr& match) {
  Json query = match_query(*match);
  if (const auto known = session_.known_count(query)) return *known;
  add(counts_, std::move(query));
  return kGuessedCount;
}

void ClusterStatistics::for_each_value(std::string_view field, const MatchPtr& within,
                                       const std::function<void(std::string_view, std::size_t)>& visit) {
  Json query = match_query(*within);
  const std::vector<KnownValue>* known = session_.known_values(field, query);
  if (known == nullptr) {
    values_.emplace_back(field, std::move(query));
    return;
  }
  for (const KnownValue& one : *known) visit(one.shown, one.count);
}

std::vector<search::TermCount> ClusterStatistics::near(const std::string& word, const search::NearWordsWanted& wanted) {
  if (const auto* known = session_.known_near(word, wanted)) return *known;
  near_.push_back({word, wanted});
  return {};
}

Result<void> ClusterStatistics::request() {
  for (const auto& [field, query] : values_) TRAWL_CHECK(session_.values(field, query));
  for (const auto& [word, wanted] : near_) TRAWL_CHECK(session_.near(word, wanted));
  // Matches that were made with guesses are probably not those of the plan.
  std::vector<Json> queries = is_likely() ? counts_ : terms_;
  TRAWL_CHECK(session_.counts(queries));
  return {};
}

} // namespace trawl::opensearch
