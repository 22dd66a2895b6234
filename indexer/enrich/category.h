// SPDX-License-Identifier: GPL-3.0-or-later
/// The category of an article (shared/schema/categories.h). If no rule is certain, the category is a guess, and its
/// provenance says so.
#pragma once

#include "indexer/enrich/topics.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::enrich {

/// A label and the rule that assigned it, as provenance shows it: "topics.json: title 'release notes'", "feed:
/// Tutorials", "guess: text 'dataset'".
struct AssignedLabel {
  std::string label;
  std::string rule;
  int confidence_percent = 0; ///< how often such a rule is right, 1 to 99; 0: not estimated
};

/// Chooses the category: by a title with a strong phrase, else by a category of the feed entry or a keyword of the
/// page, else by the text, else the label with the highest sum of its score in the text and its prior. nullopt only if
/// the vocabulary has no category with a prior and none of its phrases occurs. `scores` is the result of Topics::score.
std::optional<AssignedLabel> choose_category(const Topics& topics, const std::vector<TopicScore>& scores,
                                             const std::vector<std::string>& feed_categories,
                                             const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
