// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/discover_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kTitleTerms = 400; // the most frequent ones of the window
constexpr std::size_t kMinTitles = 2, kMinSources = 2;
constexpr double kMinRise = 3;            // times the usual rate
constexpr double kMinSignificance = 6.63; // of G², which chance exceeds once in a hundred words
constexpr std::size_t kMinTermLetters = 3;
constexpr double kMaxUsualShare = 0.05; // of the other articles; a more frequent word is ordinary vocabulary
constexpr double kMinTitleShare = 0.2;  // of the articles with the word must have it in the title

/// A word in the titles of the window.
struct RisingTerm {
  std::string term;
  std::size_t titles = 0, inside = 0;
  std::map<std::string, std::size_t> sources; ///< number of articles in the window with the term, by source
  double times_usual = 0, significance = 0;
};

bool is_nameable_term(std::string_view term) {
  const auto first = static_cast<unsigned char>(term.empty() ? ' ' : term.front());
  if (first < 0x80 && !(first >= 'a' && first <= 'z')) return false;
  return term.size() >= kMinTermLetters && !text::is_stop_word(term) && !term.contains('/');
}

/// Counts the articles of one source at most as often as those of all others, or one blog's series would be a trend.
std::size_t counted_articles(const std::map<std::string, std::size_t>& sources) {
  std::size_t sum = 0, largest = 0;
  for (const auto& [source, articles] : sources) {
    sum += articles;
    largest = std::max(largest, articles);
  }
  return sum - largest + std::min(largest, sum - largest);
}

/// Dunning's log-likelihood ratio (1993) of a word in `inside` of `window` articles against `outside` of `others`.
double log_likelihood(double inside, double window, double outside, double others) {
  const double rate = (inside + outside) / (window + others);
  const auto part = [](double seen, double expected) { return seen > 0 ? seen * std::log(seen / expected) : 0.0; };
  return 2 * (part(inside, window * rate) + part(outside, others * rate));
}

/// The words that occur in several titles of the window.
Result<std::vector<RisingTerm>> title_terms_of(const Json& window, const Session& session, std::size_t& articles) {
  Json body = {{"size", 0}, {"track_total_hits", true}, {"query", window}};
  body["aggs"]["titles"]["terms"] = {{"field", std::string(field::kTitleTerms)},
                                     {"size", kTitleTerms},
                                     {"shard_size", 10 * kTitleTerms},
                                     {"min_doc_count", kMinTitles}};
  TRAWL_TRY(const Json answer, session.search(body));
  articles = number_at(answer, "/hits/total/value");
  std::vector<RisingTerm> terms;
  for (const Json& bucket : buckets_of(answer, "/aggregations/titles/buckets")) {
    RisingTerm term;
    term.term = bucket.value("key", "");
    term.titles = number_at(bucket, "/doc_count");
    if (is_nameable_term(term.term)) terms.push_back(std::move(term));
  }
  return terms;
}

