// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/discover_answer.h"
#include "shared/opensearch/answers/hit_answer.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/search/bm25.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kLookedUpStems = 120;
constexpr std::size_t kCharacteristicStems = 30;
constexpr std::size_t kCandidates = 60;
constexpr double kTitleFactor = 2;       // for words of the title
constexpr double kMinSimilarity = 0.10;  // of the article's score for its own words
constexpr int kMinShared = 5;            // characteristic words
constexpr std::size_t kMinWords = 25;    // a shorter article would be similar to anything
constexpr double kNearlyAsSimilar = 0.6; // share of the best score from which other sources come first

struct CharacteristicStem {
  std::string stem;
  double tf = 0, weight = 0;
  bool is_in_title = false;
};

bool may_be_characteristic(std::string_view stem) {
  const bool is_single_character = stem.size() <= 3 && static_cast<unsigned char>(stem[0]) >= 0xE0;
  const bool has_letters = stem.find_first_not_of("0123456789.,") != std::string_view::npos;
  return stem.size() >= 3 && !is_single_character && has_letters && !stem.contains(':'); // English stems are enough
}

/// The most frequent stems of an article, with the stems of its title first.
std::vector<CharacteristicStem> frequent_stems(const Article& article) {
  std::map<std::string_view, CharacteristicStem> by_stem;
  const auto analyzed = text::analyze_article(article.title, article.text);
  for (const text::TermOccurrence& one : analyzed.terms) {
    const std::string_view term = one.term;
    const bool is_of_title = term.starts_with("SZ");
    if (!is_of_title && !term.starts_with('Z')) continue;
    const std::string_view stem = term.substr(is_of_title ? 2 : 1);
    if (stem.empty() || !may_be_characteristic(stem)) continue;
    CharacteristicStem& known = by_stem[stem];
    known.stem = stem;
    known.tf += is_of_title ? 0 : 1;
    known.is_in_title = known.is_in_title || is_of_title;
  }
  std::vector<CharacteristicStem> stems;
  for (auto& [stem, one] : by_stem) stems.push_back(std::move(one));
  std::ranges::stable_sort(stems, [](const auto& a, const auto& b) {
    return std::pair(a.is_in_title, a.tf) > std::pair(b.is_in_title, b.tf);
  });
  if (stems.size() > kLookedUpStems) stems.resize(kLookedUpStems);
  return stems;
}

/// The stems with the highest tf × idf.
Result<std::vector<CharacteristicStem>> characteristic_stems(const Article& article, const Session& session) {
  std::vector<CharacteristicStem> stems = frequent_stems(article);
  std::vector<Json> questions{everything()};
  for (const CharacteristicStem& one : stems) questions.push_back(term_query(field::kStems, one.stem));
  TRAWL_TRY(const auto counts, session.counts(questions));
  const auto documents = static_cast<double>(counts[0]);
  for (std::size_t i = 0; i < stems.size(); ++i) {
    const auto df = static_cast<double>(counts[i + 1]);
    const double idf = df < 2 ? 0 : search::inverse_document_frequency(documents, df);
    stems[i].weight = idf * search::saturation(stems[i].tf, 1.2, 1.2) * (stems[i].is_in_title ? kTitleFactor : 1);
  }
  std::erase_if(stems, [](const CharacteristicStem& one) { return one.weight <= 0; });
  std::ranges::stable_sort(stems, [](const auto& a, const auto& b) { return a.weight > b.weight; });
  if (stems.size() > kCharacteristicStems) stems.resize(kCharacteristicStems);
  return stems;
}

bool shares_source(const Article& a, const Article& b) {
  std::vector<std::string> of_a{a.source}, of_b{b.source};
  for (const Copy& copy : a.copies) of_a.push_back(copy.source);
  for (const Copy& copy : b.copies) of_b.push_back(copy.source);
  return std::ranges::find_first_of(of_a, of_b) != of_a.end();
}

} // namespace

Result<search::RelatedResponse> answer_related(std::string_view id, std::size_t limit, const Session& session) {
  TRAWL_TRY(const search::Hit own, answer_article(id, session));
  if (own.article.words < kMinWords) return search::RelatedResponse{};
  TRAWL_TRY(const auto stems, characteristic_stems(own.article, session));
  std::vector<Json> should;
  for (const CharacteristicStem& one : stems) {
    const Json term = term_query(field::kStems, one.stem);
    should.push_back({{"constant_score", {{"filter", term}, {"boost", one.weight}}}});
  }
  const Json body = {{"size", kCandidates},
                     {"track_total_hits", false},
                     {"_source", source_parts(HitPart::Fields)},
                     {"query", {{"bool", {{"should", std::move(should)}, {"minimum_should_match", kMinShared}}}}}};
  TRAWL_TRY(const Json answer, session.search(body));
  double whole = 0;
  for (const CharacteristicStem& one : stems) whole += one.weight;
  std::vector<search::Hit> found;
  std::vector<double> scores;
  for (const Json& document : buckets_of(answer, "/hits/hits")) {
    const double score =
        document.contains("_score") && document.at("_score").is_number() ? document.at("_score").get<double>() : 0;
    if (document.value("_id", "") == own.article.id || score < kMinSimilarity * whole) continue;
    TRAWL_TRY(search::Hit hit, plain_hit(document, session));
    found.push_back(std::move(hit));
    scores.push_back(score);
  }
  const auto near =
      std::ranges::find_if(scores, [&](double score) { return score < kNearlyAsSimilar * scores.front(); });
  std::stable_partition(found.begin(), found.begin() + (near - scores.begin()),
                        [&](const search::Hit& hit) { return !shares_source(hit.article, own.article); });
  if (found.size() > limit) found.resize(limit);
  return search::RelatedResponse{std::move(found), {}};
}

} // namespace trawl::opensearch
