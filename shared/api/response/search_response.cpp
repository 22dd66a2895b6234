// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/search_response.h"

#include "shared/api/response/facets_json.h"
#include "shared/api/response/hit_json.h"
#include "shared/api/response/warnings_json.h"

namespace trawl::api {
namespace {

using search::SearchResponse;

/// The bounds as parameters would write them.
void write_filter(JsonWriter& json, std::string_view /*name*/, const query::DateRange& dates) {
  if (dates.first_day) json.key("after").string(to_day(*dates.first_day));
  if (dates.end_day) json.key("before").string(to_day(*dates.end_day));
  if (dates.after) json.key(dates.first_day ? "since" : "after").string(to_rfc3339(*dates.after));
  if (dates.before) json.key(dates.end_day ? "until" : "before").string(to_rfc3339(*dates.before));
}

void write_filter(JsonWriter& json, std::string_view field, const query::FieldFilter& filter) {
  if (!filter.any_of.empty() || !filter.none_of.empty()) {
    json.key(field).begin_array();
    for (const std::string& value : filter.any_of) json.string(value);
    for (const std::string& value : filter.none_of) json.string("-" + value);
    json.end_array();
  }
  if (!filter.all_of.empty()) write_strings(json.key(std::string(field) + "_all"), filter.all_of);
}

void write_query(JsonWriter& json, const SearchResponse& response) {
  json.key("query").begin_object().key("q").string(response.q);
  json.key("understood").string(response.understood);
  if (!response.plan.empty()) write_strings(json.key("plan"), response.plan);
  json.key("filters").begin_object();
  query::for_each_filter(response.filters,
                         [&](std::string_view name, const auto& filter) { write_filter(json, name, filter); });
  json.end_object().end_object();
}

void write_totals(JsonWriter& json, const SearchResponse& response) {
  json.key("total").number(response.total);
  json.key("total_relation").string(response.is_exact ? "exact" : "at_least");
  json.key("total_fewer_words").number(response.total_fewer_words);
  if (response.left_out) json.key("left_out").number(*response.left_out);
  json.key("offset").number(response.offset).key("limit").number(response.limit);
  json.key("next").string_or_null(response.next);
}

void write_facets(JsonWriter& json, const SearchResponse& response) {
  json.key("facets").begin_object();
  for (const search::Facet& facet : response.facets) write_facet(json.key(facet.field), facet);
  if (response.dates) write_histogram(json.key("date"), *response.dates);
  json.end_object();
}

void write_help(JsonWriter& json, const SearchResponse& response) {
  json.key("did_you_mean");
  if (response.did_you_mean) {
    json.begin_object().key("q").string(response.did_you_mean->q);
    json.key("total").number(response.did_you_mean->total).end_object();
  } else {
    json.null();
  }
  json.key("correction");
  if (response.correction) {
    json.begin_object().key("q").string(response.correction->q);
    json.key("typed_total").number(response.correction->typed_total).end_object();
  } else {
    json.null();
  }
  write_notes(json, response.warnings, response.index);
}

} // namespace

std::string search_json(const SearchResponse& response, double took_ms, const JsonOptions& options) {
  std::string out;
  out.reserve(1'024 + 1'024 * response.hits.size());
  JsonWriter json(out);
  json.begin_object();
  write_query(json, response);
  write_totals(json, response);
  json.key("hits").begin_array();
  for (const search::Hit& hit : response.hits) write_hit(json, hit, options);
  json.end_array();
  write_facets(json, response);
  write_help(json, response);
  json.key("took_ms").decimal(took_ms, 2).end_object();
  return out;
}

} // namespace trawl::api
