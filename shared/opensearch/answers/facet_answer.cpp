// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/facet_answer.h"

#include "shared/index/columns/value_key.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/schema/fields.h"
#include "shared/search/facets/date_histogram.h"

#include <algorithm>
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

} // namespace

Json facet_aggregation(std::string_view field, const Json& filters) {
  const Json days = {
      {"date_histogram", {{"field", std::string(field::kDate)}, {"calendar_interval", "day"}, {"min_doc_count", 1}}}};
  const Json inner = {{"missing", {{"missing", {{"field", std::string(field)}}}}},
                      {"values", field == search::kDateField ? days : values_aggregation(field)}};
  return {{"filter", filters}, {"aggs", inner}};
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

search::DateHistogram read_histogram(const Json& aggregation, search::DateInterval interval) {
  constexpr std::int64_t kDay = 86'400'000; // aggregations give milliseconds
  search::DayCounts days;
  for (const Json& bucket : buckets_of(aggregation, "/values/buckets"))
    days.emplace_back(static_cast<std::int32_t>(bucket.value("key", std::int64_t{0}) / kDay),
                      number_at(bucket, "/doc_count"));
  return search::histogram_of(days, number_at(aggregation, "/missing/doc_count"), interval);
}

} // namespace trawl::opensearch
