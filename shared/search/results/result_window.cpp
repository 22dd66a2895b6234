// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/result_window.h"

#include "shared/article/kind.h"
#include "shared/schema/terms.h"
#include "shared/search/results/cursor.h"
#include "shared/search/results/ranking_slice.h"
#include "shared/search/results/sort.h"
#include "shared/search/results/stories.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace trawl::search {
namespace {

/// The document number of an article: usually the same as before, 0 if the article is gone.
std::uint32_t document_of(const ResultQuery& query, std::uint64_t id, std::uint32_t before) {
  if (query.columns().is_live(before) && query.columns().id[before] == id) return before;
  return query.snapshot.find(article_id_of(id));
}

std::string next_cursor(const ResultQuery& query, const ResultWindow& window, std::uint64_t ranking,
                        std::size_t offset) {
  const SortPosition last = position_of(query.columns(), window.rows.back().document);
  return encode_cursor({query.order, query_hash(query.request), ranking, offset, last});
}

/// Hits have scores in every order.
Result<void> add_scores(const ResultQuery& query, ResultWindow& window) {
  if (query.by_relevance() || !query.plan.query.has_words || window.rows.empty()) return {};
  DocSet documents(query.columns().last_document);
  for (const ResultRow& row : window.rows) documents.add(row.document);
  TRAWL_TRY(auto ranked, rank_within(query, documents, window.rows.size()));
  for (RankedDocument& one : ranked) {
    const auto row = std::ranges::find(window.rows, one.document, &ResultRow::document);
    row->score = one.score;
    row->explain = std::move(one.explain);
    row->by_meaning = one.by_meaning;
  }
  return {};
}

void add_more_from_source(const ResultQuery& query, ResultWindow& window) {
  const std::size_t shown = grouping_of(query.request).per_source;
  if (shown == 0) return;
  const SourceCounts counts = count_by_source(query.columns(), query.result);
  for (ResultRow& row : window.rows) {
    const std::size_t all = counts.of(query.columns(), row.document);
    row.more_from_source = all > shown ? all - shown : 0;
  }
}

/// A window in the order of a column. The cursor names the last hit, so nothing needs to be cached.
Result<ResultWindow> sorted_window(const ResultQuery& query) {
  ResultWindow window;
  window.offset = query.request.offset;
  std::size_t skip = query.request.offset;
  std::optional<SortPosition> after;
  if (!query.request.cursor.empty()) {
    TRAWL_TRY(const Cursor cursor, cursor_of(query.request, query.order));
    after = cursor.last;
    window.offset = static_cast<std::size_t>(cursor.offset);
    skip = 0;
  }
  const std::size_t limit = query.request.limit;
  const auto documents = first_sorted(query.columns(), query.result, query.order, skip + limit + 1, after);
  const std::size_t end = std::min(documents.size(), skip + limit);
  for (std::size_t i = skip; i < end; ++i) window.rows.push_back({documents[i], 0, {}, 0});
  const bool has_more = documents.size() > end;
  if (has_more && limit > 0) window.next = next_cursor(query, window, 0, window.offset + limit);
  return window;
}

/// Adds the documents from `at` on that are still in the result; moves `at` behind the last one looked at. Scores are
/// those that made the ranking.
void add_rows(const ResultQuery& query, const CachedRanking& ranking, std::size_t& at, ResultWindow& window) {
  for (; at < ranking.ids.size() && window.rows.size() < query.request.limit; ++at) {
    const std::uint64_t id = ranking.ids[at];
    const std::uint32_t document = document_of(query, id, ranking.documents[at]);
    if (document == 0 || !query.result.contains(document)) continue;
    ResultRow row{document, ranking.scores.empty() ? 0 : ranking.scores[at], {}, 0};
    if (const auto parts = ranking.explain.find(id); parts != ranking.explain.end()) {
      row.explain = parts->second;
    } else if (query.request.explain && row.score != 0) {
      row.explain.push_back({"words", "beyond the best " + std::to_string(RankingParameters{}.depth), row.score});
    }
    row.by_meaning = ranking.by_meaning.contains(id);
    window.rows.push_back(std::move(row));
  }
}

/// Takes digests out of the window of which the result has an entry: that is the hit.
void fold_digests(const ResultQuery& query, ResultWindow& window) {
  const index::ValueColumn* kinds = query.columns().column("kind");
  const auto digest = kinds == nullptr ? std::nullopt : kinds->find(kDigestKind);
  if (!digest) return;
  std::erase_if(window.rows, [&](const ResultRow& row) {
    if (kinds->of(row.document).front() != *digest) return false;
    const std::string id = article_id_of(query.columns().id[row.document]);
    return query.matcher.find(match_term(schema::part_term(id)), query.result).count() > 0;
  });
}

/// Puts translations beneath the first of them in the window, which has fewer rows then. So offsets and cursors count
/// articles, as totals do, and a walk over all windows meets each once.
void fold_window(const ResultQuery& query, ResultWindow& window) {
  std::vector<std::uint32_t> documents;
  for (const ResultRow& row : window.rows) documents.push_back(row.document);
  Stories stories = fold_translations(query.snapshot, documents);
  if (stories.translations.empty()) return;
  std::erase_if(window.rows, [&](const ResultRow& row) {
    return std::ranges::find(stories.documents, row.document) == stories.documents.end();
  });
  for (ResultRow& row : window.rows) row.translations = std::move(stories.translations[row.document]);
}

/// A window of a cached ranking: by relevance, or grouped by source.
Result<ResultWindow> ranked_window(const ResultQuery& query, CachedRankings& rankings) {
  ResultWindow window;
  window.offset = query.request.offset;
  if (query.request.cursor.empty() && query.request.limit == 0) return window;
  TRAWL_TRY(const RankingSlice slice, find_slice(query, rankings));
  const CachedRanking& ranking = *slice.ranking;
  window.offset = slice.begin;
  std::size_t end = slice.begin;
  add_rows(query, ranking, end, window);
  TRAWL_CHECK(add_scores(query, window));
  add_more_from_source(query, window);
  const bool has_more = end < ranking.ids.size() || (!ranking.is_complete && query.total > ranking.ids.size());
  if (has_more && !window.rows.empty()) window.next = next_cursor(query, window, slice.id, end);
  if (query.by_relevance()) {
    fold_digests(query, window);
    fold_window(query, window);
  }
  return window;
}

} // namespace

Result<ResultWindow> cut_window(const ResultQuery& query, CachedRankings& rankings) {
  if (query.by_relevance() || !grouping_of(query.request).none()) return ranked_window(query, rankings);
  TRAWL_TRY(ResultWindow window, sorted_window(query));
  TRAWL_CHECK(add_scores(query, window));
  return window;
}

} // namespace trawl::search
