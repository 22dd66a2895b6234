// SPDX-License-Identifier: GPL-3.0-or-later
/// The category of an article: api, agents, frameworks, hardware, infra, model, open-source, release, research or
/// tutorial. An article that no rule fits has none.
#pragma once

#include "indexer/enrich/topics.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::enrich {

/// A label and the rule that assigned it, as provenance shows it: "topics.json: title 'release notes'", "feed:
/// Tutorials".
struct AssignedLabel {
  std::string label;
  std::string rule;
};

/// Chooses the category: by a title with a strong phrase, else by a category of the feed entry or a keyword of the
/// page, else by the text. `scores` is the result of Topics::score.
std::optional<AssignedLabel> choose_category(const Topics& topics, const std::vector<TopicScore>& scores,
                                             const std::vector<std::string>& feed_categories,
                                             const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
