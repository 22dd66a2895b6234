// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a Xapian document: its structure as data, its words as terms without positions
/// (shared/text/analyzer.h), its filter fields as boolean terms (shared/schema/terms.h) and as one packed value
/// (column_row.h). Positions, the text and all other fields are in the document store (document_store.h).
#pragma once

#include "shared/article/article.h"
#include "shared/text/analyzer.h"

#include <cstdint>
#include <string>

#include <xapian.h>

namespace trawl::index {

/// The document of an article whose stored document is at `stored_offset`. It has the unique term
/// schema::id_term(article.id).
Xapian::Document to_document(const Article& article, const text::AnalyzedArticle& analyzed,
                             std::uint64_t stored_offset);

/// The words of fields other than title and text: authors and tags, and the title and each author as a whole
/// (shared/schema/terms.h). A source's id counts as a tag.
void add_field_words(const Article& article, Xapian::Document& document);

/// The article's structure, as `to_document` stored it. Xapian's exceptions pass through.
std::string read_structure(const Xapian::Document& document);

} // namespace trawl::index
