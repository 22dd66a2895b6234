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

/// How many bars of an interval a span of days has at most.
std::int64_t bars_of(search::DateInterval interval, std::chrono::days span) {
  const int days = interval == search::DateInterval::Day     ? 1
                   : interval == search::DateInterval::Week  ? 7
                   : interval == search::DateInterval::Month ? 28
                                                             : 365;
  return span.count() / days + 1;
}

} // namespace

Json facet_aggregation(std::string_view field, const Json& filters, search::DateInterval interval) {
  Json inner = Json::object();
  if (field == search::kDateField) {
    inner["values"]["date_histogram"] = {{"field", std::string(field::kDate)},
                                         {"calendar_interval", search::interval_name(interval)}};
    inner["missing"]["missing"] = {{"field", std::string(field::kDate)}};
  } else {
    inner["values"] = values_aggregation(field);
    inner["missing"]["missing"] = {{"field", std::string(field)}};
  }
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

Result<search::DateInterval> interval_of_dates(search::DateInterval asked, const Json& filters,
                                               const Session& session) {
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", filters}};
  body["aggs"]["first"]["min"] = {{"field", std::string(field::kDate)}};
  body["aggs"]["last"]["max"] = {{"field", std::string(field::kDate)}};
  TRAWL_TRY(const Json answer, session.search(body));
  const auto first = moment_at(answer, "/aggregations/first/value"),
             last = moment_at(answer, "/aggregations/last/value");
  if (!first || !last) return asked == search::DateInterval::Auto ? search::DateInterval::Month : asked;
  const std::chrono::days span = floor<std::chrono::days>(*last) - floor<std::chrono::days>(*first);
  search::DateInterval interval = asked == search::DateInterval::Auto ? search::interval_for(span) : asked;
  while (interval != search::DateInterval::Year &&
         bars_of(interval, span) > static_cast<std::int64_t>(search::kMaxBuckets))
    interval = search::coarser(interval);
  return interval;
}

search::DateHistogram read_histogram(const Json& aggregation, search::DateInterval interval) {
  search::DateHistogram histogram;
  histogram.interval = interval;
  histogram.missing = number_at(aggregation, "/missing/doc_count");
  for (const Json& bucket : buckets_of(aggregation, "/values/buckets")) {
    if (const auto begin = moment_at(bucket, "/key"))
      histogram.values.push_back({search::bucket_name(*begin, interval), number_at(bucket, "/doc_count")});
  }
  return histogram;
}

} // namespace trawl::opensearch
