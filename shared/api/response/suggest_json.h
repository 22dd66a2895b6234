// SPDX-License-Identifier: GPL-3.0-or-later
/// Completions as JSON: our own form and the one that browsers request.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// GET /v1/suggest: {"q": …, "suggestions": [{"kind", "text", "value", "count"}], "warnings": […]}
std::string suggest_json(std::string_view typed, const search::SuggestResponse& found);

/// The OpenSearch Suggestions form (application/x-suggestions+json): [typed, [texts], [kinds]]. It has no place for
/// warnings.
std::string opensearch_suggestions(std::string_view typed, const std::vector<search::Suggestion>& suggestions);

} // namespace trawl::api
