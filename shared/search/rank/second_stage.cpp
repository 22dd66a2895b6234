// SPDX-License-Identifier: GPL-3.0-or-later
/// The second stage of ranking (scoring.h).
#include <algorithm>
#include <cmath>
#include <functional>

#include "shared/search/match/postings.h"
#include "shared/search/rank/feedback.h"
#include "shared/search/rank/passage_score.h"
#include "shared/search/rank/proximity.h"
#include "shared/search/rank/scoring.h"
#include "shared/text/analyzer.h"

namespace trawl::search {
namespace {

constexpr std::uint32_t kPassageWords = 60;
constexpr std::uint32_t kLongText = 300; // words: five passages

/// Occurrences of each scored term in each document: one pass over a posting list per term.
std::vector<std::vector<double>> occurrences(std::span<const std::uint32_t> documents,
                                             std::span<const ScoredTerm> scored, const IndexView& view,
                                             Budget& budget) {
  std::vector<std::vector<double>> out(scored.size(), std::vector<double>(documents.size()));
  for (std::size_t t = 0; t < scored.size(); ++t) {
    if (budget.passed()) break;
    const std::vector<std::uint32_t> times = tf_in(view, scored[t].term, documents);
    std::ranges::copy(times, out[t].begin());
  }
  return out;
}

class Rescorer {
 public:
  Rescorer(std::span<const std::uint32_t> documents, const RankTerms& terms, std::span<const ScoredTerm> scored,
           const IndexView& view, const ScoringContext& context, const RankingParameters& parameters, bool explain,
           Budget& budget)
      : documents_(documents), terms_(terms), scored_(scored), view_(view), context_(context), parameters_(parameters),
        explain_(explain), budget_(budget), out_(documents.size()),
        occurrences_(occurrences(documents, scored, view, budget)) {}

  std::vector<Rescored> run() {
    for (std::size_t t = 0; t < scored_.size(); ++t) add_term(t);
    read_positions();
    add_pairs();
    add_passages();
    add_lead();
    apply_cover();
    add_feedback();
    return std::move(out_);
  }

 private:
  void add(std::size_t d, const char* name, const std::string& detail, double weight) {
    out_[d].score += weight;
    if (explain_ && weight != 0) out_[d].explain.push_back({name, detail, weight});
  }

  static const char* name_of(ScorePart part) {
    switch (part) {
    case ScorePart::Stem:
      return "stem";
    case ScorePart::Title:
      return "title";
    case ScorePart::Exact:
      return "exact";
    case ScorePart::Variant:
      return "variant";
    case ScorePart::Compound:
      return "compound";
    }
    return "";
  }

  void add_term(std::size_t t) {
    const TermScorer scorer(scored_[t], view_.columns, context_, parameters_);
    for (std::size_t d = 0; d < documents_.size(); ++d) {
      const double times = occurrences_[t][d];
      if (times == 0) continue;
      const double worth = scorer.of(times, documents_[d]);
      std::string detail;
      if (explain_) detail = "'" + scored_[t].word + "' " + std::to_string(static_cast<long>(times)) + " times";
      add(d, name_of(scored_[t].part), detail, worth);
    }
  }

  /// The row of a stem among the scored terms; scored_.size() if the index has none.
  std::size_t row_of(const std::string& stem) const {
    const auto found = std::ranges::find_if(
        scored_, [&](const ScoredTerm& term) { return term.part == ScorePart::Stem && term.word == stem; });
    return static_cast<std::size_t>(found - scored_.begin());
  }

  void add_pairs() {
    for (const auto& [left, right] : terms_.pairs) {
      const std::size_t l = row_of(left);
      const std::size_t r = row_of(right);
      std::vector<double> times(documents_.size());
      double holding = 0;
      for (std::size_t d = 0; d < documents_.size() && !budget_.spent(); ++d) {
        if (!holds_pair(d, l, r)) continue;
        const WordPositions words[] = {{0, positions_[l][d]}, {1, positions_[r][d]}};
        times[d] = static_cast<double>(count_in_order(words, 1));
        holding += times[d] > 0 ? 1 : 0;
      }
      // The candidates stand in for the collection, whose count of the pair nobody keeps.
      const double idf = inverse_document_frequency(context_.documents, holding);
      for (std::size_t d = 0; d < documents_.size(); ++d) {
        if (times[d] == 0) continue;
        const double norm = context_.text_norm.of(view_.columns.words[documents_[d]]);
        add(d, "pairs", explain_ ? "'" + left + " " + right + "' side by side" : std::string(),
            parameters_.pairs * idf * saturation(times[d], parameters_.k1, norm));
      }
    }
  }

  bool is_long(std::size_t d) const { return view_.columns.words[documents_[d]] >= kLongText; }

  bool holds_pair(std::size_t d, std::size_t left, std::size_t right) const {
    return left < scored_.size() && right < scored_.size() && occurrences_[left][d] > 0 && occurrences_[right][d] > 0;
  }

  /// Reads what pairs, passages and leads need, and nothing else.
  void read_positions() {
    std::vector<std::vector<bool>> needed(scored_.size(), std::vector<bool>(documents_.size()));
    for (const auto& [left, right] : terms_.pairs) {
      const std::size_t l = row_of(left);
      const std::size_t r = row_of(right);
      for (std::size_t d = 0; d < documents_.size(); ++d) {
        if (holds_pair(d, l, r)) needed[l][d] = needed[r][d] = true;
      }
    }
    positions_.resize(scored_.size());
    for (std::size_t t = 0; t < scored_.size(); ++t) {
      positions_[t].resize(documents_.size());
      std::vector<std::uint32_t> documents;
      std::vector<std::size_t> rows;
      for (std::size_t d = 0; d < documents_.size(); ++d) {
        const bool stem = scored_[t].part == ScorePart::Stem && occurrences_[t][d] > 0;
        if (!needed[t][d] && !stem) continue;
        documents.push_back(documents_[d]);
        rows.push_back(d);
      }
      if (documents.empty()) continue;
      std::vector<Positions> lists = positions_in(view_, scored_[t].term, documents, budget_);
      for (std::size_t i = 0; i < rows.size(); ++i) positions_[t][rows[i]] = std::move(lists[i]);
    }
  }

