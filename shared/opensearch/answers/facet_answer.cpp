// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/facet_answer.h"

#include "shared/index/columns/value_key.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/schema/fields.h"
#include "shared/search/facets/date_histogram.h"
#include "shared/search/plan/match.h"

#include <algorithm>
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

struct Candidate {
  FacetValue value;
  std::string key;
};

/// The values found, and the selected ones.
Result<std::vector<Candidate>> candidates_of(const Json& buckets, const FacetRequest& asked, const Session& session) {
  const std::set<std::string> selected = selected_keys(asked.field, asked.filters);
  const bool is_source = asked.field == "source";
  std::vector<Candidate> out;
  std::set<std::string> seen;
  const auto add = [&](const KnownValue& value, std::size_t count) {
    if (!seen.insert(value.key).second) return;
    FacetValue shown{value.shown, is_source ? session.label(value.key) : value.shown, count,
                     selected.contains(value.key)};
    if (!asked.accept || asked.accept(shown)) out.push_back({std::move(shown), value.key});
  };
  for (const KnownValue& value : read_values(buckets)) add(value, value.count);
  const bool lacks_selected =
      std::ranges::any_of(selected, [&](const std::string& key) { return !seen.contains(key); });
  if (!lacks_selected) return out;
  TRAWL_TRY(const auto* const known, session.values(asked.field, everything()));
  for (const KnownValue& value : *known) {
    if (selected.contains(value.key)) add(value, 0);
  }
  return out;
}

} // namespace

Json facet_aggregation(std::string_view field, const Json& others, search::DateInterval interval) {
  Json inner = Json::object();
  if (field == search::kDateField) {
    const auto bars = interval == search::DateInterval::Auto ? search::DateInterval::Month : interval;
    inner["values"]["date_histogram"] = {
        {"field", std::string(field::kDate)}, {"calendar_interval", search::interval_name(bars)}, {"min_doc_count", 1}};
    inner["least"]["min"] = {{"field", std::string(field::kDate)}};
    inner["most"]["max"] = {{"field", std::string(field::kDate)}};
  } else {
    inner["values"] = values_aggregation(field);
    inner["missing"]["missing"] = {{"field", std::string(field)}};
  }
  return {{"filter", others}, {"aggs", std::move(inner)}};
}

Result<Facet> read_facet(const Json& aggregation, const FacetRequest& asked, const Session& session,
                         std::vector<search::Warning>& warnings) {
  Facet facet;
  facet.field = asked.field;
  facet.missing = number_at(aggregation, "/missing/doc_count");
  TRAWL_TRY(auto candidates, candidates_of(buckets_of(aggregation, "/values/buckets"), asked, session));
  for (const Candidate& one : candidates) {
    facet.total_values += one.value.count > 0 ? 1 : 0;
    facet.other += one.value.count;
  }
  if (const std::size_t beyond = number_at(aggregation, "/values/sum_other_doc_count"); beyond > 0) {
    if (!asked.accept) facet.other += beyond;
    warnings.push_back(
        {"facet_inexact",
         "There are more than 20,000 values of " + facet.field + "; those beyond are not counted one by one.",
         std::nullopt});
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.value.count != b.value.count ? a.value.count > b.value.count : a.value.value < b.value.value;
  });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i >= asked.request.facet_limit && !candidates[i].value.selected) continue;
    facet.other -= candidates[i].value.count;
    facet.values.push_back(candidates[i].value);
  }
  return facet;
}

} // namespace trawl::opensearch
