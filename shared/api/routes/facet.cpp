// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/facets/{field} and /v1/facets/date
#include "shared/api/request/search_request.h"
#include "shared/api/request/value_fields.h"
#include "shared/api/response/facets_json.h"
#include "shared/api/routes/route.h"

namespace trawl::api {

Answer<PreparedRequest> read_facet(const RouteInput& input) {
  const std::string& field = input.argument;
  if (!is_value_field(field)) return std::unexpected(unknown_value_field(field));
  TRAWL_TRY(const Parameters parameters, input.parameters());
  TRAWL_TRY(const FacetRequest asked, read_facet_request(parameters, input.now));
  const auto answer = [field, asked, now = input.now](Engine& engine) -> Answer<Response> {
    const auto found = engine.facet_values(field, asked.search.search, asked.prefix, now);
    if (!found) return problem_of(found.error());
    return json_response(facet_json(*found), found->facet.is_exact && found->warnings.empty());
  };
  return PreparedRequest{"facet " + field + "\n" + asked.prefix + "\n" + canonical_form(asked.search, input.now),
                         answer};
}

Answer<PreparedRequest> read_date_facet(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  TRAWL_TRY(const ParsedSearch asked, read_date_facet_request(parameters, input.now));
  const auto answer = [request = asked.search, now = input.now](Engine& engine) -> Answer<Response> {
    const auto found = engine.search(request, now);
    if (!found) return problem_of(found.error());
    return json_response(histogram_json(*found), search::is_whole(*found));
  };
  return PreparedRequest{"dates " + canonical_form(asked, input.now), answer};
}

} // namespace trawl::api
