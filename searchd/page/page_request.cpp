// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_request.h"

#include "searchd/page/page_view.h"
#include "shared/article/article_id.h"
#include "shared/base/whole_number.h"
#include "shared/search/request.h"

#include <algorithm>
#include <utility>

namespace trawl::searchd {
namespace {

constexpr std::size_t kPageHits = 20;
constexpr std::string_view kPictures = "pictures";

/// Removes a parameter and returns its value, or an empty text.
std::string take(api::Parameters& parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &api::Parameter::name);
  std::string value = found == parameters.end() ? "" : found->value;
  std::erase_if(parameters, [&](const api::Parameter& p) { return p.name == name; });
  return value;
}

std::optional<std::size_t> place_in(const std::string& text) {
  const auto place = whole_number<std::size_t>(text);
  return place && *place <= search::kMaxOffset ? place : std::nullopt;
}

} // namespace

bool PageRequest::is_home() const { return article.empty() && search_parameters().empty(); }

api::Parameters PageRequest::search_parameters() const {
  api::Parameters out = parameters;
  std::erase_if(out, [](const api::Parameter& p) { return p.name == kPictures; });
  return out;
}

api::Answer<PageRequest> read_page_request(std::string_view query, Moment now, std::string reader_language) {
  TRAWL_TRY(api::Parameters parameters, api::parse_query_string(query));
  std::erase_if(parameters, [](const api::Parameter& p) { return p.value.empty(); });
  PageRequest request;
  request.article = take(parameters, "article");
  request.at = place_in(take(parameters, "at"));
  request.pictures = take(parameters, kPictures) == "1";
  request.undo = take(parameters, kUndo) == "1";
  TRAWL_TRY(request.asked, api::read_search_request(parameters, now, std::move(reader_language)));
  if (!request.article.empty() && !is_article_id(request.article)) {
    return std::unexpected(api::http_problem(404, "There is no such article."));
  }
  const auto has = [&](std::string_view name) {
    return std::ranges::find(parameters, name, &api::Parameter::name) != parameters.end();
  };
  search::SearchRequest& search = request.asked.search;
  if (!has("limit")) search.limit = kPageHits;
  search.facets = page_facets();
  if (!has("facet_limit")) search.facet_limit = kPageFacetLimit;
  search.all_dates = true;                            // to choose others
  search.date_interval = search::DateInterval::Month; // the histogram adds months up to years itself
  request.parameters = std::move(parameters);
  if (request.pictures) request.parameters.push_back({std::string(kPictures), "1"});
  return request;
}

} // namespace trawl::searchd
