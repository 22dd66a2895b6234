// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/search_answer.h"

#include "shared/opensearch/answers/facet_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/answers/planned_search.h"
#include "shared/opensearch/answers/result_order.h"
#include "shared/opensearch/answers/scoring.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/schema/fields.h"
#include "shared/search/answer/grouping.h"
#include "shared/search/facets/date_histogram.h"
#include "shared/search/facets/facet_values.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace trawl::opensearch {
namespace {

using search::SearchRequest;
using search::SearchResponse;
using search::SortOrder;

constexpr std::size_t kMaxGroupedSources = 10'000; // OpenSearch allows 65,535 buckets (search.max_buckets)

struct PageRow {
  Json document;
  std::size_t more_from_source = 0;
};

/// One search in the cluster.
class ClusterSearch {
 public:
  ClusterSearch(PlannedSearch planned, const Session& session, Moment now)
      : planned_(std::move(planned)), session_(session), now_(now), marks_(planned_.marks) {}

  Result<SearchResponse> run(const SearchRequest& typed) {
    TRAWL_CHECK(find_page());
    SearchResponse response;
    response.q = typed.q;
    if (request().explain) response.plan = search::explain_plan(planned_.plan);
    response.understood = planned_.plan.understood;
    response.total = number_at(found_, "/found/total/doc_count");
    const std::size_t listed = number_at(found_, "/listed/doc_count");
    response.total_fewer_words = listed - std::min(listed, response.total);
    if (is_grouped()) response.left_out = listed - std::min(listed, rows_in_all_);
    response.offset = cursor_.offset;
    response.limit = request().limit;
    response.next = std::move(next_);
    response.warnings = std::move(planned_.warnings);
    for (const PageRow& row : rows_) {
      TRAWL_TRY(search::Hit hit, marked_hit(row.document, marks_, request(), session_));
      hit.more_from_source = row.more_from_source;
      hit.by_words = planned_.plan.query.has_words;
      response.hits.push_back(std::move(hit));
    }
    TRAWL_CHECK(add_facets(response));
    response.filters = std::move(planned_.plan.filters);
    return response;
  }

 private:
  const SearchRequest& request() const { return planned_.plan.request; }
  SortOrder order() const { return planned_.plan.order; }
  bool is_grouped() const { return request().per_source > 0 || request().group_by_source; }
  bool is_counted(std::string_view field) const {
    return std::ranges::find(request().facets, field) != request().facets.end();
  }

  /// The part that all requests of this search share. Filters on faceted fields are applied as post filters, because a
  /// field's counts ignore its own filter.
  Json base_request() const {
    std::vector<Json> before{match_query(*planned_.plan.listed)}, after;
    for (const auto& [field, filter] : planned_.filters)
      (is_counted(field) ? after : before).push_back(match_query(*filter));
    Json body = {{"track_total_hits", false}, {"track_scores", true}, {"sort", sort_keys(order())}};
    body["_source"] = source_parts(part_of(request()));
    body["query"] = scored_query(planned_, all_query(std::move(before)), now_);
    if (!after.empty()) body["post_filter"] = all_query(std::move(after));
    return body;
  }

  /// The filters on other fields than `field`.
  Json filters_beside(std::string_view field) const { return all_but(planned_.filters, field); }
  Json match() const { return match_query(*planned_.plan.match); }

  /// Counts what is found, and what is listed although it has fewer of the words; and the facets. The words are looked
  /// for once for all counts, or not again if what is listed has them all.
  void add_counts(Json& body) const {
    body["aggs"]["listed"]["filter"] = filters_beside("");
    Json& found = body["aggs"]["found"];
    found["filter"] = planned_.plan.match == planned_.plan.listed ? everything() : match();
    found["aggs"]["total"]["filter"] = filters_beside("");
    for (const std::string& field : request().facets) {
      const bool keeps_own = field == search::kDateField && !request().all_dates;
      found["aggs"][field] = facet_aggregation(field, filters_beside(keeps_own ? "" : field));
    }
  }

