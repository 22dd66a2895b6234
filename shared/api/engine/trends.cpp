// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/engine/trends.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace trawl::api {
namespace {

using search::SearchRequest;
using search::SearchResponse;

constexpr std::size_t kFewTerms = 3; // of fewer, nobody sees what the field writes about

void add_warnings(std::vector<search::Warning>& all, const std::vector<search::Warning>& more) {
  for (const search::Warning& warning : more) {
    if (!query::has_warning(all, warning.code)) all.push_back(warning);
  }
}

/// Counts with the interval that the answers agree on: the first answer with a coarser one makes all others wrong.
class Counter {
 public:
  Counter(Engine& engine, SearchRequest request, Moment now)
      : engine_(engine), request_(std::move(request)), now_(now) {}

  Result<SearchResponse> ask(const std::string& q, const std::string& source = {}) {
    SearchRequest request = request_;
    request.q = q;
    if (!source.empty()) request.filters.fields["source"].any_of = {source};
    auto found = engine_.search(request, now_);
    if (found) add_warnings(warnings_, found->warnings);
    if (!found || !found->dates) return found;
    const bool has_other = found->dates->interval != request_.date_interval && !found->dates->values.empty();
    is_coarser_ = is_coarser_ || (has_other && request_.date_interval != search::DateInterval::Auto);
    if (has_other) request_.date_interval = found->dates->interval;
    return found;
  }

  /// Facets beside the days.
  void count_sources() {
    request_.facets.emplace_back("source");
    request_.facet_limit = search::kMaxFacetLimit;
  }

  /// Whether an answer had a coarser interval than those before it; forgets it.
  bool take_is_coarser() { return std::exchange(is_coarser_, false); }
  search::DateInterval interval() const { return request_.date_interval; }
  /// Those of all answers, also of those with a finer interval.
  std::vector<search::Warning> take_warnings() { return std::move(warnings_); }

 private:
  Engine& engine_;
  SearchRequest request_;
  Moment now_;
  std::vector<search::Warning> warnings_;
  bool is_coarser_ = false;
};

/// One query's histogram, before it is known which intervals there are.
struct Counted {
  std::string q;
  SearchResponse found;
};

struct CountedGroup {
  std::string source, label;
  std::vector<Counted> queries; ///< the first: of every article
};

Result<CountedGroup> count_group(Counter& counter, const std::vector<std::string>& queries,
                                 const search::FacetValue& source) {
  CountedGroup group{source.value, source.label, {}};
  TRAWL_TRY(auto all, counter.ask("", source.value));
  group.queries.push_back({"", std::move(all)});
  for (const std::string& q : queries) {
    TRAWL_TRY(auto found, counter.ask(q, source.value));
    group.queries.push_back({q, std::move(found)});
  }
  return group;
}

/// Whether the answer's own filter lets articles of a source through: facets count as if it were not there.
bool passes(const SearchResponse& found, const std::string& source) {
  const auto filter = found.filters.fields.find("source");
  if (filter == found.filters.fields.end()) return true;
  const auto has = [&](const std::vector<std::string>& values) {
    return std::ranges::find(values, source) != values.end();
  };
  return (filter->second.any_of.empty() || has(filter->second.any_of)) && !has(filter->second.none_of);
}

/// The sources with most articles of the queries; without queries, of all.
std::vector<search::FacetValue> main_sources(const CountedGroup& everywhere) {
  std::map<std::string, search::FacetValue> sums;
  const std::size_t first = everywhere.queries.size() > 1 ? 1 : 0;
  for (std::size_t i = first; i < everywhere.queries.size(); ++i) {
    const SearchResponse& found = everywhere.queries[i].found;
    for (const search::Facet& facet : found.facets) {
      for (const search::FacetValue& value : facet.values) {
        if (value.count == 0 || !passes(found, value.value)) continue;
        search::FacetValue& sum = sums.try_emplace(value.value, value.value, value.label).first->second;
        sum.count += value.count;
      }
    }
  }
  std::vector<search::FacetValue> sources;
  for (auto& [id, sum] : sums) sources.push_back(std::move(sum));
  std::ranges::stable_sort(sources, std::greater(), &search::FacetValue::count);
  if (sources.size() > kTrendSources) sources.resize(kTrendSources);
  return sources;
}

/// Every query everywhere, and by source if asked for; again if an answer had a coarser interval.
Result<std::vector<CountedGroup>> count_groups(Counter& counter, const TrendsRequest& request) {
  std::vector<CountedGroup> groups;
  do {
    groups.clear();
    TRAWL_TRY(auto everywhere, count_group(counter, request.queries, {}));
    groups.push_back(std::move(everywhere));
    for (const search::FacetValue& source :
         request.by_source ? main_sources(groups.front()) : std::vector<search::FacetValue>{}) {
      TRAWL_TRY(auto group, count_group(counter, request.queries, source));
      groups.push_back(std::move(group));
    }
  } while (counter.take_is_coarser());
  return groups;
}

std::vector<std::string> intervals_of(const std::vector<CountedGroup>& groups) {
  std::set<std::string> names;
  for (const CountedGroup& group : groups) {
    for (const Counted& counted : group.queries) {
      if (!counted.found.dates) continue;
      for (const search::DateBucket& bucket : counted.found.dates->values) names.insert(bucket.value);
    }
  }
  return {names.begin(), names.end()};
}

Trend trend_of(const Counted& counted, const std::vector<std::string>& intervals) {
  Trend trend{counted.q, std::vector<std::size_t>(intervals.size()), 0, counted.found.total};
  if (!counted.found.dates) return trend;
  trend.missing = counted.found.dates->missing;
  for (const search::DateBucket& bucket : counted.found.dates->values) {
    const auto place = std::ranges::lower_bound(intervals, bucket.value) - intervals.begin();
    trend.counts[static_cast<std::size_t>(place)] = bucket.count;
  }
  return trend;
}

TrendGroup group_of(const CountedGroup& counted, const std::vector<std::string>& intervals) {
  TrendGroup group{counted.source,
                   counted.label.empty() ? counted.source : counted.label,
                   trend_of(counted.queries.front(), intervals),
                   {}};
  for (std::size_t i = 1; i < counted.queries.size(); ++i)
    group.queries.push_back(trend_of(counted.queries[i], intervals));
  return group;
}

/// How many articles have each tag, and how many there are, in some days.
struct TagCounts {
  std::map<std::string, std::size_t> tags;
  std::size_t articles = 0;

