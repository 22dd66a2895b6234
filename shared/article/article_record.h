// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as bytes: the form in which the article store (crawl.db) keeps it. docs/formats.md describes it.
///
/// First line: compact JSON of every field but the text, with the form's version under "v". After the first newline:
/// the text as it is; then, if the article has a structure, NUL and the structure. So the fields can be read without
/// the text.
#pragma once

#include "shared/article/article.h"
#include "shared/base/result.h"

#include <string>
#include <string_view>

namespace trawl {

/// Bytes that `from_record` reads back to an equal article. Invalid UTF-8 in the fields is repaired; the text is kept.
std::string to_record(const Article& article);

enum class ArticlePart {
  Fields, ///< all fields but the text
  Whole,
};

/// Malformed if the bytes are not a record, or have a version that this program does not know.
Result<Article> from_record(std::string_view record, ArticlePart part = ArticlePart::Whole);

/// The text of a record, without parsing the fields. A view into `record`.
std::string_view text_of_record(std::string_view record);

} // namespace trawl