  Result<void> find_page() {
    Json body = base_request();
    add_counts(body);
    const bool can_change = order() == SortOrder::Relevance || is_grouped(); // by what is indexed meanwhile
    if (!request().cursor.empty()) {
      TRAWL_TRY(cursor_, decode_cursor(request(), order()));
    } else {
      cursor_ = {order(), request().offset, {}, can_change && request().limit > 0 ? session_.open_point() : ""};
    }
    TRAWL_CHECK(is_grouped() ? find_groups(std::move(body)) : find_rows(std::move(body)));
    if (next_.empty() && !cursor_.point.empty()) session_.close_point(cursor_.point);
    return {};
  }

  Result<void> find_rows(Json body) {
    body["size"] = request().limit == 0 ? 0 : request().limit + 1;
    if (cursor_.last.is_null())
      body["from"] = cursor_.offset;
    else
      body["search_after"] = cursor_.last;
    TRAWL_TRY(const Json answer, session_.search_in(std::move(body), cursor_.point));
    found_ = answer.value("aggregations", Json::object());
    const Json& documents = buckets_of(answer, "/hits/hits");
    for (std::size_t i = 0; i < std::min(documents.size(), request().limit); ++i) rows_.push_back({documents[i], 0});
    if (documents.size() <= rows_.size() || rows_.empty()) return {};
    PageCursor next = cursor_;
    next.offset += rows_.size();
    next.last = rows_.back().document.value("sort", Json::array());
    next_ = encode_cursor(next, request());
    return {};
  }

  /// The best rows of each source, in order; with `group_by_source`, the rows of a source next to each other.
  std::vector<PageRow> rows_of_groups() const {
    std::vector<PageRow> rows;
    for (const Json& group : buckets_of(found_, "/groups/of/buckets")) {
      const std::size_t all = number_at(group, "/doc_count");
      const Json& best = buckets_of(group, "/best/hits/hits");
      for (const Json& document : best) {
        if (!document.contains("sort")) continue;
        rows.push_back({document, all - std::min(all, best.size())});
        rows.back().document["source"] = group.value("key", "");
      }
    }
    std::ranges::stable_sort(rows, [&](const PageRow& a, const PageRow& b) {
      return comes_before(a.document.at("sort"), b.document.at("sort"), order());
    });
    if (!request().group_by_source) return rows;
    std::map<std::string, std::size_t> places; // of sources, by their best rows
    const auto source_of = [](const PageRow& row) { return row.document.at("source").get<std::string>(); };
    for (const PageRow& row : rows) places.try_emplace(source_of(row), places.size());
    std::ranges::stable_sort(rows, {}, [&](const PageRow& row) { return places.at(source_of(row)); });
    return rows;
  }

  Result<void> find_groups(Json body) {
    const std::size_t per_source = request().per_source > 0 ? request().per_source : search::kDefaultGroupSize;
    const Json best = {{"size", std::min(kMaxGroup, per_source)},
                       {"sort", std::move(body["sort"])},
                       {"track_scores", true},
                       {"_source", false}};
    body["size"] = 0;
    body.erase("sort");
    body["aggs"]["groups"]["filter"] = body.value("post_filter", everything());
    body["aggs"]["groups"]["aggs"]["of"] = {
        {"terms", {{"field", std::string(field::kOwnSource)}, {"size", kMaxGroupedSources}}},
        {"aggs", {{"best", {{"top_hits", best}}}}}};
    TRAWL_TRY(const Json answer, session_.search_in(std::move(body), cursor_.point));
    found_ = answer.value("aggregations", Json::object());
    std::vector<PageRow> rows = rows_of_groups();
    rows_in_all_ = rows.size();
    const std::size_t begin = std::min(cursor_.offset, rows.size()),
                      end = std::min(rows.size(), begin + request().limit);
    rows_.assign(std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(begin)),
                 std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(end)));
    TRAWL_CHECK(read_documents());
    if (end == rows.size() || rows_.empty()) return {};
    PageCursor next = cursor_;
    next.offset = end;
    next_ = encode_cursor(next, request());
    return {};
  }

  /// Replaces the rows' documents, which contain only sort values, with complete ones.
  Result<void> read_documents() {
    std::vector<std::string> ids;
    for (const PageRow& row : rows_) ids.push_back(row.document.value("_id", ""));
    if (ids.empty()) return {};
    const Json body = {{"size", ids.size()},
                       {"track_total_hits", false},
                       {"_source", source_parts(part_of(request()))},
                       {"query", terms_query(field::kId, ids)}};
    TRAWL_TRY(const Json answer, session_.search(body));
    const Json& documents = buckets_of(answer, "/hits/hits");
    std::erase_if(rows_, [&](PageRow& row) {
      const auto found =
          std::ranges::find(documents, row.document.at("_id"), [](const Json& one) { return one.at("_id"); });
      if (found == documents.end()) return true; // removed meanwhile
      row.document["_source"] = found->value("_source", Json());
      return false;
    });
    return {};
  }

  Result<void> add_facets(SearchResponse& response) const {
    for (const std::string& field : request().facets) {
      const Json counted = found_.value(Json::json_pointer("/found/" + field), Json::object());
      if (field == search::kDateField) {
        response.dates = read_histogram(counted, request().date_interval);
        if (auto warning = search::coarser_interval(request().date_interval, *response.dates))
          response.warnings.push_back(std::move(*warning));
      } else if (schema::filter_index(field)) {
        const FacetRequest asked{field, request(), planned_.plan.filters, {}};
        TRAWL_TRY(search::Facet facet, read_facet(counted, asked, session_, response.warnings));
        response.facets.push_back(std::move(facet));
      }
    }
    return {};
  }

  PlannedSearch planned_;
  const Session& session_;
  Moment now_;
  search::Highlighter marks_;
  PageCursor cursor_;
  Json found_; ///< the aggregations
  std::vector<PageRow> rows_;
  std::size_t rows_in_all_ = 0; ///< with grouping: of all pages
  std::string next_;
};

