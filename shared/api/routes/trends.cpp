// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/trends
#include "shared/api/engine/trends.h"
#include "shared/api/request/search_request.h"
#include "shared/api/response/facets_json.h"
#include "shared/api/routes/route.h"

namespace trawl::api {

Answer<PreparedRequest> read_trends(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  TRAWL_TRY(const TrendsRequest asked, read_trends_request(parameters, input.now));
  const auto answer = [asked, now = input.now](Engine& engine) -> Answer<Response> {
    const auto found = find_trends(engine, asked, now);
    if (!found) return problem_of(found.error());
    return json_response(trends_json(*found), found->is_exact);
  };
  return PreparedRequest{"trends " + canonical_form(asked, input.now), answer};
}

} // namespace trawl::api
