// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a document of the cluster, and back.
#pragma once

#include "shared/article/article.h"
#include "shared/base/json.h"
#include "shared/base/result.h"

namespace trawl::opensearch {

/// The fields of index_body.h.
nlohmann::json document_of(const Article& article);

/// The article in a document's `_source`; without the parts that were not requested. Network if the cluster's answer is
/// not one of our documents.
Result<Article> article_of(const nlohmann::json& source);

} // namespace trawl::opensearch
