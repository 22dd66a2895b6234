// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/facets_json.h"

#include "shared/api/response/warnings_json.h"
#include "shared/search/facets/date_histogram.h"

#include <array>
#include <utility>

namespace trawl::api {
namespace {

void write_facet_body(JsonWriter& json, const search::Facet& facet) {
  json.key("values").begin_array();
  for (const search::FacetValue& value : facet.values) {
    json.begin_object().key("value").string(value.value);
    json.key("label").string(value.label.empty() ? value.value : value.label);
    json.key("count").number(value.count).key("selected").boolean(value.selected).end_object();
  }
  json.end_array();
  json.key("total_values").number(facet.total_values);
  json.key("other").number(facet.other).key("missing").number(facet.missing);
}

} // namespace

void write_facet(JsonWriter& json, const search::Facet& facet) {
  json.begin_object();
  write_facet_body(json, facet);
  json.end_object();
}

namespace {

void write_histogram_body(JsonWriter& json, const search::DateHistogram& dates) {
  json.key("interval").string(search::interval_name(dates.interval)).key("values").begin_array();
  for (const search::DateBucket& bucket : dates.values) {
    json.begin_object().key("value").string(bucket.value).key("count").number(bucket.count).end_object();
  }
  json.end_array().key("missing").number(dates.missing);
}

/// How exact the counts are, the warnings, and the state of the index.
void write_rest(JsonWriter& json, bool is_exact, const std::vector<search::Warning>& warnings,
                const search::IndexState& index) {
  json.key("counts_relation").string(is_exact ? "exact" : "at_least");
  write_notes(json, warnings, index);
}

} // namespace

void write_histogram(JsonWriter& json, const search::DateHistogram& dates) {
  json.begin_object();
  write_histogram_body(json, dates);
  json.end_object();
}

std::string facet_json(const search::FacetResponse& found) {
  const search::Facet& facet = found.facet;
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("field").string(facet.field);
  write_facet_body(json, facet);
  write_rest(json, facet.is_exact, found.warnings, found.index);
  json.end_object();
  return out;
}

std::string histogram_json(const search::SearchResponse& found) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("field").string("date");
  write_histogram_body(json, found.dates.value_or(search::DateHistogram()));
  write_rest(json, search::is_whole(found), found.warnings, found.index);
  json.end_object();
  return out;
}

namespace {

void write_trend(JsonWriter& json, const Trend& trend) {
  json.key("counts").begin_array();
  for (const std::size_t count : trend.counts) json.number(count);
  json.end_array().key("missing").number(trend.missing).key("total").number(trend.total).end_object();
}

void write_trends(JsonWriter& json, const TrendGroup& group) {
  json.key("all").begin_object();
  write_trend(json, group.all);
  json.key("queries").begin_array();
  for (const Trend& trend : group.queries) {
    json.begin_object().key("q").string(trend.q);
    write_trend(json, trend);
  }
  json.end_array();
}

} // namespace

std::string trends_json(const Trends& trends) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("interval").string(search::interval_name(trends.interval)).key("intervals").begin_array();
  for (const std::string& interval : trends.intervals) json.string(interval);
  json.end_array().key("rising").boolean(trends.is_rising);
  write_trends(json, trends.everywhere);
  json.key("sources").begin_array();
  for (const TrendGroup& group : trends.sources) {
    json.begin_object().key("value").string(group.source).key("label").string(group.label);
    write_trends(json, group);
    json.end_object();
  }
  json.end_array();
  write_rest(json, trends.is_exact, trends.warnings, trends.index);
  json.end_object();
  return out;
}

} // namespace trawl::api
