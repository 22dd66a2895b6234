// SPDX-License-Identifier: GPL-3.0-or-later
/// What is added to an extracted article before it is stored: category, tags, and the fields that are never empty.
#pragma once

#include "indexer/enrich/topics.h"
#include "shared/article/article.h"

#include <string>
#include <vector>

namespace trawl::enrich {

/// Sets category, tags and their provenance anew (earlier ones are replaced); a missing title from the first words of
/// the text; words and reading_minutes when words is 0. `feed_categories`: of the entry; `page_keywords`: the page's
/// keywords, tags and section. Pure; linear in the article.
void enrich(Article& article, const Topics& topics, const std::vector<std::string>& feed_categories,
            const std::vector<std::string>& page_keywords);

} // namespace trawl::enrich
