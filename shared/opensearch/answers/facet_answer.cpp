// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/facet_answer.h"

#include "shared/index/columns/value_key.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/schema/fields.h"
#include "shared/search/facets/date_histogram.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <utility>

namespace trawl::opensearch {
namespace {

using search::DateInterval;
using search::Facet;
using search::FacetValue;

/// The keys that a filter asks for. Excluded values are not selected.
std::set<std::string> selected_keys(std::string_view field, const query::Filters& filters) {
  std::set<std::string> keys;
  const auto own = filters.fields.find(std::string(field));
  if (own == filters.fields.end()) return keys;
  for (const auto* values : {&own->second.any_of, &own->second.all_of}) {
    for (const std::string& value : *values) keys.insert(index::value_key(field, value));
  }
  return keys;
}

/// Dates of aggregations are in milliseconds.
std::optional<Moment> moment_at(const Json& aggregation, const char* pointer) {
  const Json::json_pointer place(pointer);
  if (!aggregation.contains(place) || !aggregation.at(place).is_number()) return std::nullopt;
  return Moment(std::chrono::seconds(static_cast<std::int64_t>(aggregation.at(place).get<double>() / 1'000)));
}

/// The interval of a histogram from `first` to `last`, which has not too many bars.
DateInterval interval_within(DateInterval asked, std::optional<Moment> first, std::optional<Moment> last) {
  if (!first || !last) return asked == DateInterval::Auto ? DateInterval::Month : asked;
  const std::chrono::days span = floor<std::chrono::days>(*last) - floor<std::chrono::days>(*first);
  DateInterval interval = asked == DateInterval::Auto ? search::interval_for(span) : asked;
  const auto days = [&] { return interval == DateInterval::Day ? 1 : interval == DateInterval::Week ? 7 : 28; };
  while (interval < DateInterval::Year && span.count() / days() >= static_cast<std::int64_t>(search::kMaxBuckets))
    interval = search::coarser(interval);
  return interval;
}

Json dates_by(const char* interval) {
  return {{"date_histogram", {{"field", std::string(field::kDate)}, {"calendar_interval", interval}}}};
}

} // namespace

Json facet_aggregation(std::string_view field, const Json& filters) {
  const bool is_of_dates = field == search::kDateField;
  const Json of = {{"field", std::string(field)}};
  Json inner = {{"missing", {{"missing", of}}},
                {"values", is_of_dates ? dates_by("month") : values_aggregation(field)}};
  if (is_of_dates) inner.update({{"first", {{"min", of}}}, {"last", {{"max", of}}}});
  return {{"filter", filters}, {"aggs", std::move(inner)}};
}

Result<Facet> read_facet(const Json& aggregation, const FacetRequest& asked, const Session& session,
                         std::vector<search::Warning>& warnings) {
  Facet facet;
  facet.field = asked.field;
  facet.missing = number_at(aggregation, "/missing/doc_count");
  std::vector<KnownValue> values = read_values(buckets_of(aggregation, "/values/buckets"));
  std::set<std::string> selected = selected_keys(asked.field, asked.filters), absent = selected;
  for (const KnownValue& value : values) absent.erase(value.key);
  if (!absent.empty()) { // those that no article found has are listed all the same
    TRAWL_TRY(const auto* const known, session.values(asked.field, everything()));
    for (const KnownValue& value : *known) {
      if (absent.contains(value.key)) values.push_back({value.key, value.shown, 0});
    }
  }
  for (const KnownValue& value : values) {
    FacetValue shown{value.shown, asked.field == "source" ? session.label(value.key) : value.shown, value.count,
                     selected.contains(value.key)};
    if (asked.accept && !asked.accept(shown)) continue;
    facet.total_values += value.count > 0 ? 1 : 0;
    facet.other += value.count;
    if (facet.total_values > asked.request.facet_limit && !shown.selected) continue;
    facet.other -= value.count;
    facet.values.push_back(std::move(shown));
  }
  if (const std::size_t beyond = number_at(aggregation, "/values/sum_other_doc_count"); beyond > 0) {
    if (!asked.accept) facet.other += beyond;
    warnings.push_back(
        {"facet_inexact",
         "There are more than 20,000 values of " + facet.field + "; those beyond are not counted one by one.",
         std::nullopt});
  }
  return facet;
}

Result<search::DateHistogram> read_histogram(const Json& aggregation, DateInterval asked, const Json& dated,
                                             const Session& session) {
  search::DateHistogram histogram;
  histogram.missing = number_at(aggregation, "/missing/doc_count");
  histogram.interval =
      interval_within(asked, moment_at(aggregation, "/first/value"), moment_at(aggregation, "/last/value"));
  Json answer;
  const bool has_months = histogram.interval == DateInterval::Month || histogram.interval == DateInterval::Year;
  if (!has_months) {
    const Json body = {
        {"size", 0}, {"track_total_hits", false}, {"query", dated}, {"aggs", {{"values", dates_by("day")}}}};
    TRAWL_TRY(answer, session.search(body));
  }
  for (const Json& bucket :
       has_months ? buckets_of(aggregation, "/values/buckets") : buckets_of(answer, "/aggregations/values/buckets")) {
    const auto begin = moment_at(bucket, "/key");
    if (!begin) continue;
    const std::string name = search::bucket_name(*begin, histogram.interval);
    if (histogram.values.empty() || histogram.values.back().value != name) histogram.values.push_back({name, 0});
    histogram.values.back().count += number_at(bucket, "/doc_count");
  }
  return histogram;
}

} // namespace trawl::opensearch