Result<void> add_uses(std::vector<RisingTerm>& terms, const Json& window, const Session& session) {
  if (terms.empty()) return {};
  Json filters = Json::array();
  for (const RisingTerm& one : terms) filters.push_back(term_query(field::kWords, one.term));
  Json body = {{"size", 0}, {"track_total_hits", false}, {"query", window}};
  body["aggs"]["words"] = {{"filters", {{"filters", std::move(filters)}}},
                           {"aggs", {{"sources", {{"terms", {{"field", "source"}, {"size", 1'000}}}}}}}};
  TRAWL_TRY(const Json answer, session.search(body));
  const Json& buckets = buckets_of(answer, "/aggregations/words/buckets");
  for (std::size_t i = 0; i < std::min(terms.size(), buckets.size()); ++i) {
    terms[i].inside = number_at(buckets[i], "/doc_count");
    for (const Json& source : buckets_of(buckets[i], "/sources/buckets")) {
      terms[i].sources[source.value("key", "")] = number_at(source, "/doc_count");
    }
  }
  return {};
}

/// Keeps the words that are more frequent than usual, most significant first.
Result<void> keep_rising(std::vector<RisingTerm>& terms, std::size_t articles, const Session& session) {
  std::vector<Json> questions{everything()};
  for (const RisingTerm& one : terms) questions.push_back(term_query(field::kWords, one.term));
  TRAWL_TRY(const auto counts, session.counts(questions));
  const auto window = static_cast<double>(articles), others = static_cast<double>(counts[0]) - window;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    RisingTerm& one = terms[i];
    const auto all_inside = static_cast<double>(one.inside);
    const double outside = static_cast<double>(counts[i + 1]) - all_inside;
    const auto inside = static_cast<double>(counted_articles(one.sources));
    const double usual = (outside + 0.5) / (others + 1); // never zero, so that a new word has a finite rise
    one.times_usual = inside / window / usual;
    one.significance = log_likelihood(inside, window, outside, others);
    const bool is_rising = one.inside >= kMinTitles && one.sources.size() >= kMinSources &&
                           static_cast<double>(one.titles) >= kMinTitleShare * all_inside &&
                           outside <= kMaxUsualShare * others && one.times_usual >= kMinRise;
    if (!is_rising) one.significance = 0;
  }
  std::erase_if(terms, [](const RisingTerm& one) { return one.significance < kMinSignificance; });
  std::ranges::sort(terms, [](const RisingTerm& a, const RisingTerm& b) {
    return a.significance != b.significance ? a.significance > b.significance : a.term < b.term;
  });
  return {};
}

/// One form of each word is enough.
void keep_one_form(std::vector<RisingTerm>& terms, std::size_t limit) {
  text::Stemmer stemmer;
  std::set<std::string> stems;
  std::erase_if(terms, [&](const RisingTerm& one) {
    std::string letters = one.term;
    std::erase(letters, '-');
    return !stems.insert(stemmer.stem(letters)).second;
  });
  if (terms.size() > limit) terms.resize(limit);
}

/// The articles with the most significant words, a few of each source.
Result<std::vector<search::Hit>> articles_with(const std::vector<RisingTerm>& terms, const Json& window,
                                               std::size_t limit, const Session& session) {
  std::vector<Json> should;
  for (const RisingTerm& one : terms) {
    should.push_back(
        {{"constant_score", {{"filter", term_query(field::kWords, one.term)}, {"boost", one.significance}}}});
  }
  const Json body = {
      {"size", 20 * limit},
      {"track_total_hits", false},
      {"_source", source_parts(HitPart::Fields)},
      {"query", {{"bool", {{"filter", {window}}, {"should", std::move(should)}, {"minimum_should_match", 1}}}}}};
  TRAWL_TRY(const Json answer, session.search(body));
  TRAWL_TRY(auto hits, plain_hits(answer, session));
  const std::size_t per_source = std::max<std::size_t>(2, limit / 3);
  std::map<std::string, std::size_t> shown;
  std::erase_if(hits, [&](const search::Hit& hit) { return ++shown[hit.article.source] > per_source; });
  if (hits.size() > limit) hits.resize(limit);
  return hits;
}

} // namespace

Result<search::Trending> answer_trending(std::chrono::seconds window, std::size_t limit, Moment now,
                                         const Session& session) {
  search::Trending trending{now - window, now, {}, {}};
  const std::chrono::seconds one{1};
  const Json published = match_query(*search::match_dates({now - window + one, now + one}));
  std::size_t articles = 0;
  TRAWL_TRY(auto terms, title_terms_of(published, session, articles));
  TRAWL_CHECK(add_uses(terms, published, session));
  TRAWL_CHECK(keep_rising(terms, articles, session));
  keep_one_form(terms, limit);
  if (terms.empty() || limit == 0) return trending;
  TRAWL_TRY(trending.articles, articles_with(terms, published, limit, session));
  for (RisingTerm& term : terms) {
    search::TrendingTerm& shown = trending.terms.emplace_back(term.term, term.inside, term.times_usual);
    for (const auto& [source, count] : term.sources) shown.sources.push_back(source);
  }
  return trending;
}

} // namespace trawl::opensearch
