// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/answer.h"

#include "shared/search/answer/cursor.h"
#include "shared/search/answer/hit_builder.h"
#include "shared/search/answer/result_order.h"
#include "shared/search/answer/result_window.h"
#include "shared/search/facets/date_histogram.h"
#include "shared/search/facets/facets.h"
#include "shared/search/match/matched_set.h"

#include <string>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

/// What a query highlights in these rows: what matching found.
HighlightTerms terms_to_mark(const MatchedSet& matched, const std::vector<ResultRow>& rows) {
  std::vector<std::uint32_t> documents;
  for (const ResultRow& row : rows) documents.push_back(row.document);
  const query::ParsedQuery& query = matched.plan.query;
  return highlight_terms(query.tree, {highlighted_languages(query.plain_words, matched.columns(), documents),
                                      matched.plan.words.get(), matched.plan.has_words_of_phrases});
}

Result<std::vector<Hit>> build_hits(const MatchedSet& matched, std::vector<ResultRow> rows) {
  const SearchRequest& request = matched.request();
  const Snapshot& snapshot = *matched.snapshot;
  const SnippetMaker snippets(terms_to_mark(matched, rows));
  const HitOptions options{request.snippets, request.with_text};
  std::vector<Hit> hits;
  for (ResultRow& row : rows) {
    TRAWL_TRY(Hit hit, build_hit(snapshot, row.document, snippets, options));
    hit.score = row.score;
    hit.explain = std::move(row.explain);
    hit.more_from_source = row.more_from_source;
    hit.by_words = matched.plan.query.has_words;
    hit.by_meaning = row.by_meaning;
    hits.push_back(std::move(hit));
  }
  return hits;
}

void add_facets(const MatchedSet& matched, SearchResponse& response) {
  const SearchRequest& request = matched.request();
  for (const std::string& field : request.facets) {
    if (field == kDateField) {
      const DocSet documents =
          request.all_dates ? matched.documents.without_filter_on(field) : matched.documents.passing;
      response.dates = date_histogram(matched.columns(), documents, request.date_interval);
      if (auto warning = coarser_interval(request.date_interval, *response.dates))
        response.warnings.push_back(std::move(*warning));
      continue;
    }
    const index::ValueColumn* column = matched.columns().column(field);
    if (column == nullptr) continue;
    const FacetOptions options =
        facet_options(field, request, matched.plan.filters, matched.snapshot->labels_of(field));
    response.facets.push_back(count_facet(field, *column, matched.documents.without_filter_on(field), options));
  }
}

Result<SearchResponse> show(MatchedSet matched, ResultWindow window) {
  const SearchRequest& request = matched.request();
  SearchResponse response;
  response.total = matched.total;
  response.is_exact = matched.is_exact;
  response.total_fewer_words = matched.total_fewer_words;
  response.left_out = window.left_out;
  response.offset = window.offset;
  response.limit = request.limit;
  response.next = std::move(window.next);
  response.index = matched.snapshot->state();
  TRAWL_TRY(response.hits, build_hits(matched, std::move(window.rows)));
  response.warnings = std::move(matched.warnings);
  add_facets(matched, response);
  if (request.explain) response.plan = explain_plan(matched.plan);
  response.did_you_mean = std::move(matched.did_you_mean);
  response.correction = std::move(matched.correction);
  response.understood = std::move(matched.plan.understood);
  response.filters = std::move(matched.plan.filters);
  return response;
}

} // namespace

Result<SearchResponse> answer(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline) {
  if (!request.cursor.empty()) {
    TRAWL_TRY(const Cursor cursor, decode_cursor(request.cursor));
    now = cursor.now;
  }
  TRAWL_TRY(MatchedSet typed, match_request(request, snapshot, now, deadline)); // plans
  MatchedSet matched = in_best_spelling(std::move(typed), deadline);
  TRAWL_TRY(ResultOrder order, order_result(matched)); // ranks
  if (order.has_changed)
    matched.warnings.push_back({"index_changed",
                                "The index has changed since the page before: some articles may come twice or be "
                                "missing here. Ask for the first page again to see them all.",
                                std::nullopt});
  ResultWindow window = cut_window(matched, std::move(order));
  TRAWL_CHECK(add_scores(matched, window));
  TRAWL_TRY(SearchResponse response, show(std::move(matched), std::move(window)));
  response.q = request.q;
  return response;
}

} // namespace trawl::search
