// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/filters.h"

#include <algorithm>

namespace trawl::query {
namespace {

void append_new(std::vector<std::string>& to, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (std::ranges::find(to, value) == to.end()) to.push_back(value);
  }
}

} // namespace

void add_values(FieldFilter& filter, const FieldFilter& more) {
  auto& [any_of, all_of, none_of] = filter;
  append_new(any_of, more.any_of);
  append_new(all_of, more.all_of);
  append_new(none_of, more.none_of);
}

Filters combined(const Filters& a, const Filters& b) {
  Filters out = a;
  auto& [fields, dates] = out;
  for (const auto& [field, filter] : b.fields) add_values(fields[field], filter);
  dates = intersection(dates, b.dates);
  return out;
}

} // namespace trawl::query
