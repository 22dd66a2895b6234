// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/categorise.h"

#include <algorithm>

namespace trawl::enrich {
namespace {

// A score this high is a title that says it plainly: stronger than what the feed calls it.
constexpr double kPlain = 12;
// Every article has one category: what is nearly certain is given where nothing else comes near.
constexpr double kNearly = 0.6;
constexpr double kLead = 1.5;
constexpr double kSupported = 0.5;

const TopicScore* best_category(const std::vector<TopicScore>& scores) {
  const auto is_category = [](const TopicScore& score) { return score.kind == TopicKind::Category; };
  const auto certain =
      std::ranges::find_if(scores, [&](const TopicScore& score) { return is_category(score) && score.is_certain; });
  if (certain != scores.end()) return &*certain;
  const auto first = std::ranges::find_if(scores, is_category);
  if (first == scores.end() || first->score < kNearly * first->needed) return nullptr;
  const auto second = std::find_if(first + 1, scores.end(), is_category);
  return second == scores.end() || first->score >= kLead * second->score ? &*first : nullptr;
}

/// Whether the article's own words say something of it: keywords name the tools an article uses, too.
bool is_supported(const std::vector<TopicScore>& scores, const std::string& label) {
  return std::ranges::any_of(scores, [&](const TopicScore& score) {
    return score.kind == TopicKind::Category && score.label == label && score.score >= kSupported * score.needed;
  });
}

template <typename Accept>
std::optional<Labelled> named(const Topics& topics, const std::vector<std::string>& names, const char* source,
                              Accept accept) {
  for (const std::string& name : names) {
    const std::string label = topics.label_for(TopicKind::Category, name);
    if (!label.empty() && accept(label)) return Labelled{label, std::string(source) + ": " + name};
  }
  return std::nullopt;
}

} // namespace

std::optional<Labelled> categorise(const Topics& topics, const std::vector<TopicScore>& scores,
                                   const std::vector<std::string>& feed_categories,
                                   const std::vector<std::string>& page_keywords) {
  const TopicScore* best = best_category(scores);
  const bool is_plain = best != nullptr && best->score >= kPlain && best->rule.starts_with("title");
  if (!is_plain) {
    const auto any = [](const std::string&) { return true; };
    if (auto label = named(topics, feed_categories, "feed", any)) return label;
    const auto supported = [&](const std::string& label) { return is_supported(scores, label); };
    if (auto label = named(topics, page_keywords, "page", supported)) return label;
  }
  if (best == nullptr) return std::nullopt;
  return Labelled{best->label, "topics.json: " + best->rule};
}

} // namespace trawl::enrich
