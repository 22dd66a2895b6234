// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"
#include "shared/schema/fields.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

constexpr std::size_t kShownValues = 7;

/// A bar as SVG, because the page allows no style attributes.
std::string bar(std::size_t count, std::size_t most) {
  const std::size_t width = most == 0 ? 0 : std::max<std::size_t>(1, count * 100 / most);
  return "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"" +
         std::to_string(width) + "\" height=\"1\"/></svg>";
}

std::string render_value(const ResultsView& view, const std::string& field, const search::FacetValue& value,
                         std::size_t most) {
  const std::string label = value.label.empty() ? value.value : value.label;
  std::string out =
      "<li><a href=\"" + toggle_link(view.parameters, view.response.filters, field, value.value) + "#filters\"";
  if (value.selected) out += " class=\"chosen\" aria-current=\"true\"";
  return out + "><span class=\"check\" aria-hidden=\"true\"></span><span class=\"label\">" + html_escape(label) +
         "</span><span class=\"count\">" + grouped_digits(value.count) + "</span>" + bar(value.count, most) +
         "</a></li>";
}

std::string render_facet(const ResultsView& view, const search::Facet& facet) {
  if (facet.values.empty()) return {};
  std::size_t most = 0;
  for (const search::FacetValue& value : facet.values) most = std::max(most, value.count);
  // If every value occurs once in a long result, choosing a value does not help.
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
