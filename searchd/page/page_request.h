// SPDX-License-Identifier: GPL-3.0-or-later
/// A request for the page: a search with the API's parameters, and four more parameters that say how to show it.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/api/request/search_request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

/// Values of a facet that the page lists unless it is asked for more.
inline constexpr std::size_t kPageFacetLimit = 30;

/// The parameter by which a page offers to take back what was done on it.
inline constexpr std::string_view kUndo = "undo";

struct PageRequest {
  api::Parameters parameters;              ///< of the search, and `pictures`: those that every link keeps
  api::ParsedSearch asked;                 ///< with the parts that the page shows
  std::string article;                     ///< the article to read; empty: a list is shown
  std::optional<std::size_t> at;           ///< the article's place in the result, from 0
  bool pictures = false;                   ///< the reader allows pictures from other servers
  bool undo = false;                       ///< articles were marked as read here, which is offered to be taken back
  std::vector<std::string> languages = {}; ///< that the reader accepts, sorted; empty: not known

  /// Whether the request has no search and so is for the home page.
  bool is_home() const;
  /// The parameters of the search alone, as the API takes them.
  api::Parameters search_parameters() const;
};

/// `query` is the part of the URL after '?'. 400 for wrong parameters, 404 for an id that cannot exist.
api::Answer<PageRequest> read_page_request(std::string_view query, Moment now, std::string reader_language = {});

} // namespace trawl::searchd
