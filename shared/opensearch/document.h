// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a document of the cluster, and back.
#pragma once

#include "shared/article/article.h"
#include "shared/base/json.h"
#include "shared/base/result.h"

#include <cstddef>

namespace trawl::opensearch {

/// How much of a text is in the field "text"; "rest" has what follows. As much as Lucene's highlighter reads unless it
/// is told otherwise.
inline constexpr std::size_t kBeginningBytes = 50 * 1024;

/// The fields of index_body.h.
nlohmann::json document_of(const Article& article);

/// The article in a document's `_source`; without the parts that were not requested. Network if the cluster's answer is
/// not one of our documents.
Result<Article> article_of(const nlohmann::json& source);

/// Whether an article of `article_of` may have more text in the field "rest".
bool is_cut(const Article& article);

} // namespace trawl::opensearch
