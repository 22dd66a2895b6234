// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a document of the Xapian database. docs/xapian.md lists its terms, values and data.
#pragma once

#include "shared/article/article.h"
#include "shared/text/term_table.h"

#include <cstddef>

#include <xapian.h>

namespace trawl::index {

struct ArticleDocument {
  Xapian::Document document;
  std::size_t bytes = 0; ///< of the text that was analysed
};

/// `table`: of terms that were met before; the same for many articles is faster.
ArticleDocument article_document(const Article& article, text::TermTable& table);

} // namespace trawl::index
