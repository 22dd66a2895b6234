// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include "shared/api/request/lookup_request.h"
#include "shared/api/request/search_request.h"
#include "shared/api/response/article_json.h"
#include "shared/api/response/facets_json.h"
#include "shared/api/response/feed_output.h"
#include "shared/api/response/search_response.h"
#include "shared/api/response/sources_json.h"
#include "shared/api/response/stats_json.h"
#include "shared/api/response/suggest_json.h"
#include "shared/api/response/trending_json.h"
#include "shared/base/utf8.h"
#include "shared/search/search_engine.h"

#include <algorithm>
#include <chrono>

namespace trawl::cli {
namespace {

/// Where a search can be seen once `trawl serve` runs; a feed has to link somewhere.
constexpr const char* kPage = "http://127.0.0.1:7700/";

Error to_error(const api::Problem& problem) {
  const bool is_missing = problem.status == 404 || problem.status == 410;
  return {is_missing ? ErrorCode::NotFound : ErrorCode::Usage, problem.detail, {}, {}};
}

template <typename T>
Result<T> or_error(api::Answer<T> answer) {
  if (!answer) return std::unexpected(to_error(answer.error()));
  return std::move(*answer);
}

class LocalClient : public Client {
 public:
  explicit LocalClient(search::SearchEngine engine) : engine_(std::move(engine)) {}

  Result<std::string> get(const std::string& path, const Parameters& parameters) override {
    api::Parameters converted;
    for (const auto& [name, value] : parameters) {
      if (!utf8::is_valid(value)) return fail(ErrorCode::Usage, name + " is not valid UTF-8");
      converted.push_back({name, value, false});
    }
    const Moment at = now();
    if (path == "/v1/search" || path == "/v1/search.rss") return search(converted, path.ends_with(".rss"), at);
    if (path.starts_with("/v1/facets/")) return facet(converted, path.substr(11), at);
    if (path.starts_with("/v1/articles/")) return article(converted, path.substr(13));
    if (path == "/v1/suggest") return suggest(converted);
    if (path == "/v1/trending" || path == "/v1/top") return trending(converted, path == "/v1/top", at);
    if (path == "/v1/sources") return sources();
    if (path == "/v1/stats") return stats();
    return fail(ErrorCode::Internal, "no such question: " + path);
  }

 private:
  Result<std::string> search(const api::Parameters& parameters, bool as_feed, Moment at) {
    TRAWL_TRY(const auto request,
              or_error(as_feed ? api::read_feed_request(parameters, at) : api::read_search_request(parameters, at)));
    const auto begin = std::chrono::steady_clock::now();
    TRAWL_TRY(const auto response, engine_.search(request.search, at));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (as_feed)
      return api::rss_feed(response, {{}, kPage + std::string("?") + api::to_query_string(parameters), {}, at});
    return api::search_json(response, took.count(), request.json);
  }

  Result<std::string> facet(const api::Parameters& parameters, const std::string& field, Moment at) {
    if (std::ranges::find(api::kValueFields, field) == api::kValueFields.end()) {
      return std::unexpected(to_error(api::unknown_value_field(field)));
    }
    TRAWL_TRY(const auto request, or_error(api::read_facet_request(parameters, at)));
    TRAWL_TRY(const auto facet, engine_.facet_values(field, request.search.search, request.prefix, at));
    TRAWL_TRY(const auto state, engine_.state());
    return api::facet_json(facet, state);
  }

  Result<std::string> article(const api::Parameters& parameters, std::string id) {
    constexpr std::string_view kRelated = "/related";
    const bool wants_related = id.ends_with(kRelated);
    if (wants_related) id.resize(id.size() - kRelated.size());
    if (engine_.is_removed(id).value_or(false)) return std::unexpected(to_error(api::removed_article()));
    if (wants_related) {
      TRAWL_TRY(const auto limit, or_error(api::read_related_limit(parameters)));
      TRAWL_TRY(const auto related, engine_.related(id, limit));
      return api::related_json(id, related);
    }
    TRAWL_TRY(const auto hit, engine_.article(id));
    return api::article_json(hit);
  }

  Result<std::string> suggest(const api::Parameters& parameters) {
    TRAWL_TRY(const auto asked, or_error(api::read_suggest_request(parameters)));
    TRAWL_TRY(const auto suggestions, engine_.suggest(asked.typed, asked.limit));
    return api::suggest_json(asked.typed, suggestions);
  }

  Result<std::string> trending(const api::Parameters& parameters, bool top, Moment at) {
    TRAWL_TRY(const auto asked, or_error(api::read_trending_request(parameters)));
    TRAWL_TRY(const auto trending, engine_.trending(asked.window, asked.limit, at));
    return top ? api::top_json(trending) : api::trending_json(trending);
  }

  Result<std::string> sources() {
    TRAWL_TRY(const auto sources, engine_.sources());
    return api::sources_json(sources);
  }

  Result<std::string> stats() {
    TRAWL_TRY(const auto stats, engine_.stats());
    return api::stats_json(stats);
  }

  search::SearchEngine engine_;
};

} // namespace

Result<std::unique_ptr<Client>> make_local_client(const std::string& data) {
  TRAWL_TRY(auto engine, search::SearchEngine::open(choose_data_directory(data)));
  return std::make_unique<LocalClient>(std::move(engine));
}

} // namespace trawl::cli
