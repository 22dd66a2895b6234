// SPDX-License-Identifier: GPL-3.0-or-later
/// The statistics of a cluster. Each question would be a request, so a plan is made with guesses first: what it asked
/// is then requested at once, and the plan is made again with the answers, until it asks nothing new.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/plan/term_statistics.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::opensearch {

/// For one attempt at a plan. Borrows the session, which remembers the answers.
class ClusterStatistics final : public search::TermStatistics {
 public:
  explicit ClusterStatistics(const Session& session) : session_(session) {}

  std::size_t articles() override;
  std::size_t df(const std::string& term) override;
  std::size_t count(const search::MatchPtr& match) override;
  void for_each_value(std::string_view field, const search::MatchPtr& within,
                      const std::function<void(std::string_view value, std::size_t articles)>& visit) override;
  std::vector<search::TermCount> near(const std::string& word, const search::NearWordsWanted& wanted) override;
  std::string label(std::string_view source) override { return session_.label(source); }

  /// Whether every answer was known, so that the plan can be used.
  bool is_complete() const { return terms_.empty() && counts_.empty() && values_.empty() && near_.empty(); }
  /// Whether only numbers of matches were guessed, so that the plan is probably right.
  bool is_likely() const { return terms_.empty() && values_.empty() && near_.empty(); }

  /// Requests what was asked and not known.
  Result<void> request();

 private:
  struct AskedNear {
    std::string word;
    search::NearWordsWanted wanted;
  };

  const Session& session_;
  std::vector<Json> terms_, counts_;                 ///< queries
  std::vector<std::pair<std::string, Json>> values_; ///< field, the articles
  std::vector<AskedNear> near_;
};

/// Makes a plan: `plan(statistics)` as often as it takes. `assume(plan)` gets one that is probably right before the
/// last numbers are requested.
template <typename Plan, typename Assume>
auto plan_on_cluster(const Session& session, Plan plan, Assume assume)
    -> std::invoke_result_t<Plan&, ClusterStatistics&> {
  constexpr int kMaxRounds = 30; // a query has fewer questions that depend on each other
  for (int round = 0; round < kMaxRounds; ++round) {
    ClusterStatistics statistics(session);
    auto out = plan(statistics);
    if (!out || statistics.is_complete()) return out;
    if (statistics.is_likely()) assume(*out);
    TRAWL_CHECK(statistics.request());
  }
  return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for fewer words");
}

} // namespace trawl::opensearch
