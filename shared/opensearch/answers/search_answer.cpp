// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/search_answer.h"

#include "shared/opensearch/answers/facet_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/answers/matched_request.h"
#include "shared/opensearch/answers/result_order.h"
#include "shared/opensearch/answers/scoring.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/schema/fields.h"
#include "shared/search/answer/grouping.h"
#include "shared/search/facets/date_histogram.h"
#include "shared/search/facets/facet_values.h"
#include "shared/search/match/filters.h"

#include <algorithm>
#include <set>
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

struct ResultPage {
  std::vector<PageRow> rows;
  std::size_t offset = 0;
  std::optional<std::size_t> left_out; ///< with grouping
  std::string next;
  Json aggregations;
};

/// One search in the cluster: its request, and the requests to the cluster that answer it.
class ClusterSearch {
 public:
  ClusterSearch(MatchedRequest matched, const Session& session, Moment now)
      : matched_(std::move(matched)), session_(session), now_(now), order_(matched_.plan.order),
        hits_(matched_.marks, request()) {}

  /// Asks for the first page along with the next request for counts, before it is known whether it will be needed.
  void prefetch() const {
    const bool has_names = request().explain; // named scores are only returned for a single search
    if (has_names || is_grouped() || !request().cursor.empty()) return;
    session_.prefetch(first_page());
  }

  Result<SearchResponse> run(const SearchRequest& typed) {
    TRAWL_TRY(ResultPage page, is_grouped() ? grouped_page() : plain_page());
    SearchResponse response;
    response.q = typed.q;
    if (request().explain) response.plan = search::explain_plan(matched_.plan);
    response.understood = matched_.plan.understood;
    response.total = matched_.total;
    response.total_fewer_words = matched_.total_fewer_words;
    response.left_out = page.left_out;
    response.offset = page.offset;
    response.limit = request().limit;
    response.next = std::move(page.next);
    response.warnings = std::move(matched_.warnings);
    std::vector<Json> documents;
    for (PageRow& row : page.rows) documents.push_back(std::move(row.document));
    TRAWL_TRY(response.hits, hits_.make(std::move(documents), session_));
    for (std::size_t i = 0; i < response.hits.size(); ++i) {
      response.hits[i].more_from_source = page.rows[i].more_from_source;
      response.hits[i].by_words = matched_.plan.query.has_words;
    }
    TRAWL_CHECK(add_facets(page.aggregations, response));
    response.did_you_mean = std::move(matched_.did_you_mean);
    response.correction = std::move(matched_.correction);
    response.filters = std::move(matched_.plan.filters);
    return response;
  }

 private:
  const SearchRequest& request() const { return matched_.plan.request; }
  bool is_grouped() const { return request().per_source > 0 || request().group_by_source; }

  /// The part that all requests of this search share. Filters on faceted fields are applied as post filters, because a
  /// field's counts ignore its own filter.
  Json base_request() const {
    std::vector<Json> before{match_query(*matched_.plan.listed)}, after;
    for (const auto& [field, filter] : matched_.filters) {
      const bool is_counted = std::ranges::find(request().facets, field) != request().facets.end();
      (is_counted ? after : before).push_back(match_query(*filter));
    }
    Json body = {{"track_total_hits", false}, {"_source", source_parts(hits_.part())}, {"sort", sort_keys(order_)}};
    body["query"] = scored_query(matched_, all_query(std::move(before)), now_);
    if (!after.empty()) body["post_filter"] = all_query(std::move(after));
    body["track_scores"] = true;
    return body;
  }

  /// The filters that apply to the counts of a field: those of other fields, and on dates.
  Json filters_of(std::string_view field) const {
    return all_but(matched_.filters, field == search::kDateField && !request().all_dates ? "" : field);
  }

  /// What is counted for a field, among what is listed: articles with all words that pass its filters.
  Json counted_for(std::string_view field) const {
    Json others = filters_of(field);
    const search::QueryPlan& plan = matched_.plan;
    return plan.listed == plan.match ? others : all_query({match_query(*plan.match), std::move(others)});
  }

  void add_aggregations(Json& body) const {
    for (const std::string& field : request().facets) {
      body["aggs"]["facet_" + field] = facet_aggregation(field, counted_for(field), request().date_interval);
    }
  }

