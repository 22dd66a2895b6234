// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/ranking.h"

#include "shared/search/rank/first_stage.h"
#include "shared/search/rank/nearness.h"
#include "shared/search/rank/second_stage.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::search {
namespace {

/// What is a share of an article's score.
struct Bonuses {
  Recency recency;
  LanguageBoost language;
  std::string language_reason;
};

/// The candidates with the scores of the second stage and their bonuses: the best `count`, best first.
std::vector<RankedDocument> ranked(std::span<const std::uint32_t> candidates, std::vector<CandidateScore> scores,
                                   const index::Columns& columns, const Bonuses& bonuses, bool explain,
                                   std::size_t count) {
  std::vector<RankedDocument> out;
  out.reserve(candidates.size());
  const double best = scores.empty() ? 0 : std::ranges::max_element(scores, {}, &CandidateScore::score)->score;
  for (std::size_t d = 0; d < candidates.size(); ++d) {
    CandidateScore& one = scores[d];
    const double closeness = best > 0 ? one.score / best : 0;
    const auto add = [&](const char* name, const std::string& reason, double bonus) {
      if (explain && bonus > 0) one.explain.push_back({name, reason, bonus});
      one.score += bonus;
    };
    add("language", bonuses.language_reason, one.score * bonuses.language.bonus(candidates[d], closeness));
    if (bonuses.recency.is_on()) {
      const double factor = bonuses.recency.factor(columns.published()[candidates[d]]);
      add("recency", "published recently", one.score * (factor - 1));
    }
    out.push_back({candidates[d], one.score, std::move(one.explain), one.by_meaning});
  }
  const auto end = out.begin() + static_cast<std::ptrdiff_t>(std::min(count, out.size()));
  std::ranges::partial_sort(out, end, [&](const RankedDocument& a, const RankedDocument& b) {
    return ranks_before(columns, static_cast<float>(a.score), a.document, static_cast<float>(b.score), b.document);
  });
  out.erase(end, out.end());
  return out;
}

/// Appends the documents beyond the second stage in the order of the first. Their scores are scaled down so that scores
/// never rise down the list.
void append_rest(std::vector<RankedDocument>& out, std::span<const FirstScore> rest) {
  if (rest.empty()) return;
  const double last = out.empty() ? 0 : out.back().score;
  const double first = rest.front().score;
  const double scale = first > last ? last / first : 1;
  for (const auto& [document, score] : rest) out.push_back({document, scale * score});
}

std::vector<FirstScore> unscored(const DocSet& set) {
  std::vector<FirstScore> documents;
  set.for_each([&](std::uint32_t document) { documents.push_back({document, 0}); });
  return documents;
}

/// Ranks parts of a result with one query.
class Ranker {
 public:
  Ranker(const RankTerms& query, const IndexView& view, const RankRequest& request, Budget& budget,
         const RankingParameters& parameters)
      : view_(view), request_(request), budget_(budget), parameters_(parameters),
        context_(scoring_context(view, parameters)), query_terms_(query),
        terms_(scored_terms(query_terms_, view, context_, parameters, budget)),
        bonuses_{Recency(request.recency, request.now), LanguageBoost(request.language, view.columns),
                 request.language.reason},
        nearness_(request.meaning ? Nearness::to(query, view) : std::nullopt) {}

  /// The best documents of `within`, best first: at least as many as were asked for, if there are.
  std::vector<RankedDocument> best(const DocSet& within) {
    const std::vector<FirstScore> best = first_stage(within);
    const std::size_t depth = std::min(best.size(), parameters_.depth);
    std::vector<std::uint32_t> candidates;
    for (const FirstScore& one : std::span(best).first(depth)) candidates.push_back(one.document);
    std::ranges::sort(candidates);
    const CandidateUse use{request_.explain, nearness_ ? &*nearness_ : nullptr};
    std::vector<CandidateScore> scores =
        score_candidates(candidates, query_terms_, terms_, view_, context_, parameters_, use, budget_);
    std::vector<RankedDocument> out =
        ranked(candidates, std::move(scores), view_.columns, bonuses_, request_.explain, request_.count);
    append_rest(out, std::span(best).subspan(depth));
    return out;
  }

 private:
  /// The documents that can be among the best by the first stage, best first.
  std::vector<FirstScore> first_stage(const DocSet& within) {
    const std::size_t matches = within.count();
    if (matches <= parameters_.depth) return unscored(within); // there is nothing to choose
    const std::size_t wanted = std::max(request_.count, parameters_.depth);
    return FirstStage(view_, terms_, context_, bonuses_.recency, budget_).best(within, matches, wanted);
  }

