// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/search_engine.h"

#include "shared/article/article_id.h"
#include "shared/index/lag.h"
#include "shared/index/xapian_guard.h"
#include "shared/search/answer/answer.h"
#include "shared/search/answer/as_of.h"
#include "shared/search/answer/hit_builder.h"
#include "shared/search/answer/query_weight.h"
#include "shared/search/answer/sources.h"
#include "shared/search/explore/explore_in_index.h"
#include "shared/search/explore/related.h"
#include "shared/search/explore/suggest.h"
#include "shared/search/explore/trending.h"
#include "shared/search/facets/facet_values.h"
#include "shared/search/match/snapshot.h"

#include <optional>
#include <utility>

namespace trawl::search {
namespace {

/// A snapshot that was opened anew may be overtaken by commits again before it is read.
constexpr int kTries = 20;

/// The hard limit of a request. The goal is 250 ms.
constexpr std::chrono::seconds kHardLimit{2};

Result<std::uint32_t> find_article(const Snapshot& snapshot, std::string_view id) {
  const std::uint32_t document = is_article_id(id) ? snapshot.index->find(id) : 0;
  if (document != 0) return document;
  return fail(ErrorCode::NotFound, "there is no such article", std::string(id.substr(0, 64)));
}

/// The id that `named` is, or is the beginning of.
Result<std::string> complete_id(const Snapshot& living, std::string_view named) {
  if (is_article_id(named) || !is_article_id_prefix(named)) return std::string(named);
  const index::Columns& columns = (living.with_gone ? *living.with_gone : living).index->columns();
  const std::size_t missing_bits = 4 * (16 - named.size());
  const std::uint64_t first = article_number(std::string(named).append(16 - named.size(), '0'));
  std::vector<std::string> ids;
  const std::vector<std::uint64_t>& numbers = columns.ids();
  for (std::uint32_t document = 1; document <= columns.last_document; ++document) {
    if (!columns.is_live(document)) continue;
    const std::uint64_t id = numbers[document];
    if (id >> missing_bits == first >> missing_bits) ids.push_back(article_id_of(id));
  }
  return only_id(named, std::move(ids));
}

bool is_gone(const Snapshot& snapshot, std::string_view id) {
  return snapshot.with_gone && is_article_id(id) && snapshot.index->find(id) == 0 &&
         snapshot.with_gone->index->find(id) != 0;
}

/// Says in an answer that is less than it could be that time ran out.
template <typename Response>
void warn_about_time(bool is_over, Response& response) {
  if (!is_over) return;
  response.warnings.push_back(
      {"time_cut", "Time ran out before everything was looked at; something may be missing. Ask again.", std::nullopt});
}

} // namespace

struct SearchEngine::Impl {
  DataDirectory directory;
  std::shared_ptr<index::IndexCache> cache;
  std::optional<Snapshot> snapshot;
  IndexState state; ///< of the snapshot
  const std::atomic<bool>* is_abandoned = nullptr;
  std::optional<IndexStats> stats; ///< cached while the state is the same

  Deadline deadline() const { return {std::chrono::steady_clock::now() + kHardLimit, is_abandoned}; }

  Result<void> renew() {
    TRAWL_TRY(auto reader, index::IndexReader::open(directory, cache));
    TRAWL_TRY(snapshot, make_snapshot(std::move(reader)));
    state = state_as_of(*snapshot, index::is_foreign(snapshot->index->state(), directory));
    return {};
  }