Result<SearchResponse> search_once(const SearchRequest& request, const Session& session, Moment now,
                                   bool found_nothing = false) {
  TRAWL_TRY(PlannedSearch planned, plan_search(request, session, now, found_nothing));
  return ClusterSearch(std::move(planned), session, now).run(request);
}

/// What a query finds with its unknown words respelt; nullopt if that is nothing.
Result<std::optional<SearchResponse>> search_respelt(const SearchRequest& typed, const Session& session, Moment now) {
  TRAWL_TRY(auto q, respelt(typed.q, session));
  if (!q) return std::nullopt;
  SearchRequest other = typed;
  other.q = std::move(*q);
  TRAWL_TRY(auto found, search_once(other, session, now));
  return found.total > 0 ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace

Result<SearchResponse> answer_search(const SearchRequest& typed, const Session& session, Moment now) {
  TRAWL_TRY(SearchResponse response, search_once(typed, session, now));
  if (response.total > 0 || typed.q.empty()) return response;
  TRAWL_TRY(auto other, search_respelt(typed, session, now));
  if (other && typed.as_typed) {
    response.did_you_mean = search::DidYouMean{other->q, other->total};
  } else if (other) {
    other->correction = search::Correction{std::exchange(other->q, typed.q), response.total_fewer_words};
    return std::move(*other);
  }
  if (response.total_fewer_words > 0 || typed.match == search::MatchMode::All) return response;
  TRAWL_TRY(SearchResponse relaxed, search_once(typed, session, now, true));
  relaxed.did_you_mean = std::move(response.did_you_mean);
  return relaxed;
}

Result<search::FacetResponse> answer_facet_values(std::string_view field, const SearchRequest& request,
                                                  std::string_view prefix, const Session& session, Moment now) {
  if (!schema::filter_index(field)) {
    return fail(ErrorCode::Usage, "\"" + std::string(field) + "\" has no values to list", "field");
  }
  TRAWL_TRY(const PlannedSearch planned, plan_search(request, session, now));
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", match_query(*planned.plan.match)}};
  body["aggs"]["facet"] = facet_aggregation(field, all_but(planned.filters, field));
  TRAWL_TRY(const Json answer, session.search(body));
  FacetRequest asked{field, request, planned.plan.filters, {}};
  if (!prefix.empty()) {
    asked.accept = [&](const search::FacetValue& value) {
      return search::has_word_beginning_with(value.value, prefix) ||
             search::has_word_beginning_with(value.label, prefix);
    };
  }
  search::FacetResponse response;
  TRAWL_TRY(response.facet, read_facet(answer.value("/aggregations/facet"_json_pointer, Json::object()), asked, session,
                                       response.warnings));
  return response;
}

} // namespace trawl::opensearch
