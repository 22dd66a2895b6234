// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/categorise.h"

#include <algorithm>

namespace trawl::enrich {
namespace {

// A score this high is a title that says it plainly: stronger than what the feed calls it.
constexpr double kPlain = 12;

const TopicScore* best_category(const std::vector<TopicScore>& scores) {
  const auto found = std::ranges::find_if(
      scores, [](const TopicScore& score) { return score.kind == TopicKind::Category && score.is_certain; });
  return found == scores.end() ? nullptr : &*found;
}

std::optional<Labelled> named(const Topics& topics, const std::vector<std::string>& names, const char* source) {
  for (const std::string& name : names) {
    if (std::string label = topics.label_for(TopicKind::Category, name); !label.empty()) {
      return Labelled{label, std::string(source) + ": " + name};
    }
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
    if (auto label = named(topics, feed_categories, "feed")) return label;
    if (auto label = named(topics, page_keywords, "page")) return label;
  }
  if (best == nullptr) return std::nullopt;
  return Labelled{best->label, "topics.json: " + best->rule};
}

} // namespace trawl::enrich
