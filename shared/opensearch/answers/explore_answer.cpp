// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/explore_answer.h"

#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/answers/planned_search.h"
#include "shared/opensearch/answers/result_order.h"
#include "shared/opensearch/document.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/schema/terms.h"
#include "shared/search/explore/suggest.h"
#include "shared/search/facets/facet_values.h"
#include "shared/text/stopwords.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kLeastPrefixLetters = 2;
constexpr std::size_t kTrendingWords = 50, kTrendingSources = 100;
constexpr std::size_t kLeastSources = 2; ///< of a trending word

Json filtered(Json filter, Json aggregation) {
  return {{"filter", std::move(filter)}, {"aggs", {{"values", std::move(aggregation)}}}};
}

/// What was typed: the last word, which goes on, and what stands before it.
struct Typed {
  std::string before, prefix;

  explicit Typed(std::string_view typed) {
    const std::size_t blank = typed.find_last_of(" \t");
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    before = typed.substr(0, begin);
    prefix = text::fold(typed.substr(begin));
  }
  /// Of characters that have no meaning in a query or a regular expression, but the dot of torch.compile.
  bool is_word() const {
    return prefix.size() >= kLeastPrefixLetters && prefix.find_first_of(":\"()*?+|{}[]\\#@&<>~^$") == std::string::npos;
  }
};

/// The values in a bucket of `filtered` that have a word which begins so.
std::vector<search::Suggestion> values_beginning(const char* kind, const Json& answer, const std::string& prefix,
                                                 const Session& session) {
  std::vector<search::Suggestion> out;
  for (const KnownValue& one :
       read_values(buckets_of(answer, std::string("/aggregations/") + kind + "/values/buckets"))) {
    const std::string label = kind == std::string_view("source") ? session.label(one.key) : one.shown;
    if (search::has_word_beginning_with(one.shown, prefix) || search::has_word_beginning_with(label, prefix))
      out.push_back({kind, label, one.shown, one.count});
  }
  return out;
}

} // namespace

Result<search::SuggestResponse> answer_suggest(std::string_view typed, std::size_t limit, const Session& session) {
  search::SuggestResponse response;
  const Typed words(typed);
  if (!words.is_word()) return response;
  search::SearchRequest request;
  request.q = words.before;
  TRAWL_TRY(const PlannedSearch planned, plan_search(request, session, now()));
  const Json titled = prefix_query(field::kTitleWords, words.prefix);
  Json body = {{"size", limit},
               {"track_total_hits", false},
               {"sort", sort_keys(search::SortOrder::Newest)},
               {"_source", source_parts(ArticlePart::Fields)},
               {"query", all_query({match_query(*planned.plan.match), all_but(planned.filters, "")})},
               {"post_filter", titled}};
  const Json terms = {{"field", std::string(field::kTitleWords)},
                      {"include", words.prefix + ".*"},
                      {"size", limit},
                      {"shard_size", kMaxValues}};
  body["aggs"] = {{"words", filtered(titled, {{"terms", terms}})},
                  {"tag", filtered(everything(), values_aggregation("tag"))},
                  {"source", filtered(everything(), values_aggregation("source"))},
                  {"author", filtered(prefix_query(field::kFieldWords, schema::author_word_term(words.prefix)),
                                      values_aggregation("author"))}};
  TRAWL_TRY(const Json answer, session.search(body));
  std::vector<std::vector<search::Suggestion>> kinds(2);
  TRAWL_TRY(const auto hits, plain_hits(answer, session));
  for (const search::Hit& hit : hits) kinds[0].push_back({"article", hit.article.title, hit.article.id, 1});
  for (const Json& bucket : buckets_of(answer, "/aggregations/words/values/buckets")) {
    const std::string word = bucket.value("key", ""), q = words.before + word;
    if (q != typed && word.starts_with(words.prefix))
      kinds[1].push_back({"phrase", q, q, number_at(bucket, "/doc_count")});
  }
  for (const char* kind : {"tag", "author", "source"})
    kinds.push_back(values_beginning(kind, answer, words.prefix, session));
  response.suggestions = search::shared_out(kinds, limit);
  return response;
}

Result<search::RelatedResponse> answer_related(std::string_view id, std::size_t limit, const Session& session) {
  TRAWL_TRY(const search::Hit own, answer_article(id, session));
  // Its terms, as they were sent to the index: what is indexed is not kept.
  const Json like = {{"fields", {std::string(field::kStems)}},
                     {"like", document_of(own.article).value(std::string(field::kStems), "")},
                     {"analyzer", kTermsAnalyzer},
                     {"min_doc_freq", 2}};
  const Json body = {
      {"size", limit},
      {"track_total_hits", false},
      {"_source", source_parts(ArticlePart::Fields)},
      {"query",
       {{"bool", {{"must", {{{"more_like_this", like}}}}, {"must_not", {term_query(field::kId, own.article.id)}}}}}}};
  TRAWL_TRY(const Json answer, session.search(body));
  search::RelatedResponse response;
  TRAWL_TRY(response.articles, plain_hits(answer, session));
  return response;
}

Result<search::Trending> answer_trending(std::chrono::seconds window, std::size_t limit, Moment now,
                                         const Session& session) {
  search::Trending out{now - window, now, {}, {}, {}};
  const Json in_window = {{"range",
                           {{std::string(field::kPublished),
                             {{"gt", out.from.time_since_epoch().count()}, {"lte", now.time_since_epoch().count()}}}}}};
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", in_window}};
  body["aggs"]["words"] = {{"significant_terms",
                            {{"field", std::string(field::kTitleWords)},
                             {"size", kTrendingWords},
                             {"shard_size", kMaxValues},
                             {"min_doc_count", 2}}},
                           {"aggs", {{"sources", {{"terms", {{"field", "source"}, {"size", kTrendingSources}}}}}}}};
  TRAWL_TRY(const Json answer, session.search(body));
  const auto inside = static_cast<double>(number_at(answer, "/aggregations/words/doc_count"));
  const auto all = static_cast<double>(number_at(answer, "/aggregations/words/bg_count"));
  std::vector<Json> any;
  for (const Json& bucket : buckets_of(answer, "/aggregations/words/buckets")) {
    search::TrendingTerm term{bucket.value("key", ""), number_at(bucket, "/doc_count"), 0, {}};
    for (const Json& source : buckets_of(bucket, "/sources/buckets")) term.sources.push_back(source.value("key", ""));
    const auto usual = static_cast<double>(number_at(bucket, "/bg_count"));
    if (term.sources.size() < kLeastSources || text::is_stop_word(term.term) || usual == 0) continue;
    term.times_usual = static_cast<double>(term.count) / inside / (usual / all);
    any.push_back({{"term",
                    {{std::string(field::kTitleWords),
                      {{"value", term.term}, {"boost", std::max(0.01, bucket.value("score", 0.0))}}}}}});
    out.terms.push_back(std::move(term));
    if (out.terms.size() == limit) break;
  }
  if (any.empty()) return out;
  const Json articles = {
      {"size", limit},
      {"track_total_hits", false},
      {"_source", source_parts(ArticlePart::Fields)},
      {"query", {{"bool", {{"filter", {in_window}}, {"should", std::move(any)}, {"minimum_should_match", 1}}}}}};
  TRAWL_TRY(const Json best, session.search(articles));
  TRAWL_TRY(out.articles, plain_hits(best, session));
  return out;
}

} // namespace trawl::opensearch
