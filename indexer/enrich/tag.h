// SPDX-License-Identifier: GPL-3.0-or-later
/// The topic tags of an article, few and certain: better no tag than a wrong one.
#pragma once

#include "indexer/enrich/categorise.h"
#include "indexer/enrich/topics.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::enrich {

inline constexpr std::size_t kMaxTags = 5;

/// At most kMaxTags tags, the most important first: what feed or page say in words we know (and the text bears out at
/// least once), and what the text scores for. `scores` is the answer of Topics::score.
std::vector<Labelled> tags_of(const Topics& topics, const std::vector<TopicScore>& scores,
                              const std::vector<std::string>& feed_categories,
                              const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
