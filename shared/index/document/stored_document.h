// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of a document that are read once it is a hit, packed one after another: stored fields (stored_fields.h),
/// text (text_blocks.h) and structure (shared/content/stored_content.h). Positions, which are read for more documents,
/// are in a file of their own.
#pragma once

#include "shared/base/piece.h"
#include "shared/index/document/text_blocks.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace trawl::index {

struct StoredDocument {
  Piece stored_fields;
  PackedText text;
  Piece structure;
  std::shared_ptr<const std::string> bytes = nullptr; ///< what the others are views of, if nobody else holds it
};

/// A document before it is compressed; `text`: by `pack_text`.
struct PlainDocument {
  std::string_view stored_fields, text, structure;
};
void put_plain_document(std::string& out, const PlainDocument& document);

/// Views into `bytes`; all empty if they do not fit. `dictionary`: the one that it was compressed with, or null.
StoredDocument read_stored_document(std::string_view bytes, const Dictionary* dictionary);

/// The same document compressed with another dictionary, or without one.
std::string compressed_document(const StoredDocument& document, const Dictionary* dictionary);

/// Calls `visit` with each piece of a document, not compressed.
void for_each_piece(const StoredDocument& document, const std::function<void(std::string_view piece)>& visit);

} // namespace trawl::index
