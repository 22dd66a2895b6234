// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_request.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/ascii.h"
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

search::FieldFilter filter_on(const ResultsView& view, const std::string& field) {
  const auto found = view.response.filters.fields.find(field);
  return found == view.response.filters.fields.end() ? search::FieldFilter{} : found->second;
}

bool is_chosen(const ResultsView& view, const std::string& field, const search::FacetValue& value) {
  const std::vector<std::string> all_of = filter_on(view, field).all_of;
  return value.selected || std::ranges::find(all_of, value.value) != all_of.end();
}

std::string render_value(const ResultsView& view, const std::string& field, const search::FacetValue& value,
                         std::size_t most) {
  const std::string label = value.label.empty() ? value.value : value.label;
  std::string out =
      "<li><a href=\"" + toggle_link(view.parameters, view.response.filters, field, value.value) + "#filters\"";
  if (is_chosen(view, field, value)) out += " class=\"chosen\" aria-current=\"true\"";
  return out + "><span class=\"check\" aria-hidden=\"true\"></span><span class=\"label\">" + html_escape(label) +
         "</span><span class=\"count\">" + grouped_digits(value.count) + "</span>" + bar(value.count, most) +
         "</a><a class=\"leave-out\" href=\"" +
         exclusion_link(view.parameters, view.response.filters, field, value.value) +
         "#filters\" aria-label=\"Leave out " + html_escape(label) + "\" title=\"Leave out\">" + icon("minus") +
         "</a></li>";
}

/// The choice between articles with any and with all of the chosen tags, once there are two.
std::string render_modes(const ResultsView& view, const std::string& field) {
  const search::FieldFilter filter = filter_on(view, field);
  if (field != "tag" || filter.any_of.size() + filter.all_of.size() < 2) return {};
  const auto choice = [&](bool is_all, const char* label) {
    return "<a href=\"" + all_of_link(view.parameters, view.response.filters, field, is_all) + "#filters\"" +
           (is_all == filter.any_of.empty() ? " aria-current=\"true\"" : "") + ">" + label + "</a>";
  };
  return "<nav class=\"orders\" aria-label=\"Tags of an article\">" + choice(false, "Any of these") +
         choice(true, "All of these") + "</nav>";
}

/// "tags", "categories".
std::string plural_heading(std::string_view field) {
  const std::string name = ascii::to_lower(schema::find_filter(field)->heading);
  return name.ends_with('y') ? name.substr(0, name.size() - 1) + "ies" : name + "s";
}

std::string render_facet(const ResultsView& view, const search::Facet& facet) {
  if (facet.values.empty()) return {};
  std::size_t most = 0;
  for (const search::FacetValue& value : facet.values) most = std::max(most, value.count);
  // If every value occurs once in a long result, choosing a value does not help.
  const auto chosen = [&](const search::FacetValue& value) { return is_chosen(view, facet.field, value); };
  if (most <= 1 && std::ranges::none_of(facet.values, chosen) && view.response.total > kShownValues) return {};
  std::string shown, rest;
  for (std::size_t i = 0; i < facet.values.size(); ++i) {
    const search::FacetValue& value = facet.values[i];
    (i < kShownValues || chosen(value) ? shown : rest) += render_value(view, facet.field, value, most);
  }
  const std::string id = "facet-" + facet.field,
                    heading = "<h2>" + std::string(schema::find_filter(facet.field)->heading) + "</h2>";
  std::string out = "<section class=\"facet\" id=\"" + id + "\">";
  if (facet.total_values == 1 && std::ranges::none_of(facet.values, chosen)) // nothing to choose from
    return out + "<details><summary>" + heading + "</summary><ul>" + shown + "</ul></details></section>\n";
  out += heading + render_modes(view, facet.field) + "<ul>" + shown + "</ul>";
  if (!rest.empty()) {
    const std::size_t more = facet.total_values > kShownValues ? facet.total_values - kShownValues : 0;
    const bool is_cut = facet.total_values > facet.values.size() && view.request.facet_limit < search::kMaxFacetLimit;
    out += std::string("<details") + (view.request.facet_limit > kPageFacetLimit ? " open" : "") + "><summary>and " +
           grouped_digits(std::max<std::size_t>(more, 1)) + " more " + plural_heading(facet.field) + "</summary><ul>" +
           rest + "</ul>";
    if (is_cut)
      out +=
          "<p class=\"all\"><a href=\"" +
          link_with(view.parameters, "facet_limit", std::to_string(search::kMaxFacetLimit)) + "#" + id + "\">" +
          (facet.total_values > search::kMaxFacetLimit ? grouped_digits(search::kMaxFacetLimit) + " of the " : "All ") +
          grouped_digits(facet.total_values) + " " + plural_heading(facet.field) + "</a></p>";
    out += "</details>";
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
