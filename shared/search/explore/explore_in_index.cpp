// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/explore_in_index.h"

#include "shared/article/article_id.h"
#include "shared/index/document/stored_fields.h"
#include "shared/meaning/word_table.h"
#include "shared/search/match/near_terms.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/search/rank/term_scoring.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kMostOfPhrase = 256;      // articles that may have one
constexpr std::size_t kMaxPostings = 1'000'000; // that a question about similar articles reads

} // namespace

std::vector<TitledArticle> ExploreInIndex::newest(const MatchPtr& match, std::size_t limit) {
  using Dated = std::pair<std::int64_t, std::uint32_t>; // published, document
  std::vector<Dated> newest;                            // a heap, the oldest on top
  matcher_.find(match).for_each([&](std::uint32_t document) {
    const Dated dated{columns().published()[document], document};
    if (newest.size() == limit && (limit == 0 || dated < newest.front())) return;
    newest.push_back(dated);
    std::ranges::push_heap(newest, std::greater());
    if (newest.size() <= limit) return;
    std::ranges::pop_heap(newest, std::greater());
    newest.pop_back();
  });
  std::ranges::sort_heap(newest, std::greater());
  std::vector<TitledArticle> out;
  Article article;
  for (const auto& [published, document] : newest) {
    if (matcher_.budget().spent_now()) break;
    if (index::unpack_stored_fields(columns().stored_document(document).stored_fields, article))
      out.push_back({article.id, article.title});
  }
  return out;
}

std::size_t ExploreInIndex::articles_with_phrase(std::vector<std::string> terms, const MatchPtr& within) {
  DocSet candidates = documents_with_all(matcher_.view(), terms, matcher_.budget());
  if (within != everything()) candidates = matcher_.find(within, candidates);
  const std::size_t count = candidates.count(), step = (count + kMostOfPhrase - 1) / kMostOfPhrase;
  if (step > 1) {
    DocSet some(columns().last_document);
    candidates.for_each([&](std::uint32_t document) {
      // Multiples of the golden ratio are spread evenly, whatever period the articles have.
      if (document * 0x9E3779B1U < UINT32_MAX / step) some.add(document);
    });
    candidates = std::move(some);
  }
  const std::size_t compared = candidates.count();
  return compared == 0 ? 0 : matcher_.find(match_sequence(std::move(terms), 1), candidates).count() * count / compared;
}

std::optional<Moment> ExploreInIndex::date_of_newest(const MatchPtr& match, std::size_t n) {
  std::vector<std::int64_t> dates;
  matcher_.find(match).for_each([&](std::uint32_t document) { dates.push_back(columns().published()[document]); });
  if (n == 0 || dates.size() < n) return std::nullopt;
  const auto nth = dates.begin() + static_cast<std::ptrdiff_t>(n - 1);
  std::ranges::nth_element(dates, nth, std::greater());
  return Moment(std::chrono::seconds(*nth));
}

std::vector<std::string> ExploreInIndex::continuations(const std::string& prefix, const MatchPtr&) {
  return expand_prefix(matcher_.view(), prefix, matcher_.budget());
}

