// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/engine/live_engine.h"

#include <type_traits>

namespace trawl::api {

using search::SearchEngine;

namespace {

/// Whether a retry may succeed, because the index or the machine has changed by then.
bool may_succeed_on_retry(ErrorCode code) {
  switch (code) {
  case ErrorCode::NoIndex:
  case ErrorCode::IndexDamaged:
  case ErrorCode::StoreDamaged:
  case ErrorCode::Disk:
  case ErrorCode::Permission:
  case ErrorCode::Exhausted:
    return true;
  default:
    return false;
  }
}

} // namespace

template <typename Call>
std::invoke_result_t<Call, SearchEngine&> LiveEngine::with_engine(Call call) {
  if (!engine_) {
    auto opened = SearchEngine::open(directory_, cache_, is_abandoned_);
    if (!opened) return std::unexpected(opened.error());
    engine_.emplace(std::move(*opened));
  }
  auto result = call(*engine_);
  if (!result && may_succeed_on_retry(result.error().code))
    engine_.reset(); // the next call opens the index as it is then
  return result;
}

Result<search::SearchResponse> LiveEngine::search(const search::SearchRequest& request, Moment now) {
  TRAWL_TRY(const search::SearchRequest asked, with_marks(request));
  return with_formulas(with_engine([&](SearchEngine& engine) { return engine.search(asked, now); }));
}

Result<std::size_t> LiveEngine::weight(const search::SearchRequest& request, Moment now) {
  return with_engine([&](SearchEngine& engine) { return engine.weight(request, now); });
}

Result<search::Hit> LiveEngine::article(std::string_view id) {
  return with_engine([&](SearchEngine& engine) { return engine.article(id); });
}

Result<bool> LiveEngine::is_removed(std::string_view id) {
  return with_engine([&](SearchEngine& engine) { return engine.is_removed(id); });
}

Result<search::RelatedResponse> LiveEngine::related(std::string_view id, std::size_t limit) {
  return with_engine([&](SearchEngine& engine) { return engine.related(id, limit); });
}

Result<search::FacetResponse> LiveEngine::facet_values(std::string_view field, const search::SearchRequest& request,
                                                       std::string_view prefix, Moment now) {
  TRAWL_TRY(const search::SearchRequest asked, with_marks(request));
  return with_engine([&](SearchEngine& engine) { return engine.facet_values(field, asked, prefix, now); });
}

Result<search::SuggestResponse> LiveEngine::suggest(std::string_view typed, std::size_t limit) {
  return with_engine([&](SearchEngine& engine) { return engine.suggest(typed, limit); });
}

Result<search::Trending> LiveEngine::trending(std::chrono::seconds window, std::size_t limit, Moment now) {
  return with_engine([&](SearchEngine& engine) { return engine.trending(window, limit, now); });
}

Result<search::SourcesResponse> LiveEngine::sources() {
  return with_engine([](SearchEngine& engine) { return engine.sources(); });
}

Result<search::IndexStats> LiveEngine::stats() {
  return with_engine([](SearchEngine& engine) { return engine.stats(); });
}

Result<search::IndexState> LiveEngine::state() {
  return with_engine([](SearchEngine& engine) { return engine.state(); });
}

} // namespace trawl::api
