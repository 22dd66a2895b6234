// SPDX-License-Identifier: GPL-3.0-or-later
/// The live index of a data directory as the API's engine. It opens the index at the first call that finds one, and
/// again after the index was damaged or replaced, so a daemon may start before the first crawl.
#pragma once

#include "shared/api/engine/engine.h"
#include "shared/base/data_directory.h"
#include "shared/search/answer/search_engine.h"

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

namespace trawl::api {

class LiveEngine : public Engine {
 public:
  /// Engines of several threads share one `cache`; without one, the engine has its own. `is_abandoned`: see
  /// SearchEngine::open.
  explicit LiveEngine(DataDirectory directory, std::shared_ptr<index::IndexCache> cache = nullptr,
                      const std::atomic<bool>* is_abandoned = nullptr)
      : directory_(std::move(directory)), cache_(std::move(cache)), is_abandoned_(is_abandoned) {}

  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override;
  Result<std::size_t> weight(const search::SearchRequest& request, Moment now) override;
  Result<search::Hit> article(std::string_view id) override;
  Result<bool> is_removed(std::string_view id) override;
  Result<search::RelatedResponse> related(std::string_view id, std::size_t limit) override;
  Result<search::FacetResponse> facet_values(std::string_view field, const search::SearchRequest& request,
                                             std::string_view prefix, Moment now) override;
  Result<search::SuggestResponse> suggest(std::string_view typed, std::size_t limit) override;
  Result<search::Trending> trending(std::chrono::seconds window, std::size_t limit, Moment now) override;
  Result<search::SourcesResponse> sources() override;
  Result<search::IndexStats> stats() override;
  Result<search::IndexState> state() override;

 private:
  template <typename Call>
  std::invoke_result_t<Call, search::SearchEngine&> with_engine(Call call);

  DataDirectory directory_;
  std::shared_ptr<index::IndexCache> cache_;
  const std::atomic<bool>* is_abandoned_;
  std::optional<search::SearchEngine> engine_;
};

} // namespace trawl::api
