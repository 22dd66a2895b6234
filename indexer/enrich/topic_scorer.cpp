// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topic_scorer.h"

#include <algorithm>
#include <string>

namespace trawl::enrich {
namespace {

// The beginning of an article says what it is about: a phrase in these words gets one more occurrence.
constexpr std::uint32_t kLeadWords = 120;
// Occurrences are counted per thousand words; shorter texts are treated as this long.
constexpr double kMinWords = 400;
// More occurrences of a phrase do not make the article more about its topic.
constexpr double kMaxPerThousand = 3;
// Limits the score of a long text about many topics.
constexpr double kMaxFromText = 8;
// A topic that only the text mentions needs this many times the threshold.
constexpr double kTextAlone = 1.25;

} // namespace

void TopicScorer::add(const PhraseMatch& match, bool in_title) {
  switch (match.use.role) {
  case PhraseRole::Text: {
    Counts& counts = counts_[match.use.phrase];
    if (in_title) {
      ++counts.in_title;
    } else {
      ++counts.in_text;
      counts.in_lead = counts.in_lead || match.begin < kLeadWords;
    }
    break;
  }
  case PhraseRole::Title:
    if (in_title) ++counts_[match.use.phrase].in_title;
    break;
  case PhraseRole::Require:
    has_required_ = true;
    break;
  case PhraseRole::Reject:
    is_rejected_ = is_rejected_ || in_title;
    break;
  case PhraseRole::Exclude:
    break;
  }
}

std::optional<TopicScore> TopicScorer::score() const {
  if (is_rejected_ || (entry_.has_requirements && !has_required_)) return std::nullopt;
  double from_title = 0;
  double from_text = 0;
  double strongest = 0;
  std::uint32_t best_phrase = 0;
  std::string rule;
  for (const auto& [phrase, counts] : counts_) {
    const TopicPhrase& rules = entry_.phrases[phrase];
    const double title = counts.in_title > 0 ? rules.weight * (rules.title_only ? 1 : entry_.title_factor) : 0;
    const double text = rules.weight * text_frequency(counts);
    from_title += title;
    from_text += text;
    // Of equal phrases the first in the file, as the order of the table is not defined.
    const double weight = title + std::min(text, kMaxFromText);
    if (weight > strongest || (weight == strongest && phrase < best_phrase)) {
      strongest = weight;
      best_phrase = phrase;
      rule = (counts.in_title > 0 ? "title '" : "text '") + rules.text + "'";
    }
  }
  const double sum = from_title + std::min(from_text, kMaxFromText);
  if (sum <= 0) return std::nullopt;
  const double needed = entry_.threshold * (from_title > 0 ? 1 : kTextAlone);
  return TopicScore{entry_.label, entry_.kind, sum, needed, sum >= needed, rule};
}

/// Occurrences in the text per thousand words, and one more for the beginning.
double TopicScorer::text_frequency(const Counts& counts) const {
  if (counts.in_text == 0) return 0;
  const double per_thousand = counts.in_text * 1000.0 / std::max<double>(words_, kMinWords);
  return std::min(per_thousand, kMaxPerThousand) + (counts.in_lead ? 1 : 0);
}

} // namespace trawl::enrich
