// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/search and /v1/multi-search
#include "shared/api/request/parameter_parser.h"
#include "shared/api/request/search_request.h"
#include "shared/api/response/search_response.h"
#include "shared/api/routes/route.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace trawl::api {

namespace {

constexpr std::size_t kMaxSearches = 10; ///< in one request, which keeps a thread as long as they take

/// The engine's error as a problem; if it is about the cursor, with the cursor that was sent.
std::unexpected<Problem> search_problem(const Error& error, const std::string& cursor) {
  Problem problem = to_problem(error);
  if (problem.type == "bad-cursor") problem.errors.front().value = cursor;
  return std::unexpected(std::move(problem));
}

Answer<PreparedRequest> prepare_search(const Parameters& parameters, const RouteInput& input) {
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

} // namespace

Answer<PreparedRequest> read_search(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  return prepare_search(parameters, input);
}

Answer<PreparedRequest> read_multi_search(const RouteInput& input) {
  TRAWL_TRY(const Parameters none, parse_query_string(input.request.query));
  if (auto problem = ParameterParser(none).finish()) return std::unexpected(std::move(*problem));
  TRAWL_TRY(const auto searches, parse_json_list(input.request.body, "searches", kMaxSearches));
  std::vector<Answer<PreparedRequest>> prepared;
  for (const Parameters& search : searches) prepared.push_back(prepare_search(search, input));
  const auto answer = [prepared = std::move(prepared), path = input.request.path](Engine& engine) -> Answer<Response> {
    std::string answers;
    bool is_whole = true;
    for (const Answer<PreparedRequest>& one : prepared) {
      const auto found = one ? one->answer(engine) : Answer<Response>(std::unexpected(one.error()));
      if (!found && found.error().status >= 500) return found; // the others would not be answered either
      is_whole = is_whole && (!found || found->headers.empty());
      answers += answers.empty() ? "{\"status\":" : ",{\"status\":";
      answers += found ? std::to_string(found->status) + ",\"answer\":" + found->body + ",\"problem\":null}"
                       : std::to_string(found.error().status) +
                             ",\"answer\":null,\"problem\":" + problem_json(found.error(), path) + "}";
    }
    return json_response("{\"answers\":[" + answers + "]}", is_whole);
  };
  return PreparedRequest{"multi-search " + input.request.body, answer};
}

} // namespace trawl::api
