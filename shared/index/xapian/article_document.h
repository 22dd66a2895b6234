// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a document of the Xapian database. docs/xapian.md lists its terms, values and data.
#pragma once

#include "shared/article/article.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <xapian.h>

namespace trawl::index {

struct ArticleDocument {
  Xapian::Document document;
  /// Each stem of the text with each word that has it and is another: see `key_of_stem`.
  std::vector<std::pair<std::string, std::string>> words_of_stems;
  std::size_t bytes = 0; ///< of the text that was analysed
};

ArticleDocument article_document(const Article& article);

/// The term of the database that corresponds to a term of the segments (docs/formats.md).
std::string xapian_term(std::string_view segment_term);

/// The key under which the database's synonyms list the words with a stem, except for the word that is like the stem.
/// Only words have positions, so a sequence of stems is looked for through its words.
std::string key_of_stem(std::string_view stem);

} // namespace trawl::index
