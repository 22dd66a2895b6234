// SPDX-License-Identifier: GPL-3.0-or-later
/// Renders the parts of the page as HTML. All text goes through html_escape or marked_html. There are no inline
/// styles or scripts because the page's Content-Security-Policy forbids them.
#pragma once

#include "searchd/page/page_memory.h"
#include "shared/api/request/parameters.h"
#include "shared/api/response/problem.h"
#include "shared/api/response/totals.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace trawl::searchd {

/// The data of a results page. The references must outlive the rendering.
struct ResultsView {
  const api::Parameters& parameters; ///< those that links keep
  const search::SearchRequest& request;
  const search::SearchResponse& response;
  std::string feed; ///< link to this search as a feed
  Moment now{};
  PageReader reader = {};
  std::string saved_as = {};                                  ///< the name under which the reader saved this search
  std::map<std::string, std::string, std::less<>> notes = {}; ///< by article, to be shown with it
};

/// The total, sort orders, active filters, warnings, hits and the link to more.
std::string render_results(const ResultsView& view);

/// The facets that the page requests, in the order in which it shows them.
std::vector<std::string> page_facets();

/// Date histogram and facets; each value is a link that adds or removes a filter.
std::string render_facets(const ResultsView& view);

/// A bar of a histogram; `short_name` stands below it.
struct HistogramBar {
  std::string long_name, short_name;
  std::size_t count = 0;
};
/// As an item of a list with the class "histogram"; `most`: the count of the highest bar, at least 1. Without articles,
/// it is a link only if it is chosen.
std::string histogram_bar(const HistogramBar& bar, std::size_t most, const std::string& link, bool is_chosen);

/// Numbers over time as bars, without axes: the numbers stand beside it. `most`: the count of the highest bar; 0: the
/// greatest of them.
std::string plot(const std::vector<std::size_t>& counts, std::size_t most);

/// Articles by year, or by month within a year: the year of the date filter, or the only one there is.
std::string render_histogram(const ResultsView& view);

/// The warnings as a list; empty without any.
std::string render_warnings(const std::vector<search::Warning>& warnings);

/// The number of active filter values.
std::size_t count_filters(const search::Filters& filters);

std::string render_problem(const api::Problem& problem);

/// "today", "yesterday", "12 days ago", "8 Apr 2026"; empty without a date.
std::string age_text(const std::optional<Date>& date, Moment now);

/// "8 Apr 2026".
std::string written_day(Moment moment);

using api::articles_text;
using api::grouped_digits;

/// Source, age, reading time, category and tags of a hit; source, category and tags are links that add a filter and
/// never remove one. `more` is HTML for its end.
std::string render_byline(const api::Parameters& parameters, const search::Filters& filters, const search::Hit& hit,
                          Moment now, const std::string& more = {});

/// A drawing of page.css, of which screen readers know nothing: "starred", "out".
std::string icon(std::string_view name);

/// A link to where the article was published; empty if its URL is not safe to link to.
std::string original_link(const Article& article);

/// What can be done with an article of a list, in a column at its side: its original, a star.
std::string render_actions(const PageReader& reader, const Article& article);

/// ` lang="de"` for an article that is not in English, the language of the page: screen readers and fonts follow it.
std::string language_attribute(const Article& article);

} // namespace trawl::searchd
