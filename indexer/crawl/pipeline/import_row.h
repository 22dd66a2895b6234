// SPDX-License-Identifier: GPL-3.0-or-later
/// Converts one row of an import to an article. schema/import-row.schema.json says what a row has; row_values.h reads
/// its members. Rows of an export have more fields (export_row.h).
#pragma once

#include "indexer/crawl/pipeline/export_row.h"
#include "indexer/crawl/pipeline/row_values.h"
#include "indexer/store/input_store.h"
#include "shared/article/article.h"
#include "shared/base/json.h"
#include "shared/base/result.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

struct Knowledge;

// An exported article may have the 10 MB of text of the longest page.
inline constexpr std::size_t kMaxRowBytes = 32u << 20;
inline constexpr std::array<std::string_view, 14> kRowMembers{"url",     "title",     "text",    "html",     "source",
                                                              "authors", "published", "tags",    "category", "language",
                                                              "image",   "captions",  "updated", "structure"};
inline constexpr std::size_t kMaxList = 32, kMaxCaptions = 1000; ///< items of a list, captions
inline constexpr const char* kRowTooLong = "the row is longer than 32 MB";

/// A line as it is stored, and what it says.
struct ImportedRow : store::Input {
  nlohmann::json members;
  std::vector<UntakenValue> untaken; ///< only of one that was just read
};

/// A line of a file. BadInput if it cannot become an article; the sentence says why. `source`: for rows
/// without one; if both are empty, the domain of the URL is the source.
Result<ImportedRow> read_row(std::string_view json, std::string_view source, Moment now);

/// A stored row as `read_row` gave it.
Result<ImportedRow> stored_row(const store::Input& input);

/// The article of a row. The caller sets its site and, unless the row is one of an export, its id.
Result<Article> article_of_row(const ImportedRow& row, const Knowledge& knowledge);

/// A valid source id from any text, such as "pytorch-blog" from "PyTorch Blog"; empty if no character fits.
std::string source_id_of(std::string_view text);

} // namespace trawl::crawl
