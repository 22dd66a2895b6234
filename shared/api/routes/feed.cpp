// SPDX-License-Identifier: GPL-3.0-or-later
/// Any search as a feed: /v1/search.rss
#include "shared/api/request/search_request.h"
#include "shared/api/response/feed_output.h"
#include "shared/api/response/http_date.h"
#include "shared/api/routes/route.h"

namespace trawl::api {

Answer<PreparedRequest> read_search_rss(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  TRAWL_TRY(const ParsedSearch asked,
            read_feed_request(parameters, input.now, first_language(input.request.accept_language)));
  const std::string text = to_query_string(parameters);
  const std::string query = text.empty() ? "" : "?" + text;
  const std::string self = input.request.base_url + input.request.path + query;
  const auto answer = [=, now = input.now, request = input.request](Engine& engine) -> Answer<Response> {
    const auto found = engine.search(asked.search, now);
    if (!found) return problem_of(found.error());
    const FeedContext context{self, request.base_url + "/" + query, next_link(request, parameters, found->next), now,
                              asked.search.with_text};
    Response response{200, "application/rss+xml", rss_feed(*found, context), {}};
    if (!search::is_whole(*found)) {
      response.headers.emplace_back("Cache-Control", "no-store");
    } else if (const auto newest = newest_indexed(*found)) {
      response.headers.emplace_back("Last-Modified", to_http_date(*newest));
    }
    return response;
  };
  return PreparedRequest{"rss " + self + canonical_form(asked, input.now), answer}; // it links to itself
}

} // namespace trawl::api
