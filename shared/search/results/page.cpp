// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/page.h"

#include "shared/base/sha256.h"
#include "shared/search/rank/ranking.h"
#include "shared/search/results/grouping.h"
#include "shared/search/results/sort.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <unordered_set>

namespace trawl::search {
namespace {

using Documents = std::vector<std::uint32_t>;

/// A frozen order is extended by at least so many at a time, as each time ranks the whole result.
constexpr std::size_t kExtension = 200;

Caps caps_of(const SearchRequest& request) {
  const std::size_t per_source = request.group_by_source && request.per_source == 0 ? kGroupSize : request.per_source;
  return {per_source, request.group_by_source};
}

/// Names an order by what it began with: the revision, and the bounds on dates, which query_hash leaves out. Never 0.
std::uint64_t list_of(const PageQuery& query) {
  const auto bound = [](const std::optional<Moment>& moment) {
    return moment ? std::to_string(moment->time_since_epoch().count()) : std::string("-");
  };
  const IndexState state = query.snapshot.state();
  const auto digest = sha256(std::to_string(state.generation) + "." + std::to_string(state.revision) + " " +
                             bound(query.filters.after) + " " + bound(query.filters.before));
  std::uint64_t list = 0;
  for (std::size_t i = 0; i < 8; ++i) list = list << 8 | digest[i];
  return list | 1;
}

std::string hex16(std::uint64_t id) {
  char buffer[17];
  std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(id));
  return buffer;
}

/// The first `count` of `within` in the request's order, without caps; with scores if that is relevance.
Result<std::vector<RankedDocument>> ordered(const PageQuery& query, const DocSet& within, std::size_t count) {
  if (query.order == SortOrder::Relevance) {
    return rank(query.parsed, *query.snapshot.reader, within, count, query.request.explain, query.request.recency,
                query.now, query.deadline);
  }
  std::vector<RankedDocument> rows;
  for (const std::uint32_t document : first_sorted(query.snapshot.columns(), within, query.order, count)) {
    rows.push_back({document, 0, {}});
  }
  return rows;
}

Documents documents_of(const std::vector<RankedDocument>& rows) {
  Documents documents;
  documents.reserve(rows.size());
  for (const RankedDocument& row : rows) documents.push_back(row.document);
  return documents;
}

/// The order of `documents`, with what ranking said of them.
FrozenOrder frozen(const PageQuery& query, const Documents& documents, std::vector<RankedDocument> ranked) {
  FrozenOrder order;
  order.ids.reserve(documents.size());
  const auto& ids = query.snapshot.columns().id;
  for (const std::uint32_t document : documents) order.ids.push_back(ids[document]);
  order.documents = documents;
  if (query.order != SortOrder::Relevance) return order;
  std::unordered_map<std::uint32_t, double> scores;
  for (RankedDocument& row : ranked) {
    scores[row.document] = row.score;
    if (!row.explain.empty()) order.explain[ids[row.document]] = std::move(row.explain);
  }
  order.scores.reserve(documents.size());
  for (const std::uint32_t document : documents) order.scores.push_back(static_cast<float>(scores[document]));
  return order;
}

/// The order from its beginning, `count` long at least if the result is.
Result<FrozenOrder> fresh_order(const PageQuery& query, std::size_t count) {
  const Caps caps = caps_of(query.request);
  const std::size_t wanted = caps.none() ? std::max(count, RankingParameters{}.depth) : query.total;
  TRAWL_TRY(auto rows, ordered(query, query.result, wanted));
  const bool complete = rows.size() == query.total;
  const Documents documents = documents_of(rows);
  FrozenOrder order =
      frozen(query, caps.none() ? documents : arrange(query.snapshot.columns(), documents, caps), std::move(rows));
  order.complete = complete;
  return order;
}

/// The order as it was given so far, and after that what else there is now: without a commit since, what a longer order
/// would have had from the beginning.
Result<FrozenOrder> extended(const PageQuery& query, const FrozenOrder& given, std::size_t count) {
  const std::unordered_set<std::uint64_t> known(given.ids.begin(), given.ids.end());
  const std::size_t wanted = given.ids.size() + std::max({count - given.ids.size(), given.ids.size(), kExtension});
  TRAWL_TRY(auto rows, ordered(query, query.result, wanted));
  FrozenOrder order = given;
  order.complete = rows.size() < wanted;
  std::erase_if(rows, [&](const auto& row) { return known.contains(query.snapshot.columns().id[row.document]); });
  const Documents documents = documents_of(rows);
  FrozenOrder more = frozen(query, documents, std::move(rows));
  order.ids.insert(order.ids.end(), more.ids.begin(), more.ids.end());
  order.documents.insert(order.documents.end(), more.documents.begin(), more.documents.end());
  order.scores.insert(order.scores.end(), more.scores.begin(), more.scores.end());
  order.explain.merge(more.explain);
  return order;
}

/// The number of an article now, which mostly is what it was; 0 if it is gone.
std::uint32_t document_of(const PageQuery& query, std::uint64_t id, std::uint32_t once) {
  const index::Columns& columns = query.snapshot.columns();
  if (columns.is_live(once) && columns.id[once] == id) return once;
  return query.snapshot.reader->find(hex16(id));
}

/// What is left of the result at order.ids[begin …], at most `limit` rows; `begin` is moved behind the last one looked
/// at. Scores and their parts are those that made the order.
void add_rows(const PageQuery& query, const FrozenOrder& order, std::size_t& begin, Page& page) {
  for (; begin < order.ids.size() && page.rows.size() < query.request.limit; ++begin) {
    const std::uint64_t id = order.ids[begin];
    const std::uint32_t document = document_of(query, id, order.documents[begin]);
    if (document == 0 || !query.result.contains(document)) continue;
    Page::Row row{document, order.scores.empty() ? 0 : order.scores[begin], {}, 0};
    if (const auto parts = order.explain.find(id); parts != order.explain.end()) {
      row.explain = parts->second;
    } else if (query.request.explain && row.score != 0) {
      row.explain.push_back({"words", "beyond the best hundred", row.score});
    }
    page.rows.push_back(std::move(row));
  }
}

/// Scores for the hits of a page that is in another order.
Result<void> add_scores(const PageQuery& query, Page& page) {
  if (query.order == SortOrder::Relevance || !query.parsed.has_words || page.rows.empty()) return {};
  DocSet documents(query.snapshot.columns().last_document);
  for (const Page::Row& row : page.rows) documents.add(row.document);
  TRAWL_TRY(auto scored, rank(query.parsed, *query.snapshot.reader, documents, page.rows.size(), query.request.explain,
                              query.request.recency, query.now, query.deadline));
  for (RankedDocument& ranked : scored) {
    const auto row = std::ranges::find(page.rows, ranked.document, &Page::Row::document);
    row->score = ranked.score;
    row->explain = std::move(ranked.explain);
  }
  return {};
}

void add_more_from_source(const PageQuery& query, Page& page) {
  const Caps caps = caps_of(query.request);
  if (caps.per_source == 0) return;
  const SourceCounts counts = count_by_source(query.snapshot.columns(), query.result);
  for (Page::Row& row : page.rows) {
    const std::size_t all = counts.of(query.snapshot.columns(), row.document);
    row.more_from_source = all > caps.per_source ? all - caps.per_source : 0;
  }
}

std::string next_cursor(const PageQuery& query, const Page& page, std::uint64_t list, std::size_t given) {
  const SortPosition last = position_of(query.snapshot.columns(), page.rows.back().document);
  return encode_cursor({query.order, query_hash(query.request), list, given, last});
}

/// By columns and without caps: the cursor's own position is all that is needed.
Result<Page> sorted_page(const PageQuery& query) {
  Page page;
  page.offset = query.request.offset;
  std::size_t skip = query.request.offset;
  std::optional<SortPosition> after;
  if (!query.request.cursor.empty()) {
    TRAWL_TRY(const Cursor cursor, cursor_of(query.request, query.order));
    after = cursor.last;
    page.offset = static_cast<std::size_t>(cursor.given);
    skip = 0;
  }
  const std::size_t limit = query.request.limit;
  Documents documents = first_sorted(query.snapshot.columns(), query.result, query.order, skip + limit + 1, after);
  documents.erase(documents.begin(), documents.begin() + static_cast<std::ptrdiff_t>(std::min(skip, documents.size())));
  const bool more = documents.size() > limit;
  if (more) documents.resize(limit);
  for (const std::uint32_t document : documents) page.rows.push_back({document, 0, {}, 0});
  if (more && limit > 0) page.next = next_cursor(query, page, 0, page.offset + limit);
  return page;
}

/// Where the page of a cursor begins in an order that had to be made anew: behind the last hit, if that is still there.
std::size_t begin_of(const FrozenOrder& order, const Cursor& cursor) {
  const auto it = std::ranges::find(order.ids, cursor.last.id);
  if (it != order.ids.end()) return static_cast<std::size_t>(it - order.ids.begin()) + 1;
  return static_cast<std::size_t>(std::min<std::uint64_t>(cursor.given, order.ids.size()));
}

/// By relevance, or with caps: pages of a frozen order.
Result<Page> frozen_page(const PageQuery& query, CachedRankings& orders) {
  const std::size_t limit = query.request.limit;
  Page page;
  // An order that is to explain itself is one of its own.
  CachedRankings::Key key{query_hash(query.request) ^ (query.request.explain ? 1U : 0U), list_of(query)};
  std::size_t begin = query.request.offset;
  std::shared_ptr<const FrozenOrder> order;
  if (query.request.cursor.empty()) {
    page.offset = begin;
    if (limit == 0) return page;
    TRAWL_TRY(FrozenOrder fresh, fresh_order(query, begin + limit));
    order = orders.keep(key, std::move(fresh));
  } else {
    TRAWL_TRY(const Cursor cursor, cursor_of(query.request, query.order));
    key.list = cursor.list;
    begin = static_cast<std::size_t>(cursor.given);
    order = orders.find(key);
    if (!order) {
      TRAWL_TRY(FrozenOrder fresh, fresh_order(query, query.total));
      begin = begin_of(fresh, cursor);
      order = orders.keep(key, std::move(fresh));
    } else if (!order->complete && order->ids.size() < begin + limit) {
      TRAWL_TRY(FrozenOrder longer, extended(query, *order, begin + limit));
      order = orders.keep(key, std::move(longer));
    }
  }
  page.offset = begin;
  add_rows(query, *order, begin, page);
  TRAWL_CHECK(add_scores(query, page));
  add_more_from_source(query, page);
  const bool more = begin < order->ids.size() || (!order->complete && query.total > order->ids.size());
  if (more && !page.rows.empty()) page.next = next_cursor(query, page, key.list, begin);
  return page;
}

} // namespace

Result<Page> cut_page(const PageQuery& query, CachedRankings& orders) {
  const bool by_columns = query.order != SortOrder::Relevance && caps_of(query.request).none();
  if (!by_columns) return frozen_page(query, orders);
  TRAWL_TRY(Page page, sorted_page(query));
  TRAWL_CHECK(add_scores(query, page));
  return page;
}

} // namespace trawl::search
