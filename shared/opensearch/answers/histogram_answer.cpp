// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/facet_answer.h"
#include "shared/search/facets/date_histogram.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace trawl::opensearch {
namespace {

using search::DateInterval;
using namespace std::chrono;

/// A step in days that is short enough not to skip a bar of the interval.
int step_of(DateInterval interval) {
  switch (interval) {
  case DateInterval::Week:
    return 7;
  case DateInterval::Month:
    return 28;
  case DateInterval::Year:
    return 365;
  default:
    return 1;
  }
}

std::size_t bars_between(Moment first, Moment last, DateInterval interval) {
  return static_cast<std::size_t>((last - first) / days(step_of(interval))) + 1;
}

/// Dates of aggregations are in milliseconds.
std::optional<Moment> moment_at(const Json& aggregation, const char* pointer) {
  const Json::json_pointer place(pointer);
  if (!aggregation.contains(place) || !aggregation.at(place).is_number()) return std::nullopt;
  return Moment(seconds(static_cast<std::int64_t>(aggregation.at(place).get<double>() / 1'000)));
}

/// All bars from the first to the last, with the counts of those in `buckets`.
void fill_bars(search::DateHistogram& histogram, const Json& buckets, Moment first, Moment last) {
  const auto add = [&](std::string name) {
    if (histogram.values.empty() || histogram.values.back().value != name)
      histogram.values.push_back({std::move(name), 0});
  };
  const days step(step_of(histogram.interval));
  for (auto day = floor<days>(first); day < floor<days>(last); day += step) {
    add(search::bucket_name(Moment(day), histogram.interval));
  }
  add(search::bucket_name(last, histogram.interval));
  for (const Json& bucket : buckets) {
    if (!bucket.contains("key") || !bucket.at("key").is_number_integer()) continue;
    const Moment begin{seconds(bucket.at("key").get<std::int64_t>() / 1'000)};
    const std::string name = search::bucket_name(begin, histogram.interval);
    const auto bar = std::ranges::find(histogram.values, name, &search::DateBucket::value);
    if (bar != histogram.values.end()) bar->count += number_at(bucket, "/doc_count");
  }
}

} // namespace

Result<search::DateHistogram> read_histogram(const Json& aggregation, DateInterval asked,
                                             const std::function<Result<Json>(DateInterval)>& finer) {
  search::DateHistogram histogram;
  std::size_t dated = 0;
  for (const Json& bucket : buckets_of(aggregation, "/values/buckets")) dated += number_at(bucket, "/doc_count");
  const std::size_t all = number_at(aggregation, "/doc_count");
  histogram.missing = all - std::min(all, dated);
  histogram.interval = asked == DateInterval::Auto ? DateInterval::Month : asked;
  const auto first = moment_at(aggregation, "/least/value"), last = moment_at(aggregation, "/most/value");
  const bool has_dates = !buckets_of(aggregation, "/values/buckets").empty() && first && last;
  if (!has_dates) return histogram;
  if (asked == DateInterval::Auto) histogram.interval = search::interval_for(floor<days>(*last) - floor<days>(*first));
  while (histogram.interval != DateInterval::Year &&
         bars_between(*first, *last, histogram.interval) > search::kMaxBuckets) {
    histogram.interval = search::coarser(histogram.interval);
  }
  const bool is_too_coarse = asked == DateInterval::Auto &&
                             (histogram.interval == DateInterval::Day || histogram.interval == DateInterval::Week);
  if (is_too_coarse) {
    TRAWL_TRY(const Json again, finer(histogram.interval));
    fill_bars(histogram, buckets_of(again, "/values/buckets"), *first, *last);
  } else {
    fill_bars(histogram, buckets_of(aggregation, "/values/buckets"), *first, *last);
  }
  return histogram;
}

} // namespace trawl::opensearch
