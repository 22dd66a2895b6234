// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/result_order.h"

#include "shared/base/sha256.h"
#include "shared/query/fields.h"
#include "shared/search/answer/cursor.h"
#include "shared/search/answer/sort.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

/// A ranking is extended by at least this many documents, because the whole result is ranked each time.
constexpr std::size_t kMinExtension = 200;
/// Of a result that is to be grouped, this many times as many documents are ranked as are wanted; if these are too few,
/// this many times as many again.
constexpr std::size_t kFirstGrouped = 4;

/// Names a ranking by all it was made from that query_hash leaves out: the revisions of index and marks, the order,
/// what moves with the clock (bounds on dates, also inside the query, and the bonus for new articles). Never 0.
std::uint64_t ranking_id(const MatchedSet& matched) {
  const IndexState state = matched.snapshot->state();
  const SearchRequest& request = matched.request();
  std::string made_from;
  for (const std::uint64_t number : {state.generation, state.revision, state.identity}) {
    made_from += std::to_string(number) + " ";
  }
  made_from += std::to_string(static_cast<int>(matched.plan.order)) + " ";
  made_from += query::date_value(matched.plan.filters.dates) + " ";
  if (request.marks) made_from += std::to_string(request.marks->revision) + " ";
  if (matched.by_relevance() && request.recency > 0) made_from += to_rfc3339(matched.plan.now);
  made_from += " " + matched.plan.query.understood;
  return sha256_number(made_from) | 1;
}

/// An order of `documents`, some of those that were `ranked`, with their scores if that is by relevance.
CachedRanking ranking_of(const MatchedSet& matched, std::vector<std::uint32_t> documents,
                         std::vector<RankedDocument> ranked) {
  CachedRanking out;
  const auto& ids = matched.columns().id;
  out.ids.reserve(documents.size());
  for (const std::uint32_t document : documents) out.ids.push_back(ids[document]);
  out.documents = std::move(documents);
  if (!matched.by_relevance()) return out;
  std::unordered_map<std::uint32_t, double> scores;
  for (RankedDocument& one : ranked) {
    scores[one.document] = one.score;
    if (one.by_meaning) out.by_meaning.insert(ids[one.document]);
    if (!one.explain.empty()) out.explain[ids[one.document]] = std::move(one.explain);
  }
  out.scores.reserve(out.documents.size());
  for (const std::uint32_t document : out.documents) out.scores.push_back(static_cast<float>(scores[document]));
  return out;
}

CachedRanking appended(CachedRanking known, CachedRanking rest) {
  known.ids.insert(known.ids.end(), rest.ids.begin(), rest.ids.end());
  known.documents.insert(known.documents.end(), rest.documents.begin(), rest.documents.end());
  known.scores.insert(known.scores.end(), rest.scores.begin(), rest.scores.end());
  known.explain.merge(rest.explain);
  known.by_meaning.merge(rest.by_meaning);
  known.is_complete = rest.is_complete;
  return known;
}

/// How many documents are ranked so that `count` are known.
std::size_t length_to_rank(std::size_t count, const SourceGrouping& grouping, const CachedRanking* known) {
  if (!grouping.none()) return kFirstGrouped * std::max(count, RankingParameters{}.depth);
  return known == nullptr ? count : std::max({count, 2 * known->ids.size(), known->ids.size() + kMinExtension});
}

/// The order of the result from its beginning, of at least `count` documents if there are as many; with grouping, of
/// one more. `known`: without grouping, those that come first, whatever the order is now; null: none. Without a commit
/// in between, the result is the same as without it. Timeout.
Result<CachedRanking> make_ranking(const MatchedSet& matched, std::size_t count, const CachedRanking* known) {
  const index::Columns& columns = matched.columns();
  const SourceGrouping grouping = grouping_of(matched.request());
  const SourceCounts counts = grouping.none() ? SourceCounts{} : count_by_source(columns, matched.listed);
  // It is not known in advance how many documents must be ranked so that `count` are left after grouping.
  for (std::size_t length = length_to_rank(count, grouping, known);; length *= kFirstGrouped) {
    std::vector<RankedDocument> ranked;
    if (matched.by_relevance()) {
      TRAWL_TRY(ranked, rank(matched.plan.rank, *matched.matcher, matched.listed, rank_request(matched, length)));
    } else {
      for (const std::uint32_t document : first_sorted(columns, matched.listed, matched.plan.order, length))
        ranked.push_back({document, 0});
    }
    const bool is_complete = ranked.size() == matched.total_listed();
    if (known != nullptr) {
      const std::unordered_set<std::uint64_t> ids(known->ids.begin(), known->ids.end());
      std::erase_if(ranked, [&](const RankedDocument& one) { return ids.contains(columns.id[one.document]); });
    }
    std::vector<std::uint32_t> documents;
    documents.reserve(ranked.size());
    for (const RankedDocument& one : ranked) documents.push_back(one.document);
    documents = group_by_source(columns, std::move(documents), grouping, is_complete ? nullptr : &counts);
    CachedRanking ranking = ranking_of(matched, std::move(documents), std::move(ranked));
    ranking.is_complete = is_complete;
    if (known != nullptr) return appended(*known, std::move(ranking));
    // One more than asked for says that there is a next window.
    if (grouping.none() || is_complete || ranking.ids.size() > count) return ranking;
  }
}