  /// Long texts by their best passage too, in place of part of their whole: words that answer a question stand
  /// together.
  void add_passages() {
    std::vector<double> weights;
    for (const ScoredTerm& term : scored_) weights.push_back(term.weight);
    const double norm = context_.text_norm.of(kPassageWords);
    for (std::size_t d = 0; d < documents_.size() && !budget_.spent(); ++d) {
      if (!is_long(d)) continue;
      std::vector<PassageHit> hits;
      double whole = 0;
      for (std::size_t t = 0; t < scored_.size(); ++t) {
        if (scored_[t].part != ScorePart::Stem || occurrences_[t][d] == 0) continue;
        for (const std::uint32_t position : positions_[t][d]) hits.push_back({position, t});
        whole += TermScorer(scored_[t], view_.columns, context_, parameters_).of(occurrences_[t][d], documents_[d]);
      }
      const double best = best_passage_score(std::move(hits), kPassageWords, weights, parameters_.k1, norm);
      add(d, "passage", explain_ ? "the best " + std::to_string(kPassageWords) + " words in a row" : std::string(),
          parameters_.passage * (best - whole));
    }
  }

  /// What an article is about, it says at its begin.
  void add_lead() {
    std::vector<double> worth(documents_.size());
    for (std::size_t t = 0; t < scored_.size(); ++t) {
      if (scored_[t].part != ScorePart::Stem) continue;
      for (std::size_t d = 0; d < documents_.size(); ++d) {
        const auto begin = static_cast<double>(text::kTitleGap + view_.columns.title_words[documents_[d]]);
        const auto first = std::ranges::upper_bound(positions_[t][d], text::kTitleGap);
        if (first == positions_[t][d].end()) continue;
        worth[d] += scored_[t].weight * std::exp(-std::max(0.0, *first - begin) / parameters_.lead_words);
      }
    }
    for (std::size_t d = 0; d < documents_.size(); ++d) {
      add(d, "lead", explain_ ? "words of the query where the text begins" : "", parameters_.lead * worth[d]);
    }
  }

  /// The share of the query's stems, by idf, that a document holds.
  void apply_cover() {
    double all = 0;
    double stems = 0;
    std::vector<double> held(documents_.size());
    for (std::size_t t = 0; t < scored_.size(); ++t) {
      if (scored_[t].part != ScorePart::Stem) continue;
      all += scored_[t].idf;
      stems += 1;
      for (std::size_t d = 0; d < documents_.size(); ++d) held[d] += occurrences_[t][d] > 0 ? scored_[t].idf : 0;
    }
    if (all == 0) return;
    const double exponent = parameters_.cover * std::min(1.0, parameters_.cover_words / stems);
    for (std::size_t d = 0; d < documents_.size(); ++d) {
      const double factor = held[d] > 0 ? std::pow(held[d] / all, exponent) : 1;
      const long percent = std::lround(100 * held[d] / all);
      add(d, "cover", explain_ ? std::to_string(percent) + " % of the query, by rarity" : std::string(),
          out_[d].score * (factor - 1));
    }
  }

  /// Candidates that speak of what the best ones speak of.
  void add_feedback() {
    std::vector<FeedbackDocument> best;
    for (std::size_t d = 0; d < documents_.size(); ++d) best.push_back({documents_[d], out_[d].score});
    std::ranges::stable_sort(best, std::greater(), &FeedbackDocument::score);
    double query = 0;
    for (const ScoredTerm& term : scored_) query += term.part == ScorePart::Stem ? term.weight : 0;
    for (const auto& [term, share] : feedback_terms(best, scored_, view_, context_, parameters_.k1)) {
      const std::vector<std::uint32_t> times = tf_in(view_, term, documents_);
      for (std::size_t d = 0; d < documents_.size() && !budget_.spent(); ++d) {
        if (times[d] == 0) continue;
        const double norm = context_.text_norm.of(view_.columns.words[documents_[d]]);
        add(d, "feedback", explain_ ? "'" + term.substr(1) + "', as the best have" : "",
            parameters_.feedback * query * share * saturation(times[d], parameters_.k1, norm));
      }
    }
  }

  std::span<const std::uint32_t> documents_;
  const RankTerms& terms_;
  std::span<const ScoredTerm> scored_;
  const IndexView& view_;
  const ScoringContext& context_;
  const RankingParameters& parameters_;
  bool explain_;
  Budget& budget_;
  std::vector<Rescored> out_;
  std::vector<std::vector<double>> occurrences_;  ///< by term, by document
  std::vector<std::vector<Positions>> positions_; ///< by term, by document; what was read
};

} // namespace

std::vector<Rescored> rescore(std::span<const std::uint32_t> documents, const RankTerms& terms,
                              std::span<const ScoredTerm> scored, const IndexView& view, const ScoringContext& context,
                              const RankingParameters& parameters, bool explain, Budget& budget) {
  for (const std::uint32_t document : documents) view.columns.prefetch_positions(document); // read after the counting
  return Rescorer(documents, terms, scored, view, context, parameters, explain, budget).run();
}

} // namespace trawl::search