  /// Requests the rows after `cursor`. The first page is read from the current index; the second opens a point in time,
  /// from which all further pages are read.
  Result<Json> ask_after(Json body, PageCursor& cursor) const {
    if (!cursor.last.is_null()) body["search_after"] = cursor.last;
    if (cursor.shown.is_array()) {
      body["query"] = {
          {"bool",
           {{"must", {body["query"]}}, {"must_not", {{{"terms", {{std::string(field::kId), cursor.shown}}}}}}}}};
    }
    const bool can_change = order_ == SortOrder::Relevance || is_grouped(); // by what is indexed meanwhile
    if (!can_change) return session_.search(body);
    return session_.search_in_point(std::move(body), cursor.point);
  }

  Json first_page() const {
    Json body = base_request();
    add_aggregations(body);
    body["size"] = request().limit == 0 ? 0 : request().limit + 1;
    body["from"] = request().offset;
    return body;
  }

  Result<ResultPage> plain_page() const {
    ResultPage page;
    PageCursor cursor{order_, request().offset, {}, {}, {}};
    Json answer;
    if (request().cursor.empty()) {
      TRAWL_TRY(answer, session_.search(first_page()));
    } else {
      Json body = base_request();
      add_aggregations(body);
      body["size"] = request().limit + 1;
      TRAWL_TRY(cursor, decode_cursor(request(), order_));
      TRAWL_TRY(answer, ask_after(std::move(body), cursor));
    }
    page.offset = cursor.offset;
    const Json& documents = buckets_of(answer, "/hits/hits");
    const std::size_t count = std::min(documents.size(), request().limit);
    for (std::size_t i = 0; i < count; ++i) page.rows.push_back({documents[i], 0});
    if (documents.size() > count && count > 0)
      page.next = next_cursor(cursor, page);
    else if (!cursor.point.empty())
      session_.close_point(cursor.point);
    page.aggregations = answer.value("aggregations", Json::object());
    return page;
  }

  std::string next_cursor(PageCursor cursor, const ResultPage& page) const {
    const bool is_first = request().cursor.empty();
    cursor.offset += page.rows.size();
    cursor.last = page.rows.back().document.value("sort", Json::array());
    cursor.shown = Json();
    if (is_first && order_ == SortOrder::Relevance && request().offset == 0) {
      for (const PageRow& row : page.rows) cursor.shown.push_back(row.document.value("_id", ""));
    }
    return encode_cursor(cursor, request());
  }

  /// The best rows of each source, in order; with `together`, the rows of a source next to each other.
  static void arrange(std::vector<PageRow>& rows, SortOrder order, bool together) {
    std::ranges::stable_sort(rows, [&](const PageRow& a, const PageRow& b) {
      return comes_before(a.document.at("sort"), b.document.at("sort"), order);
    });
    if (!together) return;
    std::vector<PageRow> grouped;
    std::vector<std::string> sources;
    const auto source_of = [](const PageRow& row) { return row.document.at("source").get<std::string>(); };
    for (const PageRow& row : rows) {
      if (std::ranges::find(sources, source_of(row)) == sources.end()) sources.push_back(source_of(row));
    }
    for (const std::string& source : sources) {
      for (const PageRow& row : rows) {
        if (source_of(row) == source) grouped.push_back(row);
      }
    }
    rows = std::move(grouped);
  }

  std::vector<PageRow> rows_of_groups(const Json& answer) const {
    std::vector<PageRow> rows;
    for (const Json& group : buckets_of(answer, "/aggregations/groups/of/buckets")) {
      const std::size_t all = number_at(group, "/doc_count");
      const Json& best = buckets_of(group, "/best/hits/hits");
      for (const Json& document : best) {
        if (!document.contains("sort")) continue;
        rows.push_back({document, all - std::min(all, best.size())});
        rows.back().document["source"] = group.value("key", "");
      }
    }
    arrange(rows, order_, request().group_by_source);
    return rows;
  }

