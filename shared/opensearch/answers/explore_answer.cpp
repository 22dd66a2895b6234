// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/explore_answer.h"

#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/cluster_statistics.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/search/explore/related.h"
#include "shared/search/explore/suggest.h"
#include "shared/search/explore/trending.h"
#include "shared/search/facets/facet_values.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kContinuations = 20;
constexpr std::size_t kTitleWords = 400; // the most frequent ones
constexpr std::size_t kSimilarArticles = 200;
constexpr std::size_t kMaxSources = 1'000;
constexpr std::size_t kMostTerms = 120;

std::string quoted_for_regexp(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(".?+*|{}[]()\"\\#@&<>~^$-").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

Json newest_first() {
  return Json::array({{{std::string(field::kPublished), {{"order", "desc"}, {"missing", "_last"}}}}});
}

/// For one request, whose plan may be made several times: what was asked is known the next time.
class ExploreInCluster final : public search::ExploreStatistics {
 public:
  explicit ExploreInCluster(const Session& session) : session_(session) {}

  /// For the next attempt.
  void use(ClusterStatistics& terms) { terms_ = &terms; }
  /// Why something could not be asked.
  const Result<void>& state() const { return state_; }

  /// The number of an article.
  std::uint32_t keep(search::Hit hit) {
    const auto known = std::ranges::find(kept_, hit.article.id, [](const auto& one) { return one.article.id; });
    if (known != kept_.end()) return static_cast<std::uint32_t>(known - kept_.begin());
    kept_.push_back(std::move(hit));
    kept_.back().score = 0;
    return static_cast<std::uint32_t>(kept_.size() - 1);
  }
  std::vector<search::Hit> kept(const std::vector<std::uint32_t>& documents) const {
    std::vector<search::Hit> out;
    for (const std::uint32_t document : documents) out.push_back(kept_[document]);
    return out;
  }

  search::TermStatistics& terms() override { return *terms_; }

  std::vector<search::TitledArticle> newest(const search::MatchPtr& match, std::size_t limit) override {
    std::vector<search::TitledArticle> out;
    for (const search::Hit& hit : hits({{"size", limit}, {"query", match_query(*match)}, {"sort", newest_first()}}))
      out.push_back({hit.article.id, hit.article.title});
    return out;
  }

  std::optional<Moment> date_of_newest(const search::MatchPtr& match, std::size_t n) override {
    const auto nth = hits({{"from", n - 1}, {"size", 1}, {"query", match_query(*match)}, {"sort", newest_first()}});
    if (nth.empty() || !nth.front().article.published) return std::nullopt;
    return nth.front().article.published->time;
  }

  /// Only words of titles: of the others, the cluster cannot list those that begin with a prefix.
  std::vector<std::string> continuations(const std::string& prefix, const search::MatchPtr& among) override {
    std::vector<std::string> out;
    const Json words = {{"include", quoted_for_regexp(prefix) + ".*"}, {"size", kContinuations}};
    for (auto& [word, articles] : words_of_titles(among, words)) out.push_back(word);
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
    std::vector<search::TermCount> out;
    const Json answer = aggregate(query, values_aggregation(field));
    for (const KnownValue& value : read_values(buckets_of(answer, "/buckets"))) {
      if (search::has_word_beginning_with(value.shown, prefix)) out.push_back({value.shown, value.count});
      if (out.size() == limit) break;
    }
    return out;
  }

  std::optional<std::string> nearest_beginning(const std::string&) override { return std::nullopt; }

  std::map<std::string, std::size_t> title_words(const search::MatchPtr& within, std::size_t least) override {
    std::map<std::string, std::size_t> out;
    for (const auto& [word, articles] : words_of_titles(within, {{"size", kTitleWords}, {"min_doc_count", least}}))
      out[word] = articles;
    return out;
  }

  std::vector<search::WordUses> uses(const std::vector<std::string>& words, const search::MatchPtr& within) override {
    std::vector<search::WordUses> out(words.size());
    if (words.empty() || !terms_->is_complete()) return out;
    Json filters = Json::array();
    for (const std::string& word : words) filters.push_back(indexed_term_query(word));
    const Json sources = {{"terms", {{"field", "source"}, {"size", kMaxSources}}}};
    const Json answer = aggregate(match_query(*within),
                                  {{"filters", {{"filters", std::move(filters)}}}, {"aggs", {{"sources", sources}}}});
    const Json& buckets = buckets_of(answer, "/buckets");
    for (std::size_t i = 0; i < std::min(out.size(), buckets.size()); ++i) {
      out[i].articles = number_at(buckets[i], "/doc_count");
      for (const Json& source : buckets_of(buckets[i], "/sources/buckets"))
        out[i].sources.push_back({source.value("key", ""), number_at(source, "/doc_count")});
      std::ranges::sort(out[i].sources, {}, &search::TermCount::word);
    }
    return out;
  }

  /// Each term counts its weight: the cluster does not weigh frequencies by other lengths than those of its index.
  std::vector<search::SimilarArticle> similar(const search::SimilarityQuestion& question) override {
    std::vector<search::SimilarArticle> out;
    if (question.terms.empty() || !terms_->is_complete()) return out;
    std::vector<Json> should;
    for (const auto& [term, weight] : question.terms)
      should.push_back({{"constant_score", {{"filter", indexed_term_query(term)}, {"boost", weight}}}});
    const Json query = {{"bool",
                         {{"filter", {match_query(*question.within)}},
                          {"should", std::move(should)},
                          {"minimum_should_match", question.least_shared}}}};
    for (search::Hit& hit : hits({{"size", kSimilarArticles}, {"query", query}})) {
      const auto score = static_cast<float>(hit.score);
      out.push_back({keep(std::move(hit)), score});
    }
    std::ranges::sort(out, {}, &search::SimilarArticle::document);
    return out;
  }

  std::vector<std::string> sources_of(std::uint32_t document) override {
    const Article& article = kept_[document].article;
    std::vector<std::string> out{article.source};
    for (const Copy& copy : article.copies) out.push_back(copy.source);
    return out;
  }

  double average_words() override {
    const Json answer = aggregate(everything(), {{"avg", {{"field", std::string(field::kLength)}}}});
    const auto words = answer.is_object() ? answer.value("value", Json()) : Json();
    return words.is_number() ? words.get<double>() : 0;
  }

  std::size_t most_terms() const override { return kMostTerms; }

 private:
  Json ask(const Json& body) {
    const auto known = answers_.find(body);
    if (known != answers_.end()) return known->second;
    auto answer = session_.search(body);
    if (!answer) state_ = std::unexpected(answer.error());
    return answers_[body] = answer ? std::move(*answer) : Json();
  }

  /// The hits of a search with their scores, without their texts.
  std::vector<search::Hit> hits(Json body) {
    body["track_total_hits"] = false;
    body["_source"] = source_parts(HitPart::Fields);
    const Json answer = ask(body);
    auto out = plain_hits(answer, session_);
    if (!out) {
      state_ = std::unexpected(out.error());
      return {};
    }
    const Json& documents = buckets_of(answer, "/hits/hits");
    for (std::size_t i = 0; i < out->size(); ++i) {
      const Json score = documents[i].value("_score", Json());
      if (score.is_number()) (*out)[i].score = score.get<double>();
    }
    return std::move(*out);
  }

  /// The answer to one aggregation over the articles of a query.
  Json aggregate(const Json& query, Json aggregation) {
    Json body = {{"size", 0}, {"track_total_hits", false}, {"query", query}};
    body["aggs"]["asked"] = std::move(aggregation);
    return ask(body).value("/aggregations/asked"_json_pointer, Json());
  }

  /// Words as written in titles, the most frequent first, and how many articles have them.
  std::vector<std::pair<std::string, std::size_t>> words_of_titles(const search::MatchPtr& within, Json wanted) {
    wanted["field"] = std::string(field::kTitleTerms);
    wanted["shard_size"] = std::size_t{1'000} + 10 * wanted["size"].get<std::size_t>();
    std::vector<std::pair<std::string, std::size_t>> out;
    const Json answer = aggregate(match_query(*within), {{"terms", std::move(wanted)}});
    for (const Json& bucket : buckets_of(answer, "/buckets"))
      out.emplace_back(bucket.value("key", ""), number_at(bucket, "/doc_count"));
    return out;
  }

  const Session& session_;
  ClusterStatistics* terms_ = nullptr;
  std::map<Json, Json> answers_;
  std::vector<search::Hit> kept_; ///< by number
  Result<void> state_;
};

/// What `find` finds, when everything that it asks is known.
template <typename Find>
auto explore(ExploreInCluster& index, const Session& session, Find find) -> Result<std::invoke_result_t<Find&>> {
  return plan_on_cluster(
      session,
      [&](ClusterStatistics& statistics) -> Result<std::invoke_result_t<Find&>> {
        index.use(statistics);
        auto found = find();
        TRAWL_CHECK(index.state());
        return found;
      },
      [](const auto&) {});
}

} // namespace

Result<search::SuggestResponse> answer_suggest(std::string_view typed, std::size_t limit, const Session& session) {
  ExploreInCluster index(session);
  TRAWL_TRY(auto found, explore(index, session, [&] { return search::suggest(typed, index, limit); }));
  return search::SuggestResponse{std::move(found), {}};
}

Result<search::RelatedResponse> answer_related(std::string_view id, std::size_t limit, const Session& session) {
  TRAWL_TRY(const search::Hit own, answer_article(id, session));
  ExploreInCluster index(session);
  const std::uint32_t document = index.keep(own);
  const auto find = [&] { return search::related_articles(own.article, document, own.article.words, index, limit); };
  TRAWL_TRY(const auto found, explore(index, session, find));
  return search::RelatedResponse{index.kept(found), {}};
}

Result<search::Trending> answer_trending(std::chrono::seconds window, std::size_t limit, Moment now,
                                         const Session& session) {
  ExploreInCluster index(session);
  TRAWL_TRY(auto found, explore(index, session, [&] { return search::trending_articles(index, window, limit, now); }));
  return search::Trending{now - window, now, std::move(found.terms), index.kept(found.documents), {}};
}

} // namespace trawl::opensearch
