// SPDX-License-Identifier: GPL-3.0-or-later
/// The tags of an article: its topics. A missing tag is better than a wrong one.
#pragma once

#include "indexer/enrich/category.h"
#include "indexer/enrich/topics.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::enrich {

inline constexpr std::size_t kMaxTags = 5;

/// At most kMaxTags tags, the most important first: topics in the title, then categories of the feed entry and keywords
/// of the page that the article mentions, then topics in the text. `scores` is the result of Topics::score.
std::vector<AssignedLabel> choose_tags(const Topics& topics, const std::vector<TopicScore>& scores,
                                       const std::vector<std::string>& feed_categories,
                                       const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
