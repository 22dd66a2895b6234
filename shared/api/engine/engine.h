// SPDX-License-Identifier: GPL-3.0-or-later
/// The calls that the API makes on a search index, as an interface: the index of this machine, a cluster and the
/// tests' engine without an index answer them. search::SearchEngine documents each call.
#pragma once

#include "shared/api/engine/reader.h"
#include "shared/base/result.h"
#include "shared/content/passage_formulas.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::api {

/// One engine per thread. Every call may fail with NoIndex while there is no index.
class Engine {
 public:
  Engine() = default;
  Engine(Engine&&) = default;
  Engine& operator=(Engine&&) = default;
  virtual ~Engine() = default;

  /// Whose marks is:read and the like find; at first nobody.
  Reader& reader() { return reader_; }
  void remember_for(Reader reader) { reader_ = std::move(reader); }

  /// How formulas in passages and headings are written; at first they stay TeX.
  void write_formulas_with(content::FormulaText write) { write_formula_ = std::move(write); }

  virtual Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) = 0;
  /// How many postings a search reads, about. An engine that is another machine's does not know.
  virtual Result<std::size_t> weight(const search::SearchRequest&, Moment) { return 0; }
  virtual Result<search::Hit> article(std::string_view id) = 0;
  virtual Result<bool> is_removed(std::string_view id) = 0;
  virtual Result<search::RelatedResponse> related(std::string_view id, std::size_t limit) = 0;
  virtual Result<search::FacetResponse> facet_values(std::string_view field, const search::SearchRequest& request,
                                                     std::string_view prefix, Moment now) = 0;
  virtual Result<search::SuggestResponse> suggest(std::string_view typed, std::size_t limit) = 0;
  virtual Result<search::Trending> trending(std::chrono::seconds window, std::size_t limit, Moment now) = 0;
  virtual Result<search::SourcesResponse> sources() = 0;
  virtual Result<search::IndexStats> stats() = 0;
  virtual Result<search::IndexState> state() = 0;

 protected:
  /// The request with the reader's marks, if it may ask for them: others are answered even if they cannot be read.
  Result<search::SearchRequest> with_marks(search::SearchRequest request);

  /// The answer with the formulas in its passages as text.
  Result<search::SearchResponse> with_formulas(Result<search::SearchResponse> found) const;

 private:
  Reader reader_;
  content::FormulaText write_formula_;
};

} // namespace trawl::api
