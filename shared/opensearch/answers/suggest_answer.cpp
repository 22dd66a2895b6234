// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/discover_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/cluster_statistics.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/search/discover/suggest.h"
#include "shared/search/facets/facet_values.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kContinuations = 20;

std::string quoted_for_regexp(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(".?+*|{}[]()\"\\#@&<>~^$-").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

/// For one request, whose plan may be made several times: what was asked is known the next time.
class ClusterSuggestions final : public search::SuggestStatistics {
 public:
  explicit ClusterSuggestions(const Session& session) : session_(session) {}

  /// For the next attempt.
  void use(ClusterStatistics& terms) { terms_ = &terms; }
  /// Why something could not be asked.
  const Result<void>& state() const { return state_; }

  search::TermStatistics& terms() override { return *terms_; }

  std::vector<search::TitledArticle> newest(const search::MatchPtr& match, std::size_t limit) override {
    std::vector<search::TitledArticle> out;
    const Json answer =
        ask({{"size", limit},
             {"track_total_hits", false},
             {"_source", source_parts(HitPart::Fields)},
             {"query", match_query(*match)},
             {"sort", {{{std::string(field::kPublished), {{"order", "desc"}, {"missing", "_last"}}}}}}});
    const auto hits = plain_hits(answer, session_);
    if (!hits) state_ = std::unexpected(hits.error());
    if (!hits) return out;
    for (const search::Hit& hit : *hits) out.push_back({hit.article.id, hit.article.title});
    return out;
  }

  /// Only words of titles: of the others, the cluster cannot list those that begin with a prefix.
  std::vector<std::string> continuations(const std::string& prefix, const search::MatchPtr& among) override {
    Json body = {{"size", 0}, {"track_total_hits", false}, {"query", match_query(*among)}};
    body["aggs"]["words"]["terms"] = {{"field", std::string(field::kTitleTerms)},
                                      {"include", quoted_for_regexp(prefix) + ".*"},
                                      {"size", kContinuations},
                                      {"shard_size", 50 * kContinuations}};
    std::vector<std::string> out;
    const Json answer = ask(body);
    for (const Json& bucket : buckets_of(answer, "/aggregations/words/buckets")) out.push_back(bucket.value("key", ""));
    return out;
  }

  std::vector<search::TermCount> values_with_word(std::string_view field, const std::string& prefix,
                                                  const search::MatchPtr& within, std::size_t limit) override {
    Json query = match_query(*within);
    if (field == "author") { // there are too many to read all
      std::vector<Json> all{std::move(query)};
      for (const text::Token& token : text::tokenize(prefix)) {
        if (token.kind == text::TokenKind::Word)
          all.push_back({{"prefix", {{std::string(field::kAuthorWords), {{"value", token.folded}}}}}});
      }
      query = all_query(std::move(all));
    }
    Json body = {{"size", 0}, {"track_total_hits", false}, {"query", std::move(query)}};
    body["aggs"]["values"] = values_aggregation(field);
    std::vector<search::TermCount> out;
    const Json answer = ask(body);
    for (const KnownValue& value : read_values(buckets_of(answer, "/aggregations/values/buckets"))) {
      if (search::has_word_beginning_with(value.shown, prefix)) out.push_back({value.shown, value.count});
      if (out.size() == limit) break;
    }
    return out;
  }

  std::optional<std::string> nearest_beginning(const std::string&) override { return std::nullopt; }

 private:
  Json ask(const Json& body) {
    const auto known = answers_.find(body);
    if (known != answers_.end()) return known->second;
    auto answer = session_.search(body);
    if (!answer) state_ = std::unexpected(answer.error());
    return answers_[body] = answer ? std::move(*answer) : Json();
  }

  const Session& session_;
  ClusterStatistics* terms_ = nullptr;
  std::map<Json, Json> answers_;
  Result<void> state_;
};

} // namespace

Result<search::SuggestResponse> answer_suggest(std::string_view typed, std::size_t limit, const Session& session) {
  ClusterSuggestions index(session);
  return plan_on_cluster(
      session,
      [&](ClusterStatistics& statistics) -> Result<search::SuggestResponse> {
        index.use(statistics);
        search::SuggestResponse response{search::suggest(typed, index, limit), {}};
        TRAWL_CHECK(index.state());
        return response;
      },
      [](const auto&) {});
}

} // namespace trawl::opensearch
