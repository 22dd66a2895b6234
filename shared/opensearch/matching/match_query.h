// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates what articles must have (shared/search/plan/match.h) into OpenSearch queries.
#pragma once

#include "shared/opensearch/client.h"
#include "shared/search/plan/match.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace trawl::opensearch {

/// The articles that match.
Json match_query(const search::Match& match);

/// All of the matches but the one of `field`.
Json all_but(const std::map<std::string, search::MatchPtr, std::less<>>& matches, std::string_view field);

} // namespace trawl::opensearch