  /// Runs `work` on the newest snapshot; and again if commits have overtaken it: a writer reuses the blocks of the
  /// commits before its last one.
  template <typename Work>
  auto ask(Work work) -> std::invoke_result_t<Work&, const Snapshot&> {
    for (int left = kTries;; --left) {
      if (!snapshot || snapshot->index->is_stale()) TRAWL_CHECK(renew());
      auto result = index::guarded(directory.index(), [&] { return work(std::as_const(*snapshot)); });
      if (result) tell(state, *result);
      const bool is_overtaken = !result && snapshot->index->is_stale();
      if (!is_overtaken || left == 0) return result;
      snapshot.reset();
    }
  }
};

std::shared_ptr<index::IndexCache> make_index_cache() { return std::make_shared<index::IndexCache>(); }

SearchEngine::SearchEngine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SearchEngine::~SearchEngine() = default;
SearchEngine::SearchEngine(SearchEngine&&) noexcept = default;
SearchEngine& SearchEngine::operator=(SearchEngine&&) noexcept = default;

Result<SearchEngine> SearchEngine::open(const DataDirectory& directory, std::shared_ptr<index::IndexCache> cache,
                                        const std::atomic<bool>* is_abandoned) {
  auto impl = std::make_unique<Impl>();
  impl->directory = directory;
  impl->cache = cache ? std::move(cache) : make_index_cache();
  impl->is_abandoned = is_abandoned;
  TRAWL_CHECK(impl->renew());
  return SearchEngine(std::move(impl));
}

Result<SearchResponse> SearchEngine::search(const SearchRequest& request, Moment now) {
  return impl_->ask([&](const Snapshot& snapshot) {
    return answer(request, snapshot.for_query(request.parsed(now)), now, impl_->deadline());
  });
}

Result<std::size_t> SearchEngine::weight(const SearchRequest& request, Moment now) {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<std::size_t> {
    Matcher matcher(snapshot.view(), impl_->deadline());
    return query_weight(request.parsed(now).tree, matcher);
  });
}

Result<Hit> SearchEngine::article(std::string_view named) {
  return impl_->ask([&](const Snapshot& living) -> Result<Hit> {
    TRAWL_TRY(const std::string id, complete_id(living, named));
    const Snapshot& snapshot = is_gone(living, id) ? *living.with_gone : living;
    TRAWL_TRY(const std::uint32_t document, find_article(snapshot, id));
    return build_hit(snapshot, document, SnippetMaker{HighlightTerms{}}, {0, true});
  });
}

Result<bool> SearchEngine::is_removed(std::string_view id) {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<bool> {
    return is_article_id(id) && snapshot.index->find(id) == 0 && snapshot.index->was_removed(id);
  });
}

Result<RelatedResponse> SearchEngine::related(std::string_view id, std::size_t limit) {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<RelatedResponse> {
    if (is_gone(snapshot, id)) return RelatedResponse{};
    TRAWL_TRY(const std::uint32_t document, find_article(snapshot, id));
    ExploreInIndex index(snapshot.view(), impl_->deadline());
    TRAWL_TRY(const Article article, snapshot.index->article(document, ArticlePart::Whole));
    RelatedResponse related;
    const std::uint32_t words = snapshot.columns().words[document];
    TRAWL_TRY(related.articles, build_plain_hits(snapshot, related_articles(article, document, words, index, limit)));
    warn_about_time(index.is_cut(), related);
    return related;
  });
}

Result<FacetResponse> SearchEngine::facet_values(std::string_view field, const SearchRequest& request,
                                                 std::string_view prefix, Moment now) {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<FacetResponse> {
    TRAWL_TRY(auto facet, list_facet_values(field, request, prefix, snapshot.for_query(request.parsed(now)), now,
                                            impl_->deadline()));
    return FacetResponse{std::move(facet), {}};
  });
}

Result<SuggestResponse> SearchEngine::suggest(std::string_view typed, std::size_t limit) {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<SuggestResponse> {
    ExploreInIndex index(snapshot.view(), impl_->deadline(), snapshot.labels_of("source"));
    SuggestResponse found{search::suggest(typed, index, limit), {}};
    warn_about_time(index.is_cut(), found);
    return found;
  });
}

Result<Trending> SearchEngine::trending(std::chrono::seconds window, std::size_t limit, Moment now) {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<Trending> {
    ExploreInIndex index(snapshot.view(), impl_->deadline());
    TrendingArticles found = trending_articles(index, window, limit, now);
    Trending trending{now - window, now, std::move(found.terms), {}, {}};
    TRAWL_TRY(trending.articles, build_plain_hits(snapshot, found.documents));
    warn_about_time(index.is_cut(), trending);
    return trending;
  });
}

Result<SourcesResponse> SearchEngine::sources() {
  return impl_->ask(
      [](const Snapshot& snapshot) -> Result<SourcesResponse> { return SourcesResponse{list_sources(snapshot), {}}; });
}

Result<IndexStats> SearchEngine::stats() {
  return impl_->ask([&](const Snapshot& snapshot) -> Result<IndexStats> {
    if (!impl_->stats || impl_->stats->index != snapshot.state()) impl_->stats = collect_stats(snapshot);
    return *impl_->stats;
  });
}

Result<IndexState> SearchEngine::state() {
  return impl_->ask([&](const Snapshot&) -> Result<IndexState> { return impl_->state; });
}

} // namespace trawl::search
