// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/result_window.h"

#include "shared/search/answer/cursor.h"
#include "shared/search/answer/sort.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace trawl::search {
namespace {

/// The document number of an article: usually the same as before, 0 if the article is gone.
std::uint32_t document_of(const MatchedSet& matched, std::uint64_t id, std::uint32_t before) {
  if (matched.columns().is_live(before) && matched.columns().id[before] == id) return before;
  return matched.snapshot->find(article_id_of(id));
}

std::string next_cursor(const MatchedSet& matched, const ResultWindow& window, std::uint64_t ranking,
                        std::size_t offset) {
  const SortPosition last = position_of(matched.columns(), window.rows.back().document);
  return encode_cursor({matched.plan.order, query_hash(matched.request()), ranking, offset, last});
}

void add_more_from_source(const MatchedSet& matched, ResultWindow& window) {
  const std::size_t shown = grouping_of(matched.request()).per_source;
  if (shown == 0) return;
  const SourceCounts counts = count_by_source(matched.columns(), matched.listed);
  window.left_out = 0;
  for (const std::size_t all : counts.by_ordinal) *window.left_out += all > shown ? all - shown : 0;
  for (ResultRow& row : window.rows) {
    const std::size_t all = counts.of(matched.columns(), row.document);
    row.more_from_source = all > shown ? all - shown : 0;
  }
}

/// Explains a score without parts: that of a document beyond the second stage of ranking.
void explain_as_a_whole(ResultRow& row) {
  if (!row.explain.empty() || row.score == 0) return;
  row.explain.push_back({"words", "beyond the best " + std::to_string(RankingParameters{}.depth), row.score});
}

/// Adds the documents from `at` on that are still in the result; moves `at` behind the last one looked at. Scores are
/// those that made the ranking.
void add_rows(const MatchedSet& matched, const CachedRanking& ranking, std::size_t& at, ResultWindow& window) {
  const SearchRequest& request = matched.request();
  for (; at < ranking.ids.size() && window.rows.size() < request.limit; ++at) {
    const std::uint64_t id = ranking.ids[at];
    const std::uint32_t document = document_of(matched, id, ranking.documents[at]);
    if (document == 0 || !matched.listed.contains(document)) continue;
    ResultRow row{document, ranking.scores.empty() ? 0 : ranking.scores[at], {}, 0};
    if (const auto parts = ranking.explain.find(id); parts != ranking.explain.end()) row.explain = parts->second;
    if (request.explain) explain_as_a_whole(row);
    row.by_meaning = ranking.by_meaning.contains(id);
    window.rows.push_back(std::move(row));
  }
}

} // namespace

ResultWindow cut_window(const MatchedSet& matched, const ResultOrder& order) {
  ResultWindow window{{}, order.offset, {}, {}};
  const CachedRanking& ranking = *order.ranking;
  std::size_t end = order.begin;
  add_rows(matched, ranking, end, window);
  add_more_from_source(matched, window);
  const bool has_more =
      end < ranking.ids.size() || (!ranking.is_complete && matched.total_listed() > ranking.ids.size());
  if (has_more && !window.rows.empty())
    window.next = next_cursor(matched, window, order.id, order.offset + (end - order.begin));
  return window;
}

Result<void> add_scores(const MatchedSet& matched, ResultWindow& window) {
  if (matched.by_relevance() || !matched.plan.query.has_words || window.rows.empty()) return {};
  DocSet documents(matched.columns().last_document);
  for (const ResultRow& row : window.rows) documents.add(row.document);
  TRAWL_TRY(auto ranked,
            rank(matched.plan.rank, *matched.matcher, documents, rank_request(matched, window.rows.size())));
  for (RankedDocument& one : ranked) {
    const auto row = std::ranges::find(window.rows, one.document, &ResultRow::document);
    row->score = one.score;
    row->explain = std::move(one.explain);
    if (matched.request().explain) explain_as_a_whole(*row);
    row->by_meaning = one.by_meaning;
  }
  return {};
}

} // namespace trawl::search
