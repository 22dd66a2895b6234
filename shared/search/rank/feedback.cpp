// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/feedback.h"

#include <algorithm>

#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions.h"
#include "shared/search/match/posting_cursor.h"

namespace trawl::search {
namespace {

constexpr std::size_t kDocuments = 10;
constexpr std::size_t kLookedUp = 40; // terms whose frequency is asked for
constexpr std::size_t kTerms = 10;

struct WeighedStem {
  index::StemKey key; ///< compared sooner than the stem
  std::string_view stem;
  double weight = 0;
};

/// How much each stem of the documents says of them, those that score more weighing more.
std::vector<WeighedStem> weights_in(std::span<const FeedbackDocument> documents, const index::Columns& columns,
                                    const ScoringContext& context, double k1) {
  std::vector<WeighedStem> all;
  double total = 0;
  for (const FeedbackDocument& one : documents) total += one.score;
  for (const auto& [document, score] : documents) {
    const double norm = context.text_norm.of(columns.words[document]);
    for (const auto& [stem, times] : index::forward_terms(columns.stored_document(document).forward_index)) {
      all.push_back({index::StemKey(stem), stem, score / total * saturation(times, k1, norm)});
    }
  }
  std::ranges::sort(all, {}, &WeighedStem::key);
  std::vector<WeighedStem> out;
  for (const WeighedStem& one : all) {
    if (out.empty() || out.back().key != one.key) out.push_back({one.key, one.stem, 0});
    out.back().weight += one.weight;
  }
  return out;
}

void keep_heaviest(std::vector<WeighedStem>& stems, std::size_t count) {
  const auto end = stems.begin() + static_cast<std::ptrdiff_t>(std::min(stems.size(), count));
  std::ranges::partial_sort(stems, end, [](const WeighedStem& a, const WeighedStem& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.stem < b.stem;
  });
  stems.erase(end, stems.end());
}

std::string term_of(std::string_view stem) { return std::string("Z").append(stem); }

bool is_asked(std::string_view stem, std::span<const ScoredTerm> scored) {
  return std::ranges::any_of(scored, [&](const ScoredTerm& one) {
    return one.term.starts_with('Z') && std::string_view(one.term).substr(1) == stem;
  });
}

} // namespace

std::vector<FeedbackTerm> feedback_terms(std::span<const FeedbackDocument> best, std::span<const ScoredTerm> scored,
                                         const IndexView& view, const ScoringContext& context, double k1) {
  if (best.size() <= kDocuments || best.front().score <= 0) return {};
  std::vector<WeighedStem> stems = weights_in(best.first(kDocuments), view.columns, context, k1);
  std::erase_if(stems, [&](const WeighedStem& one) { return is_asked(one.stem, scored); });
  keep_heaviest(stems, kLookedUp); // a look-up costs more than all else here
  for (WeighedStem& one : stems) {
    const std::size_t frequency = document_frequency(view, term_of(one.stem));
    one.weight *= frequency < 2 ? 0 : inverse_document_frequency(context.documents, static_cast<double>(frequency));
  }
  keep_heaviest(stems, kTerms);
  double sum = 0;
  for (const WeighedStem& one : stems) sum += one.weight;
  std::vector<FeedbackTerm> terms;
  for (const WeighedStem& one : stems) terms.push_back({term_of(one.stem), one.weight / std::max(sum, 1e-9)});
  return terms;
}

} // namespace trawl::search
