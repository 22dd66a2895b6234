// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/result_window.h"

#include "shared/article/kind.h"
#include "shared/schema/terms.h"
#include "shared/search/answer/cursor.h"
#include "shared/search/answer/sort.h"
#include "shared/search/answer/stories.h"

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

/// Takes digests out of the window of which the result has an entry: that is the hit.
void fold_digests(const MatchedSet& matched, ResultWindow& window) {
  const index::ValueColumn* kinds = matched.columns().column("kind");
  const auto digest = kinds == nullptr ? std::nullopt : kinds->find(kDigestKind);
  if (!digest) return;
  std::erase_if(window.rows, [&](const ResultRow& row) {
    if (kinds->of(row.document).front() != *digest) return false;
    const std::string id = article_id_of(matched.columns().id[row.document]);
    return matched.matcher->find(match_term(schema::part_term(id)), matched.listed).count() > 0;
  });
}

/// Puts translations beneath the first of them in the window, which has fewer rows then. So offsets and cursors count
/// articles, as totals do, and a walk over all windows meets each once.
void fold_window(const MatchedSet& matched, ResultWindow& window) {
  std::vector<std::uint32_t> documents;
  for (const ResultRow& row : window.rows) documents.push_back(row.document);
  Stories stories = fold_translations(*matched.snapshot, documents);
  if (stories.translations.empty()) return;
  std::erase_if(window.rows, [&](const ResultRow& row) {
    return std::ranges::find(stories.documents, row.document) == stories.documents.end();
  });
  for (ResultRow& row : window.rows) row.translations = std::move(stories.translations[row.document]);
}

} // namespace

ResultWindow cut_window(const MatchedSet& matched, const ResultOrder& order) {
  ResultWindow window{{}, order.offset, {}};
  const CachedRanking& ranking = *order.ranking;
  std::size_t end = order.begin;
  add_rows(matched, ranking, end, window);
  add_more_from_source(matched, window);
  const bool has_more =
      end < ranking.ids.size() || (!ranking.is_complete && matched.total_listed() > ranking.ids.size());
  if (has_more && !window.rows.empty())
    window.next = next_cursor(matched, window, order.id, order.offset + (end - order.begin));
  if (matched.by_relevance()) {
    fold_digests(matched, window);
    fold_window(matched, window);
  }
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
