// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/category.h"

#include <algorithm>

namespace trawl::enrich {
namespace {

// A score this high comes from a strong phrase in the title, which counts more than the feed's category.
constexpr double kStrongScore = 12;
// A score below the threshold is enough if it is this share of the threshold, and this many times the second score.
constexpr double kNearlyCertain = 0.6;
constexpr double kLead = 1.5;
// A keyword of the page needs this share of the threshold from the article's own words.
constexpr double kSupported = 0.5;

const TopicScore* best_category(const std::vector<TopicScore>& scores) {
  const auto is_category = [](const TopicScore& score) { return score.kind == TopicKind::Category; };
  const auto certain =
      std::ranges::find_if(scores, [&](const TopicScore& score) { return is_category(score) && score.is_certain; });
  if (certain != scores.end()) return &*certain;
  const auto first = std::ranges::find_if(scores, is_category);
  if (first == scores.end() || first->score < kNearlyCertain * first->needed) return nullptr;
  const auto second = std::find_if(first + 1, scores.end(), is_category);
  return second == scores.end() || first->score >= kLead * second->score ? &*first : nullptr;
}

/// Whether the article's own words support the label. Keywords also name the tools that an article uses.
bool is_supported(const std::vector<TopicScore>& scores, const std::string& label) {
  return std::ranges::any_of(scores, [&](const TopicScore& score) {
    return score.kind == TopicKind::Category && score.label == label && score.score >= kSupported * score.needed;
  });
}

/// The first of `names` that means a category, if `accept` accepts it.
template <typename Accept>
std::optional<AssignedLabel> named_category(const Topics& topics, const std::vector<std::string>& names,
                                            const char* source, Accept accept) {
  for (const std::string& name : names) {
    const std::string label = topics.label_for(TopicKind::Category, name);
    if (!label.empty() && accept(label)) return AssignedLabel{label, std::string(source) + ": " + name};
  }
  return std::nullopt;
}

} // namespace

std::optional<AssignedLabel> choose_category(const Topics& topics, const std::vector<TopicScore>& scores,
                                             const std::vector<std::string>& feed_categories,
                                             const std::vector<std::string>& page_keywords) {
  const TopicScore* best = best_category(scores);
  const bool is_strong = best != nullptr && best->score >= kStrongScore && best->rule.starts_with("title");
  if (!is_strong) {
    const auto any = [](const std::string&) { return true; };
    if (auto label = named_category(topics, feed_categories, "feed", any)) return label;
    const auto supported = [&](const std::string& label) { return is_supported(scores, label); };
    if (auto label = named_category(topics, page_keywords, "page", supported)) return label;
  }
  if (best == nullptr) return std::nullopt;
  return AssignedLabel{best->label, "topics.json: " + best->rule};
}

} // namespace trawl::enrich