std::vector<TermCount> ExploreInIndex::values_with_word(std::string_view field, const std::string& prefix,
                                                        const MatchPtr& within, std::size_t limit) {
  std::vector<TermCount> out;
  const index::ValueColumn* column = columns().column(field);
  std::vector<std::uint32_t> ordinals = column == nullptr ? std::vector<std::uint32_t>() : column->with_word(prefix);
  if (ordinals.empty() || limit == 0) return out;
  std::vector<std::uint32_t> counts;
  if (within != everything()) {
    counts.resize(column->values.size());
    matcher_.find(within).for_each([&](std::uint32_t document) {
      for (const std::uint32_t ordinal : column->of(document)) ++counts[ordinal];
    });
  }
  const auto articles = [&](std::uint32_t ordinal) {
    return counts.empty() ? column->documents[ordinal] : counts[ordinal];
  };
  std::erase_if(ordinals, [&](std::uint32_t ordinal) { return articles(ordinal) == 0; });
  if (ordinals.size() > limit) { // only those as frequent as the last one are read
    const auto last = ordinals.begin() + static_cast<std::ptrdiff_t>(limit - 1);
    std::ranges::nth_element(ordinals, last, std::greater(), articles);
    const std::uint32_t least = articles(*last);
    std::erase_if(ordinals, [&](std::uint32_t ordinal) { return articles(ordinal) < least; });
  }
  for (const std::uint32_t ordinal : ordinals) out.push_back({std::string(column->values[ordinal]), articles(ordinal)});
  std::ranges::sort(out, [](const TermCount& a, const TermCount& b) {
    return a.articles != b.articles ? a.articles > b.articles : a.word < b.word;
  });
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::optional<std::string> ExploreInIndex::nearest_beginning(const std::string& word) {
  return search::nearest_beginning(matcher_.view(), word, matcher_.budget());
}

std::map<std::string, std::size_t> ExploreInIndex::title_words(const MatchPtr& within, std::size_t least) {
  std::map<std::string, std::size_t> titles;
  Article article;
  text::TermTable table;
  matcher_.find(within).for_each([&](std::uint32_t document) {
    if (matcher_.budget().spent_now()) return;
    if (!index::unpack_stored_fields(columns().stored_document(document).stored_fields, article)) return;
    std::set<std::string> words;
    for (const text::TermOccurrence& occurrence : text::analyze_article(table, article.title, {}).terms) {
      // "S" and the word as written, or "SZ" and its stem.
      if (occurrence.term.starts_with('S') && !occurrence.term.starts_with("SZ"))
        words.emplace(occurrence.term.substr(1));
    }
    for (const std::string& word : words) ++titles[word];
  });
  std::erase_if(titles, [&](const auto& one) { return one.second < least; });
  return titles;
}

std::vector<WordUses> ExploreInIndex::uses(const std::vector<std::string>& words, const MatchPtr& within) {
  std::vector<std::uint32_t> documents;
  if (!words.empty()) matcher_.find(within).for_each([&](std::uint32_t document) { documents.push_back(document); });
  std::vector<WordUses> out(words.size());
  for (std::size_t w = 0; w < words.size() && !matcher_.budget().spent(); ++w) {
    const std::vector<std::uint32_t> tf = term_frequencies(matcher_.view(), words[w], documents);
    std::map<std::uint32_t, std::size_t> sources;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (tf[i] == 0) continue;
      ++out[w].articles;
      for (const std::uint32_t source : columns().source().of(documents[i])) ++sources[source];
    }
    for (const auto& [source, articles] : sources)
      out[w].sources.push_back({std::string(columns().source().values[source]), articles});
  }
  return out;
}

std::vector<SimilarArticle> ExploreInIndex::similar(const SimilarityQuestion& question) {
  std::vector<SimilarArticle> out;
  if (question.terms.empty()) return out;
  RankingParameters parameters;
  parameters.b = 1; // in full: long lists would be similar to everything
  const ScoringContext context = scoring_context(matcher_.view(), parameters);
  std::vector<float> scores(std::size_t{columns().last_document} + 1);
  std::vector<std::uint8_t> shared(scores.size());
  std::size_t postings = 0;
  for (const auto& [term, weight] : question.terms) {
    if ((postings += matcher_.df(term)) > kMaxPostings) break;
    ScoredTerm scored;
    scored.weight = weight;
    const TermScorer scorer(scored, columns(), context);
    for_each_posting(matcher_.view(), term, matcher_.budget(), [&](std::uint32_t document, std::uint32_t tf) {
      scores[document] += static_cast<float>(question.by_frequency ? scorer.score(tf, document) : weight);
      ++shared[document];
    });
  }
  matcher_.find(question.within).for_each([&](std::uint32_t document) {
    if (shared[document] >= question.least_shared) out.push_back({document, scores[document]});
  });
  return out;
}

std::vector<double> ExploreInIndex::nearness(std::uint32_t document, const std::vector<SimilarArticle>& articles) {
  std::vector<double> out(articles.size());
  std::vector<meaning::PackedVector> room;
  const auto direction = meaning::direction_of(columns().passages(document, room));
  for (std::size_t i = 0; direction && i < articles.size() && !matcher_.budget().spent_now(); ++i)
    out[i] = meaning::nearest(*direction, columns().passages(articles[i].document, room));
  return out;
}

std::vector<std::string> ExploreInIndex::sources_of(std::uint32_t document) {
  std::vector<std::string> out;
  for (const std::uint32_t source : columns().source().of(document))
    out.emplace_back(columns().source().values[source]);
  return out;
}

} // namespace trawl::search
