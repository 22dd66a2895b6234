// SPDX-License-Identifier: GPL-3.0-or-later
/// Renders the parts of the page as HTML. All text goes through html_escape or marked_html. There are no inline
/// styles or scripts because the page's Content-Security-Policy forbids them.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/api/response/problem.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string>
#include <vector>

namespace trawl::searchd {

/// The data of a results page. The references must outlive the rendering.
struct ResultsView {
  const api::Parameters& parameters;
  const search::SearchRequest& request;
  const search::SearchResponse& response;
  double took_ms = 0;
  Moment now{};
};

/// The total, sort orders, active filters, warnings, hits and the link to more.
std::string render_results(const ResultsView& view);

/// The facets that the page asks for, in the order in which it shows them.
std::vector<std::string> page_facets();

/// Date histogram and facets, each value a link that adds or takes away a filter.
std::string render_facets(const ResultsView& view);

/// Trending terms, each a link to its search; empty if there are none.
std::string render_trending(const search::Trending& trending);

/// The whole text of an article, related articles, and where each field comes from.
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
