// SPDX-License-Identifier: GPL-3.0-or-later
/// Completes an extracted article before it is stored: category, tags, and the fields that are never empty.
#pragma once

#include "indexer/enrich/topics.h"
#include "shared/article/article.h"

#include <cstddef>
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

/// Chooses the category: by a category of the feed entry, else by a title with a strong phrase, else by a keyword of
/// the page, else by the text: a certain one, else the one nearest to its threshold. nullopt if nothing points to one,
/// or only one phrase of the text. `scores` is the result of Topics::score.
std::optional<AssignedLabel> choose_category(const Topics& topics, const std::vector<TopicScore>& scores,
                                             const std::vector<std::string>& feed_categories,
                                             const std::vector<std::string>& page_keywords);

/// Replaces category, tags and their provenance. Sets a missing title to the first words of the text, or to the URL;
/// sets words and reading_minutes if words is 0. `feed_categories`: of the feed entry; `page_keywords`: the page's
/// keywords, tags and section. Pure; linear in the article.
void enrich(Article& article, const Topics& topics, const std::vector<std::string>& feed_categories,
            const std::vector<std::string>& page_keywords);

inline constexpr std::size_t kMaxTags = 5;

/// At most kMaxTags tags, the most important first: topics in the title, then categories of the feed entry and keywords
/// of the page that the article mentions, then topics in the text. `scores` is the result of Topics::score.
std::vector<AssignedLabel> choose_tags(const Topics& topics, const std::vector<TopicScore>& scores,
                                       const std::vector<std::string>& feed_categories,
                                       const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
