// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a document of a shard. docs/xapian.md lists its terms, values and data.
#pragma once

#include "shared/article/article.h"
#include "shared/text/term_table.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::index {

struct ArticleDocument {
  Xapian::Document document;
  std::uint32_t words = 0, title_words = 0; ///< its lengths for ranking
  std::vector<std::uint64_t> wholes;        ///< whole_hash of its titles and its authors' names, each once
  std::string positions;                    ///< of its stems, packed (positions.h)
  std::string stored;                       ///< what is shown of it, not compressed yet (stored_document.h)
  std::size_t bytes = 0;                    ///< of the text that was analysed
};

/// `table`: of terms that were met before; the same for many articles is faster.
ArticleDocument article_document(const Article& article, text::TermTable& table);

} // namespace trawl::index
