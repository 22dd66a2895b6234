// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <cmath>

namespace trawl::searchd {
namespace {

constexpr std::size_t kShownValues = 7;
constexpr std::size_t kShownBuckets = 60;
constexpr double kHistogramHeight = 48;

/// A bar as SVG, because the page allows no style attributes.
std::string bar(std::size_t count, std::size_t most) {
  const std::size_t width = most == 0 ? 0 : std::max<std::size_t>(1, count * 100 / most);
  return "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"" +
         std::to_string(width) + "\" height=\"1\"/></svg>";
}

std::string render_value(const ResultsView& view, const std::string& field, const search::FacetValue& value,
                         std::size_t most) {
  const std::string label = value.label.empty() ? value.value : value.label;
  std::string out = "<li><a href=\"" + toggle_link(view.parameters, view.response.filters, field, value.value) + "\"";
  if (value.selected) out += " class=\"chosen\" aria-current=\"true\"";
  return out + "><span class=\"check\" aria-hidden=\"true\"></span><span class=\"label\">" + html_escape(label) +
         "</span><span class=\"count\">" + grouped_digits(value.count) + "</span>" + bar(value.count, most) +
         "</a></li>";
}

std::string render_facet(const ResultsView& view, const search::Facet& facet) {
  if (facet.values.empty()) return {};
  std::size_t most = 0;
  for (const search::FacetValue& value : facet.values) most = std::max(most, value.count);
  // If every value occurs once in a long result, choosing one does not help.
  const bool is_chosen = std::ranges::any_of(facet.values, &search::FacetValue::selected);
  if (most <= 1 && !is_chosen && view.response.total > kShownValues) return {};
  std::string shown, rest;
  for (std::size_t i = 0; i < facet.values.size(); ++i) {
    const search::FacetValue& value = facet.values[i];
    (i < kShownValues || value.selected ? shown : rest) += render_value(view, facet.field, value, most);
  }
  std::string out = "<section class=\"facet\"><h2>" + std::string(schema::find_filter(facet.field)->heading) +
                    "</h2><ul>" + shown + "</ul>";
  if (!rest.empty()) {
    const std::size_t more = facet.total_values > kShownValues ? facet.total_values - kShownValues : 0;
    out += "<details><summary>" + grouped_digits(std::max<std::size_t>(more, 1)) + " more</summary><ul>" + rest +
           "</ul></details>";
  }
  return out + "</section>\n";
}

/// The last buckets, without the empty ones before the first article.
std::vector<search::DateBucket> shown_buckets(const search::DateHistogram& dates) {
  std::vector<search::DateBucket> buckets = dates.values;
  if (buckets.size() > kShownBuckets) buckets.erase(buckets.begin(), buckets.end() - kShownBuckets);
  const auto first = std::ranges::find_if(buckets, [](const search::DateBucket& bucket) { return bucket.count > 0; });
  buckets.erase(buckets.begin(), first);
  return buckets;
}

std::string render_bucket(const ResultsView& view, const search::DateBucket& bucket, std::size_t index,
                          std::size_t most) {
  const double height =
      bucket.count == 0
          ? 0
          : std::max(2.0, std::round(kHistogramHeight * static_cast<double>(bucket.count) / static_cast<double>(most)));
  const auto drawn = static_cast<int>(height);
  const std::string x = std::to_string(index * 10);
  std::string out = "<a href=\"" + bucket_link(view.parameters, bucket.value) + "\"><title>" +
                    html_escape(bucket.value) + ": " + grouped_digits(bucket.count) +
                    "</title><rect class=\"ground\" x=\"" + x + "\" y=\"0\" width=\"10\" height=\"48\"/>";
  out += "<rect class=\"column\" x=\"" + x + "\" y=\"" + std::to_string(48 - drawn) + "\" width=\"8\" height=\"" +
         std::to_string(drawn) + "\" rx=\"1\"/></a>";
  return out;
}

std::string render_histogram(const ResultsView& view) {
  if (!view.response.dates) return {};
  const std::vector<search::DateBucket> buckets = shown_buckets(*view.response.dates);
  if (buckets.empty()) return {};
  std::size_t most = 1;
  for (const search::DateBucket& bucket : buckets) most = std::max(most, bucket.count);
  std::string out = "<section class=\"facet dates\"><h2>Published</h2><svg class=\"histogram\" viewBox=\"0 0 " +
                    std::to_string(std::max<std::size_t>(buckets.size(), 6) * 10) +
                    " 48\" preserveAspectRatio=\"none\" role=\"group\" aria-label=\"Articles by date\">";
  for (std::size_t i = 0; i < buckets.size(); ++i) out += render_bucket(view, buckets[i], i, most);
  out += "</svg><p class=\"axis\"><span>" + html_escape(buckets.front().value) + "</span><span>" +
         html_escape(buckets.back().value) + "</span></p>";
  if (view.response.dates->missing > 0) {
    out += "<p class=\"quiet\">" + grouped_digits(view.response.dates->missing) + " without a date</p>";
  }
  return out + "</section>\n";
}

} // namespace

std::vector<std::string> page_facets() {
  std::vector<std::string> fields{"source", "category"};
  for (const std::string_view field : schema::kFacetFields) {
    const bool is_hidden = field == "site"; // nearly the same as the source
    if (!is_hidden && std::ranges::find(fields, field) == fields.end()) fields.emplace_back(field);
  }
  return fields;
}

std::string render_facets(const ResultsView& view) {
  std::string out = render_histogram(view);
  for (const search::Facet& facet : view.response.facets) out += render_facet(view, facet);
  return out;
}

} // namespace trawl::searchd
