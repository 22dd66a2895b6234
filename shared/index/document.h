// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a Xapian document: its record as data (article_record.h), its words as terms (text/analyzer.h), its
/// filter fields as boolean terms (schema/terms.h) and as one packed value (column_row.h).
#pragma once

#include "shared/article/article.h"

#include <xapian.h>

namespace trawl::index {

/// The document of an article; put under the unique term schema::id_term(article.id).
Xapian::Document to_document(const Article& article);

} // namespace trawl::index
