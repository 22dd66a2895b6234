// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_engine.h"

#include "shared/opensearch/answers/explore_answer.h"
#include "shared/opensearch/answers/search_answer.h"
#include "shared/search/answer/as_of.h"

#include <chrono>
#include <thread>
#include <utility>

namespace trawl::opensearch {
namespace {

using std::chrono::steady_clock;

/// The time limit of a call.
constexpr std::chrono::milliseconds kCallLimit{2'000};
/// If a node dies before it has answered, replicas of its shards can answer once the other nodes have noticed. How long
/// to wait for that, and how much time must be left for another attempt.
constexpr std::chrono::milliseconds kPause{100}, kEnoughForAnother{1'000};

/// A rejected login is reported like an unreachable cluster: readers can do nothing about it, and it may be temporary.
Error as_unreachable(Error error) {
  if (error.code == ErrorCode::Permission) error.code = ErrorCode::Network;
  return error;
}

} // namespace

ClusterEngine::ClusterEngine(Client client, const std::atomic<bool>* is_abandoned)
    : client_(std::move(client)), is_abandoned_(is_abandoned) {}

template <typename Work>
std::invoke_result_t<Work, const Session&> ClusterEngine::ask(Work work) {
  CallLimit limit = within(kCallLimit);
  limit.is_abandoned = is_abandoned_;
  auto answer = ask_once(work, limit);
  const bool may_pass = !answer && answer.error().code == ErrorCode::Network;
  if (may_pass && limit.at - steady_clock::now() >= kPause + kEnoughForAnother) {
    std::this_thread::sleep_for(kPause);
    answer = ask_once(work, limit);
  }
  if (!answer) return std::unexpected(as_unreachable(std::move(answer.error())));
  return answer;
}

template <typename Work>
std::invoke_result_t<Work, const Session&> ClusterEngine::ask_once(Work& work, const CallLimit& limit) {
  TRAWL_TRY(const Session session, Session::begin(client_, memory_, limit));
  auto answer = work(session);
  if (answer) search::tell(session.state(), *answer);
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
