// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_id.h"
#include "shared/opensearch/answers/explore_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

/// The document for an id: the article with this id, else one that has it as an alias.
Result<Json> find_document(std::string_view id, ArticlePart part, const Session& session) {
  const auto missing = [&] {
    return fail(ErrorCode::NotFound, "there is no such article", std::string(id.substr(0, 64)));
  };
  if (!is_article_id(id)) return missing();
  const auto constant = [](Json query, int boost) {
    return Json{{"constant_score", {{"filter", std::move(query)}, {"boost", boost}}}};
  };
  const Json body = {
      {"size", 1},
      {"track_total_hits", false},
      {"_source", source_parts(part)},
      {"query", any_query({constant(term_query(field::kId, id), 2), constant(term_query(field::kNames, id), 1)})}};
  TRAWL_TRY(const Json answer, session.search(body));
  const Json& documents = buckets_of(answer, "/hits/hits");
  if (documents.empty()) return missing();
  return documents.front();
}

/// As for the other engines: the id that `named` is, or is the beginning of.
Result<std::string> complete_id(std::string_view named, const Session& session) {
  if (is_article_id(named) || !is_article_id_prefix(named)) return std::string(named);
  const Json body = {{"size", 3},
                     {"track_total_hits", false},
                     {"_source", false},
                     {"query", {{"prefix", {{std::string(field::kId), std::string(named)}}}}}};
  TRAWL_TRY(const Json answer, session.search(body));
  std::vector<std::string> ids;
  for (const Json& document : buckets_of(answer, "/hits/hits")) ids.push_back(document.value("_id", ""));
  return only_id(named, std::move(ids));
}

} // namespace

Result<search::Hit> answer_article(std::string_view named, const Session& session) {
  TRAWL_TRY(const std::string id, complete_id(named, session));
  TRAWL_TRY(const Json document, find_document(id, ArticlePart::Whole, session));
  return plain_hit(document, session);
}

Result<bool> answer_is_removed(std::string_view id, const Session& session) {
  if (!is_article_id(id)) return false;
  const auto found = find_document(id, ArticlePart::Fields, session);
  if (found) return false;
  if (found.error().code != ErrorCode::NotFound) return std::unexpected(found.error());
  const Json body = {{"query", {{"ids", {{"values", {id}}}}}}};
  TRAWL_TRY(const Json noted,
            session.client().get("POST", "/" + alias_of_states(session.client()) + "/_count", body, session.limit()));
  return number_at(noted, "/count") > 0;
}

Result<search::SourcesResponse> answer_sources(const Session& session) {
  std::vector<search::SourceStatus> sources;
  for (const StoreState& state : session.states()) {
    for (const index::SourceNote& note : state.sources) {
      const bool is_known = std::ranges::any_of(sources, [&](const auto& one) { return one.id == note.id; });
      if (is_known) continue;
      sources.push_back({note.id, note.label, note.homepage, 0, std::nullopt, note.last_success, note.health,
                         note.last_error, note.fetches, note.fetched_bytes, note.gone, note.pace});
    }
  }
  Json body = {{"size", 0}, {"track_total_hits", false}};
  body["aggs"]["values"] = values_aggregation("source");
  body["aggs"]["values"]["aggs"]["newest"]["top_hits"] = {
      {"size", 1},
      {"sort", {{{std::string(field::kPublished), {{"order", "desc"}, {"missing", "_last"}}}}}},
      {"_source", source_parts(ArticlePart::Fields)}};
  TRAWL_TRY(const Json answer, session.search(body));
  for (const Json& bucket : buckets_of(answer, "/aggregations/values/buckets")) {
    const std::string id = bucket.value("key", "");
    auto known = std::ranges::find(sources, id, &search::SourceStatus::id);
    if (known == sources.end()) {
      sources.push_back({});
      known = std::prev(sources.end());
      known->id = known->label = id;
    }
    known->articles = number_at(bucket, "/doc_count");
    const Json& newest = buckets_of(bucket, "/newest/hits/hits");
    if (newest.empty()) continue;
    TRAWL_TRY(const search::Hit hit, plain_hit(newest.front(), session));
    known->newest = hit.article.published;
  }
  std::ranges::sort(sources, [](const auto& a, const auto& b) {
    return std::pair(text::fold(a.label), a.id) < std::pair(text::fold(b.label), b.id);
  });
  return search::SourcesResponse{std::move(sources), {}};
}

Result<search::IndexStats> answer_stats(const Session& session) {
  search::IndexStats stats;
  for (const StoreState& state : session.states()) stats.committed = std::max(stats.committed, state.committed);
  Json body = {{"size", 1},
               {"track_total_hits", true},
               {"_source", source_parts(ArticlePart::Fields)},
               {"sort", {{{std::string(field::kPublished), {{"order", "desc"}, {"missing", "_last"}}}}}}};
  body["aggs"]["length"]["avg"] = {{"field", std::string(field::kLength)}};
  TRAWL_TRY(const Json answer, session.search(body));
  stats.documents = number_at(answer, "/hits/total/value");
  const auto length = answer.value("/aggregations/length/value"_json_pointer, Json());
  if (length.is_number()) stats.average_length = length.get<double>();
  const Json& newest = buckets_of(answer, "/hits/hits");
  if (!newest.empty()) {
    TRAWL_TRY(const search::Hit hit, plain_hit(newest.front(), session));
    stats.newest = hit.article.published;
  }
  TRAWL_TRY(const Json store,
            session.client().get("GET", "/" + session.client().index() + "/_stats/store", Json(), session.limit()));
  stats.bytes = number_at(store, "/_all/total/store/size_in_bytes");
  return stats;
}

} // namespace trawl::opensearch