  double share(const std::string& tag) const {
    const auto count = tags.find(tag);
    return count == tags.end() || articles == 0 ? 0
                                                : static_cast<double>(count->second) / static_cast<double>(articles);
  }
};

Result<TagCounts> count_tags(Engine& engine, query::DateRange dates, Moment now) {
  SearchRequest request;
  request.limit = request.snippets = 0;
  request.filters.dates = dates;
  request.facets = {"tag"};
  request.facet_limit = search::kMaxFacetLimit;
  TRAWL_TRY(const auto found, engine.search(request, now));
  TagCounts counts{{}, found.total};
  for (const search::Facet& facet : found.facets)
    for (const search::FacetValue& value : facet.values) counts.tags.emplace(value.value, value.count);
  return counts;
}

/// The tags whose share of the articles grew most: that of the year before `end`, less that of all time before.
Result<std::vector<std::string>> rising_tags(Engine& engine, Moment end, Moment now) {
  const auto begin = std::chrono::floor<std::chrono::days>(end) - std::chrono::years{1};
  query::DateRange year, before;
  year.after = std::chrono::floor<std::chrono::days>(begin);
  before.before = year.after;
  TRAWL_TRY(const TagCounts lately, count_tags(engine, year, now));
  TRAWL_TRY(const TagCounts usual, count_tags(engine, before, now));
  std::vector<std::pair<double, std::string>> growth;
  for (const auto& [tag, count] : lately.tags) {
    const double more = lately.share(tag) - usual.share(tag);
    if (more > 0) growth.emplace_back(-more, tag);
  }
  std::ranges::sort(growth);
  if (growth.size() > kRisingTrends) growth.resize(kRisingTrends);
  std::vector<std::string> queries;
  for (const auto& [more, tag] : growth) queries.push_back("tag:" + (tag.contains(' ') ? '"' + tag + '"' : tag));
  return queries;
}

/// The terms that rise at the end of what there is.
Result<std::vector<std::string>> rising_terms(Engine& engine, Moment now, std::vector<search::Warning>& warnings) {
  TRAWL_TRY(const auto stats, engine.stats());
  const Moment end = stats.newest ? std::min(now, stats.newest->time + std::chrono::seconds{1}) : now;
  TRAWL_TRY(const auto trending, engine.trending(kRisingWindow, kRisingTrends, end));
  add_warnings(warnings, trending.warnings);
  std::vector<std::string> terms;
  for (const search::TrendingTerm& term : trending.terms) terms.push_back(term.term);
  return terms.size() < kFewTerms ? rising_tags(engine, end, now) : Result<std::vector<std::string>>(std::move(terms));
}

} // namespace

Result<Trends> find_trends(Engine& engine, const TrendsRequest& asked, Moment now) {
  TrendsRequest request = asked;
  Trends trends;
  trends.is_rising = request.queries.empty();
  if (trends.is_rising) {
    TRAWL_TRY(request.queries, rising_terms(engine, now, trends.warnings));
  }
  Counter counter(engine, request.selection, now);
  if (request.by_source) counter.count_sources();
  TRAWL_TRY(const auto groups, count_groups(counter, request));
  add_warnings(trends.warnings, counter.take_warnings());
  trends.interval = counter.interval();
  if (trends.interval == search::DateInterval::Auto) trends.interval = search::DateInterval::Month; // nothing is dated
  trends.intervals = intervals_of(groups);
  for (const CountedGroup& group : groups) {
    for (const Counted& counted : group.queries) {
      trends.is_exact = trends.is_exact && search::is_whole(counted.found);
      trends.index = counted.found.index;
    }
    TrendGroup shown = group_of(group, trends.intervals);
    if (group.source.empty())
      trends.everywhere = std::move(shown);
    else
      trends.sources.push_back(std::move(shown));
  }
  return trends;
}

} // namespace trawl::api
