// SPDX-License-Identifier: GPL-3.0-or-later
/// The data of a document in the Xapian database: a line for each field, as Omega reads it, and a last line with all
/// that is read of an article once it is a hit: stored fields (stored_fields.h), text (text_blocks.h) and structure
/// (shared/content/stored_content.h). docs/formats.md has the grammar.
#pragma once

#include "shared/article/article.h"
#include "shared/base/piece.h"
#include "shared/text/analyzer.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace trawl::index {

struct StoredDocument {
  Piece stored_fields;
  std::string_view text; ///< packed (text_blocks.h)
  Piece structure;
  std::shared_ptr<const std::string> bytes = nullptr; ///< what the others are views of
};

/// `landmarks`: of the article's analysis.
std::string document_data(const Article& article, std::span<const text::Landmark> landmarks);

/// All parts are empty if the data does not fit.
StoredDocument read_document_data(std::string_view data);

} // namespace trawl::index
