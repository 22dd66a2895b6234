// SPDX-License-Identifier: GPL-3.0-or-later
/// Whole articles and lists of related articles as JSON.
#pragma once

#include "shared/search/response.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::api {

/// The forms of an article's content that are written only on request.
struct ArticleForms {
  bool html = false;
  bool structure = false; ///< content::StoredContent::structure in base64, from which a client makes its own form
};

/// GET /v1/articles/{id}: every field, the whole text, also as Markdown and the other `forms`; copies, and the
/// provenance of each field. `related`, if given, is written as a list of hits under "related", with what
/// is to be said of it; else `index` says that.
std::string article_json(const search::Hit& article, const std::optional<search::RelatedResponse>& related = {},
                         ArticleForms forms = {}, const search::IndexState& index = {});

/// The answer for an id that is an alias of the article `moved_to`.
std::string moved_json(std::string_view id, std::string_view moved_to);

/// GET /v1/articles/{id}/related.
std::string related_json(const std::string& id, const search::RelatedResponse& related);

} // namespace trawl::api
