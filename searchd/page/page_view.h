// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of the page as HTML. All text goes through html_escape or marked_html; there is no inline style or
/// script, as the page's Content-Security-Policy allows none.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/api/response/problem.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string>
#include <vector>

namespace trawl::searchd {

/// What a view of results is made from. References live as long as the rendering.
struct ResultsView {
  const api::Parameters& parameters;
  const search::SearchRequest& request;
  const search::SearchResponse& response;
  double took_ms = 0;
  Moment now{};
};

/// Head line with total and order, chosen filters, help and warnings, hits, the way on.
std::string render_results(const ResultsView& view);

/// Date histogram and facets, each value a link that adds or takes away a filter.
std::string render_facets(const ResultsView& view);

/// Terms on the rise, each a link to its search; empty without any.
std::string render_trending(const search::Trending& trending);

/// One article whole, with related ones and where each field is from.
std::string render_article(const api::Parameters& parameters, const search::Hit& hit,
                           const std::vector<search::Hit>& related, Moment now);

std::string render_problem(const api::Problem& problem);

/// "today", "yesterday", "12 days ago", "8 Apr 2026"; empty without a date.
std::string age_text(const std::optional<Date>& date, Moment now);

/// "12,345".
std::string grouped_digits(std::size_t number);

/// Source, age, reading time, category and tags of a hit.
std::string render_byline(const api::Parameters& parameters, const search::Filters& filters, const search::Hit& hit,
                          Moment now);

} // namespace trawl::searchd
