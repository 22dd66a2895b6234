// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/engine_backend.h"

#include "shared/search/search_engine.h"

#include <optional>
#include <utility>

namespace trawl::searchd {
namespace {

using search::SearchEngine;

class EngineBackend : public Backend {
 public:
  EngineBackend(DataDirectory directory, std::shared_ptr<search::EngineCache> cache)
      : directory_(std::move(directory)), cache_(std::move(cache)) {}

  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override {
    return with_engine([&](SearchEngine& engine) { return engine.search(request, now); });
  }
  Result<search::Hit> article(std::string_view id) override {
    return with_engine([&](SearchEngine& engine) { return engine.article(id); });
  }
  Result<std::vector<search::Hit>> related(std::string_view id, std::size_t limit) override {
    return with_engine([&](SearchEngine& engine) { return engine.related(id, limit); });
  }
  Result<search::Facet> facet_values(std::string_view field, const search::SearchRequest& request,
                                     std::string_view prefix, Moment now) override {
    return with_engine([&](SearchEngine& engine) { return engine.facet_values(field, request, prefix, now); });
  }
  Result<std::vector<search::Suggestion>> suggest(std::string_view typed, std::size_t limit) override {
    return with_engine([&](SearchEngine& engine) { return engine.suggest(typed, limit); });
  }
  Result<search::Trending> trending(std::chrono::seconds window, std::size_t limit, Moment now) override {
    return with_engine([&](SearchEngine& engine) { return engine.trending(window, limit, now); });
  }
  Result<std::vector<search::SourceStatus>> sources() override {
    return with_engine([](SearchEngine& engine) { return engine.sources(); });
  }
  Result<search::IndexStats> stats() override {
    return with_engine([](SearchEngine& engine) { return engine.stats(); });
  }
  Result<search::IndexState> state() override {
    return with_engine([](SearchEngine& engine) { return engine.state(); });
  }

 private:
  template <typename Call>
  std::invoke_result_t<Call, SearchEngine&> with_engine(Call call) {
    if (!engine_) {
      auto opened = SearchEngine::open(directory_, cache_);
      if (!opened) return std::unexpected(opened.error());
      engine_.emplace(std::move(*opened));
    }
    auto result = call(*engine_);
    if (!result && (result.error().code == ErrorCode::NoIndex || result.error().code == ErrorCode::IndexDamaged)) {
      engine_.reset();
    }
    return result;
  }

  DataDirectory directory_;
  std::shared_ptr<search::EngineCache> cache_;
  std::optional<SearchEngine> engine_;
};

} // namespace

std::function<std::unique_ptr<Backend>()> engine_backends(const DataDirectory& directory) {
  return [directory, cache = search::make_engine_cache()] { return std::make_unique<EngineBackend>(directory, cache); };
}

} // namespace trawl::searchd
