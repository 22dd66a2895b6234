// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/engine_backend.h"

#include "shared/search/search_engine.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace trawl::searchd {
namespace {

using search::SearchEngine;

/// The newest state of the index that any worker has seen.
class NewestState {
 public:
  void see(const search::IndexState& state) {
    const std::lock_guard lock(mutex_);
    const std::pair seen{state.generation, state.revision};
    if (newest_ && seen > *newest_) ++changes_;
    newest_ = std::max(newest_.value_or(seen), seen);
  }
  std::uint64_t changes() const {
    const std::lock_guard lock(mutex_);
    return changes_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> newest_;
  std::uint64_t changes_ = 0;
};

/// What the backends of one process share.
struct Shared {
  std::shared_ptr<search::EngineCache> cache = search::make_engine_cache();
  NewestState newest;
};

class EngineBackend : public Backend {
 public:
  EngineBackend(DataDirectory directory, std::shared_ptr<Shared> shared)
      : directory_(std::move(directory)), shared_(std::move(shared)) {}

  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override {
    return with_engine([&](SearchEngine& engine) { return engine.search(request, now); });
  }
  Result<search::Hit> article(std::string_view id) override {
    return with_engine([&](SearchEngine& engine) { return engine.article(id); });
  }
  Result<bool> is_removed(std::string_view id) override {
    return with_engine([&](SearchEngine& engine) { return engine.is_removed(id); });
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
    auto state = with_engine([](SearchEngine& engine) { return engine.state(); });
    if (state) shared_->newest.see(*state);
    return state;
  }
  std::uint64_t reopens() const override { return shared_->newest.changes(); }

 private:
  template <typename Call>
  std::invoke_result_t<Call, SearchEngine&> with_engine(Call call) {
    if (!engine_) {
      auto opened = SearchEngine::open(directory_, shared_->cache);
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
  std::shared_ptr<Shared> shared_;
  std::optional<SearchEngine> engine_;
};

} // namespace

std::function<std::unique_ptr<Backend>()> engine_backends(const DataDirectory& directory) {
  return
      [directory, shared = std::make_shared<Shared>()] { return std::make_unique<EngineBackend>(directory, shared); };
}

} // namespace trawl::searchd
