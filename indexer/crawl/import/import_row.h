// SPDX-License-Identifier: GPL-3.0-or-later
/// One row of an import to an article. A row is a JSON object: "url", "title", "source", "authors", "published",
/// "updated", "tags", "category", "language", "image", and "text" or "html". Only a text is needed, and a title or a
/// url.
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

/// The raw input of one line. BadInput with the reason if no article can come of it. `source`: used when the row names
/// none; when both are empty the address's domain stands in.
Result<store::Input> read_row(std::string_view json, std::string_view source, Moment now);

/// The article of a stored row; id and site are left to the caller.
Result<Article> article_of_row(const store::Input& input, const Knowledge& knowledge);

/// "PyTorch Blog" is "pytorch-blog": a legal source id made of any text, or empty.
std::string source_id_of(std::string_view text);

} // namespace trawl::crawl
