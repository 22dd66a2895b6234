// SPDX-License-Identifier: GPL-3.0-or-later
/// Converts one row of an import to an article. A row is a JSON object with "url", "title", "source", "authors",
/// "published", "updated", "tags", "category", "language", "image", and "text" or "html". It needs a "text", or an
/// "html" and a "url"; everything else is optional.
#pragma once

#include "indexer/store/input_store.h"
#include "shared/article/article.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::crawl {

struct Knowledge;

inline constexpr std::size_t kMaxRowBytes = 4u << 20;

/// The raw input for one line. BadInput if it cannot become an article; the sentence says why. `source`: for rows
/// without one; if both are empty, the domain of the URL is the source.
Result<store::Input> read_row(std::string_view json, std::string_view source, Moment now);

/// The article of a stored row. The caller sets its id and site.
Result<Article> article_of_row(const store::Input& input, const Knowledge& knowledge);

/// A valid source id from any text, such as "pytorch-blog" from "PyTorch Blog"; empty if no character fits.
std::string source_id_of(std::string_view text);

} // namespace trawl::crawl
