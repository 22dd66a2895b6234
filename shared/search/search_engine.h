// SPDX-License-Identifier: GPL-3.0-or-later
/// The search engine as programs use it: questions in, values out. Everything is asked of one snapshot of the index.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct EngineCache;

/// What the engines of one process share: columns in memory once, and results that are being paged through.
std::shared_ptr<EngineCache> make_engine_cache();

/// Answers questions from the live generation of one data directory, following new commits and new generations by
/// itself. One engine per thread: a Xapian database may not be shared. Every call takes a fresh snapshot, and is tried
/// again when a writer overtakes it. `now` resolves relative dates (since:7d).
class SearchEngine {
 public:
  /// NoIndex when there is none yet, IndexDamaged when it cannot be read. A program with several engines gives them one
  /// cache; without, an engine has its own.
  static Result<SearchEngine> open(const DataDirectory& directory, std::shared_ptr<EngineCache> cache = nullptr);

  ~SearchEngine();
  SearchEngine(SearchEngine&&) noexcept;
  SearchEngine& operator=(SearchEngine&&) noexcept;

  /// BadQuery only with `strict`; Usage ("bad-cursor…") for a cursor that is not one, or of another query; Timeout
  /// beyond the hard deadline of two seconds.
  Result<SearchResponse> search(const SearchRequest& request, Moment now);

  /// The whole article. NotFound.
  Result<Hit> article(std::string_view id);

  /// Whether an article that is not found was there once, and was withdrawn or folded into another.
  Result<bool> is_removed(std::string_view id);

  /// Articles like this one by content: other sources first, never itself or a copy.
  Result<std::vector<Hit>> related(std::string_view id, std::size_t limit);

  /// A field's values with counts under the request's query and filters, of those whose value or label has a word
  /// beginning with `prefix`. Usage if the field has no values to list.
  Result<Facet> facet_values(std::string_view field, const SearchRequest& request, std::string_view prefix, Moment now);

  Result<std::vector<Suggestion>> suggest(std::string_view typed, std::size_t limit);
  Result<Trending> trending(std::chrono::seconds window, std::size_t limit, Moment now);
  Result<std::vector<SourceStatus>> sources();
  Result<IndexStats> stats();

  /// The state the next call will see; cheap.
  Result<IndexState> state();

 private:
  struct Impl;
  explicit SearchEngine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::search
