// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/lookup_request.h"

#include "shared/api/nearest.h"
#include "shared/api/request/date_bound.h"

namespace trawl::api {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 2> kSuggestFormats{"trawl", "opensearch"};
constexpr std::size_t kMaxSuggestions = 20, kUsualSuggestions = 8;
constexpr std::size_t kMaxTrending = 50, kUsualTrending = 10;
constexpr std::size_t kMaxRelated = 20, kUsualRelated = 8;
constexpr std::chrono::seconds kUsualWindow = 48h;
constexpr std::chrono::seconds kMaxWindow = std::chrono::days{90};

/// The one number a request has.
Answer<std::size_t> read_number(const Parameters& parameters, std::string_view name, std::size_t fallback) {
  ParameterReader reader(parameters);
  const std::size_t number = reader.number(name, fallback, 0, kMaxRelated);
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  return number;
}

} // namespace

Problem unknown_value_field(std::string_view field) {
  const std::string_view near = nearest(field, kValueFields);
  std::string detail = "There is no such facet; there are source, tag, category, author, language, site.";
  if (!near.empty()) detail += " Did you mean " + std::string(near) + "?";
  return http_problem(404, std::move(detail));
}

Problem removed_article() { return http_problem(410, "This article was withdrawn, or is now a copy of another."); }

Answer<TrendingRequest> read_trending_request(const Parameters& parameters) {
  ParameterReader reader(parameters);
  TrendingRequest asked{kUsualWindow, kUsualTrending};
  if (const std::string text = reader.text("window"); !text.empty()) {
    const auto window = parse_window(text);
    if (!window || *window > kMaxWindow)
      reader.reject("window", text, "must be 1h to 90d, e.g. 48h, 7d or 2w.");
    else
      asked.window = *window;
  }
  asked.limit = reader.number("limit", kUsualTrending, 1, kMaxTrending);
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  return asked;
}

Answer<SuggestRequest> read_suggest_request(const Parameters& parameters) {
  ParameterReader reader(parameters);
  SuggestRequest asked;
  asked.typed = reader.text("q");
  asked.limit = reader.number("limit", kUsualSuggestions, 1, kMaxSuggestions);
  asked.for_browser = reader.choice("format", kSuggestFormats) == 1;
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  return asked;
}

Answer<std::size_t> read_related_limit(const Parameters& parameters) {
  return read_number(parameters, "limit", kUsualRelated);
}

Answer<std::size_t> read_related_count(const Parameters& parameters) { return read_number(parameters, "related", 0); }

} // namespace trawl::api
