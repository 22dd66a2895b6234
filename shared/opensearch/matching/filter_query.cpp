// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/filter_query.h"

#include "shared/index/columns/value_key.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/search/facets/filters.h"

#include <utility>
#include <vector>

namespace trawl::opensearch {
namespace {

/// The forms in which a value may be in the index: its key, and the key in lower case.
std::vector<std::string> keys_of(std::string_view field, std::string_view value) {
  std::vector<std::string> keys{index::value_key(field, value)};
  std::string lower = keys.front();
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (lower != keys.front()) keys.push_back(std::move(lower));
  return keys;
}

Json field_filter(std::string_view field, const query::FieldFilter& filter) {
  std::vector<Json> all, any, none;
  for (const std::string& value : filter.any_of) any.push_back(value_query(field, value));
  for (const std::string& value : filter.all_of) all.push_back(value_query(field, value));
  for (const std::string& value : filter.none_of) none.push_back(value_query(field, value));
  if (!any.empty()) all.push_back(any_query(std::move(any)));
  if (!none.empty()) all.push_back(not_query(any_query(std::move(none))));
  return all_query(std::move(all));
}

} // namespace

Json value_query(std::string_view field, std::string_view value) { return terms_query(field, keys_of(field, value)); }

Json date_query(const std::optional<Moment>& after, const std::optional<Moment>& before) {
  Json range = Json::object();
  if (after) range["gte"] = after->time_since_epoch().count();
  if (before) range["lt"] = before->time_since_epoch().count();
  if (range.empty()) return {{"exists", {{"field", std::string(field::kPublished)}}}};
  return {{"range", {{std::string(field::kPublished), std::move(range)}}}};
}

std::map<std::string, Json, std::less<>> filter_queries(const query::Filters& filters) {
  std::map<std::string, Json, std::less<>> out;
  for (const auto& [field, filter] : filters.fields) {
    if (!filter.empty()) out.emplace(field, field_filter(field, filter));
  }
  if (filters.after || filters.before) {
    out.emplace(std::string(search::kDateField), date_query(filters.after, filters.before));
  }
  return out;
}

Json all_but(const std::map<std::string, Json, std::less<>>& filters, std::string_view field) {
  std::vector<Json> all;
  for (const auto& [name, query] : filters) {
    if (name != field) all.push_back(query);
  }
  return all_query(std::move(all));
}

} // namespace trawl::opensearch