/// By a column, without grouping: the cursor names the last hit, so nothing needs to be kept.
ResultOrder sorted_order(const MatchedSet& matched, const std::optional<Cursor>& cursor) {
  const SearchRequest& request = matched.request();
  const std::size_t begin = cursor ? 0 : request.offset, count = begin + request.limit + 1;
  CachedRanking ranking = ranking_of(matched,
                                     first_sorted(matched.columns(), matched.listed, matched.plan.order, count,
                                                  cursor ? std::optional(cursor->last) : std::nullopt),
                                     {});
  ranking.is_complete = ranking.ids.size() < count;
  return {std::make_shared<const CachedRanking>(std::move(ranking)), 0, begin,
          cursor ? static_cast<std::size_t>(cursor->offset) : request.offset};
}

/// Where a cursor continues in a ranking that had to be made again: after the last hit, if it is still there.
std::size_t position_after(const Cursor& cursor, const CachedRanking& ranking) {
  const auto it = std::ranges::find(ranking.ids, cursor.last.id);
  if (it != ranking.ids.end()) return static_cast<std::size_t>(it - ranking.ids.begin()) + 1;
  return static_cast<std::size_t>(std::min<std::uint64_t>(cursor.offset, ranking.ids.size()));
}

} // namespace

SourceGrouping grouping_of(const SearchRequest& request) {
  const bool is_default = request.group_by_source && request.per_source == 0;
  return {is_default ? kDefaultGroupSize : request.per_source, request.group_by_source};
}

RankRequest rank_request(const MatchedSet& matched, std::size_t count) {
  const SearchRequest& asked = matched.request();
  // Among articles of one language there is nothing to prefer.
  const index::ValueColumn* languages = matched.columns().column("language");
  const bool has_choice = languages != nullptr && languages->values.size() > 1;
  return {count,
          asked.explain,
          asked.recency,
          matched.plan.now,
          has_choice ? preferred_language(asked.lang_boost, asked.reader_language, matched.plan.query.plain_words)
                     : PreferredLanguage{},
          asked.meaning};
}

Result<ResultOrder> order_result(const MatchedSet& matched, CachedRankings& rankings) {
  const SearchRequest& request = matched.request();
  std::optional<Cursor> cursor;
  if (!request.cursor.empty()) {
    TRAWL_TRY(cursor, cursor_of(request, matched.plan.order));
  }
  const bool is_grouped = !grouping_of(request).none();
  if (!matched.by_relevance() && !is_grouped) return sorted_order(matched, cursor);
  std::size_t begin = cursor ? static_cast<std::size_t>(cursor->offset) : request.offset;
  if (!cursor && request.limit == 0) return ResultOrder{std::make_shared<const CachedRanking>(), 0, begin, begin};

  const std::size_t end = begin + request.limit;
  const std::uint64_t named = cursor ? cursor->ranking : 0; // that its first window was cut from
  const CachedRankings::Key key{query_hash(request), named != 0 ? named : ranking_id(matched), request.explain};
  const auto known = named != 0 ? rankings.find(key) : nullptr;
  if (known && (known->is_complete || known->ids.size() > end)) return ResultOrder{known, key.ranking, begin, begin};
  const bool is_lost = cursor && !known;
  TRAWL_TRY(CachedRanking ranking,
            make_ranking(matched, is_lost ? matched.total_listed() : end, is_grouped ? nullptr : known.get()));
  if (is_lost) begin = position_after(*cursor, ranking);
  if (!matched.is_exact) { // the next window continues in what is cached, if anything is
    return ResultOrder{std::make_shared<const CachedRanking>(std::move(ranking)), known ? key.ranking : 0, begin,
                       begin};
  }
  return ResultOrder{rankings.keep(key, std::move(ranking)), key.ranking, begin, begin};
}

} // namespace trawl::search
