// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/trending
#include "shared/api/request/parameter_parser.h"
#include "shared/api/response/answers_json.h"
#include "shared/api/routes/route.h"
#include "shared/query/age.h"

#include <chrono>

namespace trawl::api {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxTrending = 50, kDefaultTrending = 10;
constexpr std::chrono::seconds kDefaultWindow = 48h;

/// The length of "48h", "7d" or "2w". Months and years have no fixed length and are not accepted.
std::optional<std::chrono::seconds> parse_window(std::string_view text) {
  const auto age = query::parse_age(text);
  if (!age || age->count == 0) return std::nullopt;
  switch (age->unit) {
  case 'h':
    return std::chrono::hours{age->count};
  case 'd':
    return std::chrono::days{age->count};
  case 'w':
    return std::chrono::weeks{age->count};
  default:
    return std::nullopt;
  }
}

} // namespace

Answer<PreparedRequest> read_trending(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  ParameterParser parser(parameters);
  std::chrono::seconds window = kDefaultWindow;
  if (const std::string text = parser.text("window"); !text.empty()) {
    const auto given = parse_window(text);
    if (given && *given <= search::kMaxTrendingWindow)
      window = *given;
    else
      parser.reject("window", text, "must be from 1h to 90d, e.g. 48h, 7d or 2w.");
  }
  const std::size_t limit = parser.number("limit", kDefaultTrending, 1, kMaxTrending);
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [window, limit, now = input.now](Engine& engine) -> Answer<Response> {
    const auto found = engine.trending(window, limit, now);
    if (!found) return problem_of(found.error());
    return json_response(trending_json(*found), found->warnings.empty());
  };
  return PreparedRequest{"trending " + std::to_string(window.count()) + " " + std::to_string(limit) + " " +
                             std::to_string(input.now.time_since_epoch().count()),
                         answer};
}

} // namespace trawl::api
