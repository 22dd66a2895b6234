// SPDX-License-Identifier: GPL-3.0-or-later
/// The one category of an article: api, agents, frameworks, hardware, infra, model, open-source, release, research or
/// tutorial. An article that no rule fits has none.
#pragma once

#include "indexer/enrich/topics.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::enrich {

/// A label and the rule that gave it, as provenance shows it: "topics.json: title 'release notes'", "feed: Tutorials".
struct Labelled {
  std::string label;
  std::string rule;
};

/// Picks the category: a title that says it plainly, then the feed's or page's own word for it, then the text.
/// `scores` is the answer of Topics::score.
std::optional<Labelled> categorise(const Topics& topics, const std::vector<TopicScore>& scores,
                                   const std::vector<std::string>& feed_categories,
                                   const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