  const IndexView& view_;
  const RankRequest& request_;
  Budget& budget_;
  const RankingParameters& parameters_;
  ScoringContext context_;
  const RankTerms& query_terms_;
  std::vector<ScoredTerm> terms_;
  Bonuses bonuses_;
  std::optional<Nearness> nearness_; ///< nullopt: only words count
};

/// Documents that rank before all that follow them.
struct FirstPlace {
  const PlannedFirstPlace* planned = nullptr;
  DocSet documents;
};

/// Takes the documents of the first places out of `within`. Those without documents are left out.
std::vector<FirstPlace> take_first_places(const RankPlan& plan, Matcher& matcher, DocSet& within) {
  std::vector<FirstPlace> places;
  for (const PlannedFirstPlace& planned : plan.first_places) {
    if (planned.if_first_lacks_it) continue;
    DocSet documents = matcher.find(planned.match);
    documents &= within;
    if (documents.count() == 0) continue;
    within -= documents;
    places.push_back({&planned, std::move(documents)});
  }
  return places;
}

/// Changes a score, and says by which part. A document beyond the second stage has no parts, and gets none.
void add_part(RankedDocument& one, std::string_view name, std::string_view detail, double weight) {
  one.score += weight;
  if (!one.explain.empty() && weight != 0) one.explain.push_back({std::string(name), std::string(detail), weight});
}

/// Puts `first` before `rest` with a bonus that lifts all of them above the best of the rest.
void put_first(std::vector<RankedDocument> first, const PlannedFirstPlace& place, std::vector<RankedDocument>& rest) {
  const double bonus = rest.empty() ? 0 : rest.front().score;
  for (RankedDocument& one : first) add_part(one, place.name, place.reason, bonus);
  rest.insert(rest.begin(), std::move_iterator(first.begin()), std::move_iterator(first.end()));
}

/// Appends documents that come after all others. Their scores are scaled down so that scores never rise down the list.
void append_later(std::vector<RankedDocument>& out, std::vector<RankedDocument> later) {
  const bool rises = !out.empty() && !later.empty() && later.front().score > out.back().score;
  const double scale = rises ? out.back().score / later.front().score : 1;
  for (RankedDocument& one : later) {
    add_part(one, "fewer words", "others have more", scale * one.score - one.score);
    out.push_back(std::move(one));
  }
}

/// Puts the documents of a place first, unless the first one is among them already.
void put_first_if_first_lacks_it(const PlannedFirstPlace& place, Matcher& matcher, const DocSet& within, Ranker& ranker,
                                 std::vector<RankedDocument>& ranked) {
  if (ranked.empty()) return;
  DocSet first(matcher.view().columns.last_document);
  first.add(ranked.front().document);
  if (matcher.find(place.match, first).count() > 0) return;
  const DocSet documents = matcher.find(place.match, within);
  if (documents.count() == 0) return;
  std::erase_if(ranked, [&](const RankedDocument& one) { return documents.contains(one.document); });
  put_first(ranker.best(documents), place, ranked);
}

/// The documents of one set in order, those of the first places first.
std::vector<RankedDocument> in_order(const RankPlan& plan, Matcher& matcher, const DocSet& within, Ranker& ranker) {
  DocSet rest = within;
  const std::vector<FirstPlace> places = take_first_places(plan, matcher, rest);
  std::vector<RankedDocument> out = ranker.best(rest);
  for (const FirstPlace& place : places | std::views::reverse) {
    put_first(ranker.best(place.documents), *place.planned, out);
  }
  for (const PlannedFirstPlace& planned : plan.first_places) {
    if (planned.if_first_lacks_it && places.empty()) put_first_if_first_lacks_it(planned, matcher, within, ranker, out);
  }
  return out;
}

} // namespace

Result<std::vector<RankedDocument>> rank(const RankPlan& plan, Matcher& matcher, const DocSet& within,
                                         const RankRequest& request, const RankingParameters& parameters) {
  Ranker ranker(plan.terms, matcher.view(), request, matcher.budget(), parameters);
  DocSet others = within;
  std::vector<RankedDocument> out;
  if (plan.preferred) {
    const DocSet preferred = matcher.find(plan.preferred, within);
    others -= preferred;
    out = in_order(plan, matcher, preferred, ranker);
  }
  if (out.size() < request.count && others.count() > 0) append_later(out, in_order(plan, matcher, others, ranker));
  if (matcher.is_over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
  if (out.size() > request.count) out.resize(request.count);
  return out;
}

} // namespace trawl::search
