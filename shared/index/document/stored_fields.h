// SPDX-License-Identifier: GPL-3.0-or-later
/// An article's fields without its text, packed: what a page of results reads for each hit. Reading them takes a tenth
/// of the time of the JSON in an article record (article_record.h). docs/formats.md has the grammar.
#pragma once

#include "shared/article/article.h"
#include "shared/base/piece.h"

#include <string>
#include <string_view>

namespace trawl::index {

/// Bytes that `unpack_stored_fields` reads back to an equal article without text and captions.
std::string pack_stored_fields(const Article& article);

/// Sets every field but the text. False if the bytes are damaged; the fields are then unspecified.
bool unpack_stored_fields(std::string_view packed, Article& article);
bool unpack_stored_fields(const Piece& piece, Article& article);

} // namespace trawl::index
