// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/search
#include "shared/api/request/search_request.h"
#include "shared/api/response/search_response.h"
#include "shared/api/routes/route.h"

#include <chrono>

namespace trawl::api {

namespace {

/// The engine's error as a problem; if it is about the cursor, with the cursor that was sent.
std::unexpected<Problem> search_problem(const Error& error, const std::string& cursor) {
  Problem problem = to_problem(error);
  if (problem.type == "bad-cursor") problem.errors.front().value = cursor;
  return std::unexpected(std::move(problem));
}

} // namespace

Answer<PreparedRequest> read_search(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  TRAWL_TRY(const ParsedSearch asked,
            read_search_request(parameters, input.now, first_language(input.request.accept_language)));
  const auto answer = [asked, parameters, now = input.now,
                       request = input.request](Engine& engine) -> Answer<Response> {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto found = engine.search(asked.search, now);
    if (!found) return search_problem(found.error(), asked.search.cursor);
    const double took_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    Response response = json_response(search_json(*found, took_ms, asked.json), search::is_whole(*found));
    const std::string next = next_link(request, parameters, found->next);
    if (!next.empty() && request.method != "POST")
      response.headers.emplace_back("Link", "<" + next + ">; rel=\"next\"");
    return response;
  };
  return PreparedRequest{canonical_form(asked, input.now), answer};
}

} // namespace trawl::api
