// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_engine.h"

#include "shared/opensearch/answers/explore_answer.h"
#include "shared/opensearch/answers/search_answer.h"
#include "shared/search/answer/as_of.h"

#include <chrono>
#include <utility>

namespace trawl::opensearch {
namespace {

/// The time limit of a call.
constexpr std::chrono::milliseconds kCallLimit{2'000};

} // namespace

template <typename Work>
std::invoke_result_t<Work, const Session&> ClusterEngine::ask(Work work) {
  auto session = Session::begin(client_, memory_, within(kCallLimit));
  auto answer = session ? work(*session) : std::unexpected(std::move(session.error()));
  if (answer) search::tell(session->state(), *answer);
  // A rejected login is reported like a cluster that is away: readers can do nothing about it, and it may pass.
  if (!answer && answer.error().code == ErrorCode::Permission) answer.error().code = ErrorCode::Network;
  return answer;
}

Result<search::SearchResponse> ClusterEngine::search(const search::SearchRequest& request, Moment now) {
  TRAWL_TRY(const search::SearchRequest asked, with_marks(request));
  return with_formulas(ask([&](const Session& session) { return answer_search(asked, session, now); }));
}

Result<search::Hit> ClusterEngine::article(std::string_view id) {
  return ask([&](const Session& session) { return answer_article(id, session); });
}

Result<bool> ClusterEngine::is_removed(std::string_view id) {
  return ask([&](const Session& session) { return answer_is_removed(id, session); });
}

Result<search::RelatedResponse> ClusterEngine::related(std::string_view id, std::size_t limit) {
  return ask([&](const Session& session) { return answer_related(id, limit, session); });
}

Result<search::FacetResponse> ClusterEngine::facet_values(std::string_view field, const search::SearchRequest& request,
                                                          std::string_view prefix, Moment now) {
  TRAWL_TRY(const search::SearchRequest asked, with_marks(request));
  return ask([&](const Session& session) { return answer_facet_values(field, asked, prefix, session, now); });
}

Result<search::SuggestResponse> ClusterEngine::suggest(std::string_view typed, std::size_t limit) {
  return ask([&](const Session& session) { return answer_suggest(typed, limit, session); });
}

Result<search::Trending> ClusterEngine::trending(std::chrono::seconds window, std::size_t limit, Moment now) {
  return ask([&](const Session& session) { return answer_trending(window, limit, now, session); });
}

Result<search::SourcesResponse> ClusterEngine::sources() {
  return ask([](const Session& session) { return answer_sources(session); });
}

Result<search::IndexStats> ClusterEngine::stats() {
  return ask([](const Session& session) { return answer_stats(session); });
}

Result<search::IndexState> ClusterEngine::state() {
  return ask([](const Session& session) -> Result<search::IndexState> { return session.state(); });
}

} // namespace trawl::opensearch
