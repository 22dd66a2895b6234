// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_id.h"
#include "shared/opensearch/answers/explore_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/answers/result_order.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/search/answer/sources.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trawl::opensearch {
namespace {

/// The date of the first hit.
Result<std::optional<Date>> newest_of(const Json& hits, const Session& session) {
  if (hits.empty()) return std::nullopt;
  TRAWL_TRY(const search::Hit hit, plain_hit(hits.front(), session));
  return hit.article.published;
}

} // namespace

Result<search::Hit> answer_article(std::string_view named, const Session& session) {
  const auto constant = [](Json query, int boost) {
    return Json{{"constant_score", {{"filter", std::move(query)}, {"boost", boost}}}};
  };
  const auto missing = [&] {
    return fail(ErrorCode::NotFound, "there is no such article", std::string(named.substr(0, 64)));
  };
  const bool is_whole = is_article_id(named);
  if (!is_whole && !is_article_id_prefix(named)) return missing();
  // The article with an id that begins so, else one that has it as an alias.
  const Json body = {{"size", is_whole ? 1 : 3},
                     {"track_total_hits", false},
                     {"_source", source_parts(ArticlePart::Whole)},
                     {"query", any_query({constant(prefix_query(field::kId, named), 2),
                                          constant(term_query(field::kNames, named), 1)})}};
  TRAWL_TRY(const Json answer, session.search(body));
  const Json& documents = buckets_of(answer, "/hits/hits");
  std::vector<std::string> ids;
  for (const Json& document : documents) ids.push_back(document.value("_id", ""));
  if (!is_whole) TRAWL_CHECK(only_id(named, ids));
  if (ids.empty()) return missing();
  return plain_hit(documents.front(), session);
}

Result<bool> answer_is_removed(std::string_view id, const Session& session) {
  const Json body = {{"query", {{"ids", {{"values", {id}}}}}}};
  TRAWL_TRY(const Json noted,
            session.client().get("POST", "/" + alias_of_states(session.client()) + "/_count", body, session.limit()));
  return is_article_id(id) && number_at(noted, "/count") > 0;
}

Result<search::SourcesResponse> answer_sources(const Session& session) {
  std::vector<index::SourceNote> notes;
  for (const StoreState& state : session.states()) std::ranges::copy(state.sources, std::back_inserter(notes));
  Json body = {{"size", 0}, {"track_total_hits", false}};
  body["aggs"]["values"] = values_aggregation("source");
  body["aggs"]["values"]["aggs"]["newest"]["top_hits"] = {
      {"size", 1}, {"sort", sort_keys(search::SortOrder::Newest)}, {"_source", source_parts(ArticlePart::Fields)}};
  TRAWL_TRY(const Json answer, session.search(body));
  std::vector<search::SourceArticles> articles;
  for (const Json& bucket : buckets_of(answer, "/aggregations/values/buckets")) {
    articles.push_back({bucket.value("key", ""), number_at(bucket, "/doc_count"), std::nullopt});
    TRAWL_TRY(articles.back().newest, newest_of(buckets_of(bucket, "/newest/hits/hits"), session));
  }
  return search::SourcesResponse{search::sources_of(notes, articles), {}};
}

Result<search::IndexStats> answer_stats(const Session& session) {
  search::IndexStats stats;
  for (const StoreState& state : session.states()) stats.committed = std::max(stats.committed, state.committed);
  Json body = {{"size", 1},
               {"track_total_hits", true},
               {"_source", source_parts(ArticlePart::Fields)},
               {"sort", sort_keys(search::SortOrder::Newest)}};
  body["aggs"]["length"]["avg"] = {{"field", std::string(field::kLength)}};
  TRAWL_TRY(const Json answer, session.search(body));
  stats.documents = number_at(answer, "/hits/total/value");
  const auto length = answer.value("/aggregations/length/value"_json_pointer, Json());
  if (length.is_number()) stats.average_length = length.get<double>();
  TRAWL_TRY(stats.newest, newest_of(buckets_of(answer, "/hits/hits"), session));
  TRAWL_TRY(const Json store,
            session.client().get("GET", "/" + session.client().index() + "/_stats/store", Json(), session.limit()));
  stats.bytes = number_at(store, "/_all/total/store/size_in_bytes");
  return stats;
}

} // namespace trawl::opensearch
