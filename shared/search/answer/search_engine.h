// SPDX-License-Identifier: GPL-3.0-or-later
/// The search engine as programs use it. Every call is answered from one snapshot of the index.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {
class IndexCache;
}

namespace trawl::search {

/// What the engines of one process may share.
std::shared_ptr<index::IndexCache> make_index_cache();

/// Searches the live index of one data directory and follows new commits by itself. One engine per thread. Every call
/// uses the newest snapshot; IndexDamaged if that cannot be read. Each answer names the state that it is from
/// (IndexState). `now` resolves relative dates (since:7d).
class SearchEngine {
 public:
  /// NoIndex if there is none yet, IndexDamaged if it cannot be read. A program with several engines gives all of them
  /// the same cache; without one, an engine makes its own. While `is_abandoned` is true, calls end as if their time
  /// were up; it must outlive the engine.
  static Result<SearchEngine> open(const DataDirectory& directory, std::shared_ptr<index::IndexCache> cache = nullptr,
                                   const std::atomic<bool>* is_abandoned = nullptr);

  ~SearchEngine();
  SearchEngine(SearchEngine&&) noexcept;
  SearchEngine& operator=(SearchEngine&&) noexcept;

  /// Usage ("bad-cursor…") for a damaged cursor or one of another query; Timeout after two seconds.
  Result<SearchResponse> search(const SearchRequest& request, Moment now);

  /// The whole article with an id, or with the only id that begins so; also one that is gone (Article::gone_since).
  /// NotFound.
  Result<Hit> article(std::string_view named);

  /// Whether an article that is not found was in the index once: it was withdrawn, or folded into another.
  Result<bool> is_removed(std::string_view id);
  /// How many postings a search reads, about (query_weight.h).
  Result<std::size_t> weight(const SearchRequest& request, Moment now);

  /// Articles with similar content: other sources first, never itself or a copy; none of one that is gone. NotFound.
  Result<RelatedResponse> related(std::string_view id, std::size_t limit);

  /// The values of a field, with counts under the request's query and filters. Only values with a word, in the value or
  /// its label, that begins with `prefix`. Usage if the field has no values to list.
  Result<FacetResponse> facet_values(std::string_view field, const SearchRequest& request, std::string_view prefix,
                                     Moment now);

  Result<SuggestResponse> suggest(std::string_view typed, std::size_t limit);
  Result<Trending> trending(std::chrono::seconds window, std::size_t limit, Moment now);
  Result<SourcesResponse> sources();
  Result<IndexStats> stats();

  /// The state that the next call will see. Cheap.
  Result<IndexState> state();

 private:
  struct Impl;
  explicit SearchEngine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::search
