// SPDX-License-Identifier: GPL-3.0-or-later
/// Ranks the articles that a query finds: BM25 over stems, words in the title, exact forms, other spellings and
/// synonyms, with the weights of shared/search/rank/ranking_parameters.h; neighbouring words; words at the beginning of
/// the text; titles and names that are the whole query.
#pragma once

#include "shared/opensearch/answers/matched_request.h"
#include "shared/search/response.h"

#include <vector>

namespace trawl::opensearch {

/// The query that finds the articles of the query `match` and scores them. Each part of a score has a name, which
/// `explanation_of` reads. `now`: for the bonus for new articles.
Json scored_query(const MatchedRequest& matched, const Json& match, Moment now);

/// The parts of a score by name, as the cluster returns them; they add up to `score`.
std::vector<search::ExplainPart> explanation_of(const Json& named_scores, double score);

} // namespace trawl::opensearch
