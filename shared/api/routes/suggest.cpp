// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/suggest
#include "shared/api/request/parameter_parser.h"
#include "shared/api/response/answers_json.h"
#include "shared/api/routes/route.h"

#include <array>

namespace trawl::api {
namespace {

constexpr std::array<std::string_view, 2> kFormats{"trawl", "opensearch"};
constexpr std::size_t kMaxSuggestions = 20, kDefaultSuggestions = 8;

} // namespace

Answer<PreparedRequest> read_suggest(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  ParameterParser parser(parameters);
  const std::string typed = parser.text("q");
  const std::size_t limit = parser.number("limit", kDefaultSuggestions, 1, kMaxSuggestions);
  const bool for_browser = parser.choice("format", kFormats) == 1;
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [=](Engine& engine) -> Answer<Response> {
    const auto found = engine.suggest(typed, limit);
    if (!found) return problem_of(found.error());
    const bool is_whole = found->warnings.empty();
    if (!for_browser) return json_response(suggest_json(typed, *found), is_whole);
    return ok_response("application/x-suggestions+json", opensearch_suggestions(typed, found->suggestions), is_whole);
  };
  return PreparedRequest{"suggest " + std::to_string(limit) + (for_browser ? "b" : "t") + typed, answer};
}

} // namespace trawl::api
