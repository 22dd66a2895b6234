// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/result_order.h"

#include "shared/base/sha256.h"
#include "shared/search/answer/cursor.h"
#include "shared/search/answer/sort.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

/// Of a result that is to be grouped, this many times as many documents are ranked as are wanted; if these are too few,
/// this many times as many again.
constexpr std::size_t kFirstGrouped = 4;

std::vector<RankedDocument> without_scores(const std::vector<std::uint32_t>& documents) {
  std::vector<RankedDocument> out;
  out.reserve(documents.size());
  for (const std::uint32_t document : documents) out.push_back({.document = document});
  return out;
}

/// The first `length` documents of the result. Timeout.
Result<std::vector<RankedDocument>> first_ranked(const MatchedSet& matched, std::size_t length) {
  if (matched.by_relevance())
    return rank(matched.plan.rank, *matched.matcher, matched.listed, rank_request(matched, length));
  return without_scores(first_sorted(matched.columns(), matched.listed, matched.plan.order, length));
}

/// `ranked`, in the order of grouping; see group_by_source.
std::vector<RankedDocument> grouped(const MatchedSet& matched, std::vector<RankedDocument> ranked,
                                    const SourceCounts* counts) {
  std::vector<std::uint32_t> documents;
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const RankedDocument& one : ranked) {
    places.emplace(one.document, documents.size());
    documents.push_back(one.document);
  }
  std::vector<RankedDocument> out;
  for (const std::uint32_t document :
       group_by_source(matched.columns(), std::move(documents), grouping_of(matched.request()), counts))
    out.push_back(std::move(ranked[places.at(document)]));
  return out;
}

/// The order from the beginning of the result, of at least `count` documents if there are as many; with grouping, of
/// one more, which says that there is a next window. Timeout.
Result<ResultOrder> order_from_beginning(const MatchedSet& matched, std::size_t count) {
  ResultOrder order;
  const bool is_grouped = !grouping_of(matched.request()).none();
  const SourceCounts counts = is_grouped ? count_by_source(matched.columns(), matched.listed) : SourceCounts{};
  // It is not known in advance how many documents must be ranked so that `count` are left after grouping.
  std::size_t length = is_grouped ? kFirstGrouped * std::max(count, RankingParameters{}.depth) : count;
  for (;; length *= kFirstGrouped) {
    TRAWL_TRY(order.documents, first_ranked(matched, length));
    order.is_complete = order.documents.size() == matched.total_listed();
    if (!is_grouped) return order;
    order.documents = grouped(matched, std::move(order.documents), order.is_complete ? nullptr : &counts);
    if (order.is_complete || order.documents.size() > count) return order;
  }
}

/// By a column, without grouping: the cursor names the last hit, so what was committed meanwhile moves nothing.
ResultOrder sorted_order(const MatchedSet& matched, const std::optional<Cursor>& cursor) {
  const SearchRequest& request = matched.request();
  const std::size_t begin = cursor ? 0 : request.offset, count = begin + request.limit + 1;
  ResultOrder order{.documents =
                        without_scores(first_sorted(matched.columns(), matched.listed, matched.plan.order, count,
                                                    cursor ? std::optional(cursor->last) : std::nullopt)),
                    .begin = begin,
                    .offset = cursor ? static_cast<std::size_t>(cursor->offset) : request.offset};
  order.is_complete = order.documents.size() < count;
  return order;
}

/// Where a cursor continues in an order that is not its own: behind the last hit, if that is still there.
std::size_t place_behind(const Cursor& cursor, std::size_t offset, const std::vector<RankedDocument>& documents,
                         const index::Columns& columns) {
  const std::vector<std::uint64_t>& ids = columns.ids();
  const auto last =
      std::ranges::find(documents, cursor.last.id, [&](const RankedDocument& one) { return ids[one.document]; });
  if (last != documents.end()) return static_cast<std::size_t>(last - documents.begin()) + 1;
  return std::min(offset, documents.size());
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

std::uint64_t revision_of(const MatchedSet& matched) {
  const IndexState state = matched.snapshot->state();
  std::string made_from;
  for (const std::uint64_t number : {state.generation, state.revision, state.identity})
    made_from += std::to_string(number) + " ";
  if (const auto& marks = matched.request().marks) made_from += std::to_string(marks->revision);
  return sha256_number(made_from);
}

Result<ResultOrder> order_result(const MatchedSet& matched) {
  const SearchRequest& request = matched.request();
  std::optional<Cursor> cursor;
  if (!request.cursor.empty()) {
    TRAWL_TRY(cursor, cursor_of(request, matched.plan.order));
  }
  if (!matched.by_relevance() && grouping_of(request).none()) return sorted_order(matched, cursor);
  const std::size_t begin = cursor ? static_cast<std::size_t>(cursor->offset) : request.offset;
  if (!cursor && request.limit == 0) return ResultOrder{{}, false, begin, begin, false};
  const bool is_other = cursor && cursor->revision != revision_of(matched);
  // Not beyond the end: a forged cursor may name any place. In another order the last hit may be anywhere.
  const std::size_t listed = matched.total_listed();
  TRAWL_TRY(ResultOrder order,
            order_from_beginning(matched, is_other ? listed : std::min(begin, listed) + request.limit));
  order.begin = is_other ? place_behind(*cursor, begin, order.documents, matched.columns()) : begin;
  order.offset = order.begin;
  order.has_changed = is_other && cursor->revision != 0;
  return order;
}

} // namespace trawl::search