  Result<ResultPage> grouped_page() const {
    ResultPage page;
    const std::size_t size =
        std::min(kMaxGroup, request().per_source > 0 ? request().per_source : search::kDefaultGroupSize);
    Json body = base_request();
    add_aggregations(body);
    body["size"] = 0;
    body["aggs"]["groups"] = {
        {"filter", body.value("post_filter", everything())},
        {"aggs",
         {{"of",
           {{"terms", {{"field", std::string(field::kOwnSource)}, {"size", kMaxGroupedSources}}},
            {"aggs",
             {{"best",
               {{"top_hits",
                 {{"size", size}, {"sort", body["sort"]}, {"_source", false}, {"track_scores", true}}}}}}}}}}}};
    body.erase("sort");
    PageCursor cursor{order_, request().offset, {}, {}, {}};
    Json answer;
    if (request().cursor.empty()) {
      TRAWL_TRY(answer, session_.search(body));
    } else {
      TRAWL_TRY(cursor, decode_cursor(request(), order_));
      TRAWL_TRY(answer, ask_after(std::move(body), cursor));
    }
    const std::vector<PageRow> rows = rows_of_groups(answer);
    page.offset = cursor.offset;
    const std::size_t listed = number_at(answer, "/aggregations/groups/doc_count");
    page.left_out = listed - std::min(listed, rows.size());
    const std::size_t end = std::min(rows.size(), cursor.offset + request().limit);
    for (std::size_t i = std::min(cursor.offset, end); i < end; ++i) page.rows.push_back(rows[i]);
    page.aggregations = answer.value("aggregations", Json::object());
    TRAWL_CHECK(read_documents(page));
    if (end < rows.size() && !page.rows.empty()) {
      cursor.offset = end;
      page.next = encode_cursor(cursor, request());
    }
    return page;
  }

  /// Replaces the rows' documents, which contain only sort values, with complete ones that have scores.
  Result<void> read_documents(ResultPage& page) const {
    std::vector<std::string> ids;
    for (const PageRow& row : page.rows) ids.push_back(row.document.value("_id", ""));
    if (ids.empty()) return {};
    Json body = base_request();
    body.erase("post_filter");
    body["size"] = ids.size();
    body["query"] = {{"bool", {{"must", {body["query"]}}, {"filter", {terms_query(field::kId, ids)}}}}};
    TRAWL_TRY(const Json answer, session_.search(body));
    const Json& documents = buckets_of(answer, "/hits/hits");
    std::erase_if(page.rows, [&](PageRow& row) {
      const auto found = std::ranges::find_if(
          documents, [&](const Json& document) { return document.value("_id", "") == row.document.value("_id", ""); });
      if (found == documents.end()) return true; // removed meanwhile
      row.document = *found;
      return false;
    });
    return {};
  }

  Result<void> add_facets(const Json& aggregations, SearchResponse& response) const {
    for (const std::string& field : request().facets) {
      const Json counted = aggregations.value("facet_" + field, Json::object());
      if (field == search::kDateField) {
        TRAWL_TRY(response.dates, read_histogram(counted, request().date_interval,
                                                 [&](search::DateInterval finer) { return ask_histogram(finer); }));
        if (auto warning = search::coarser_interval(request().date_interval, *response.dates))
          response.warnings.push_back(std::move(*warning));
        continue;
      }
      if (!schema::filter_index(field)) continue;
      TRAWL_TRY(search::Facet facet,
                read_facet(counted, {field, request(), matched_.plan.filters, {}}, session_, response.warnings));
      response.facets.push_back(std::move(facet));
    }
    return {};
  }

  Result<Json> ask_histogram(search::DateInterval interval) const {
    Json body = {{"size", 0}, {"track_total_hits", false}, {"query", match_query(*matched_.plan.match)}};
    body["aggs"]["date"] = facet_aggregation(search::kDateField, filters_of(search::kDateField), interval);
    TRAWL_TRY(const Json answer, session_.search(body));
    return answer.value("/aggregations/date"_json_pointer, Json::object());
  }

  MatchedRequest matched_;
  const Session& session_;
  Moment now_;
  SortOrder order_;
  HitMaker hits_;
};

} // namespace

Result<SearchResponse> answer_search(const SearchRequest& typed, const Session& session, Moment now) {
  const auto assume = [&](const MatchedRequest& likely) { ClusterSearch(likely, session, now).prefetch(); };
  TRAWL_TRY(MatchedRequest matched, match_request(typed, session, now, assume));
  return ClusterSearch(std::move(matched), session, now).run(typed);
}

Result<search::FacetResponse> answer_facet_values(std::string_view field, const SearchRequest& request,
                                                  std::string_view prefix, const Session& session, Moment now) {
  if (!schema::filter_index(field)) {
    return fail(ErrorCode::Usage, "\"" + std::string(field) + "\" has no values to list", "field");
  }
  TRAWL_TRY(const MatchedRequest matched, match_request(request, session, now, [](const auto&) {}));
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", match_query(*matched.plan.match)}};
  body["aggs"]["facet"] = facet_aggregation(field, all_but(matched.filters, field), search::DateInterval::Auto);
  TRAWL_TRY(const Json answer, session.search(body));
  FacetRequest asked{field, request, matched.plan.filters, {}};
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
