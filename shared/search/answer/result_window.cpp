// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/result_window.h"

#include "shared/search/answer/cursor.h"
#include "shared/search/answer/sort.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace trawl::search {
namespace {

std::string next_cursor(const MatchedSet& matched, const ResultWindow& window, std::size_t offset) {
  const SortPosition last = position_of(matched.columns(), window.rows.back().document, matched.plan.order);
  return encode_cursor({matched.plan.order, query_hash(matched.request()), matched.is_exact ? revision_of(matched) : 0,
                        matched.plan.now, offset, last});
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

} // namespace

ResultWindow cut_window(const MatchedSet& matched, ResultOrder order) {
  ResultWindow window{{}, order.offset, {}, {}};
  const SearchRequest& request = matched.request();
  const std::size_t known = order.documents.size();
  std::size_t at = order.begin;
  for (; at < known && window.rows.size() < request.limit; ++at) {
    RankedDocument& one = order.documents[at];
    ResultRow row{one.document, static_cast<float>(one.score), std::move(one.explain), 0, one.by_meaning};
    if (request.explain) explain_as_a_whole(row);
    window.rows.push_back(std::move(row));
  }
  add_more_from_source(matched, window);
  const bool has_more = at < known || (!order.is_complete && matched.total_listed() > known);
  if (has_more && !window.rows.empty()) window.next = next_cursor(matched, window, order.offset + window.rows.size());
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
