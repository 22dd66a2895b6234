// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/stored_document.h"

#include "shared/base/packed.h"

namespace trawl::index {

void put_plain_document(std::string& out, const PlainDocument& document) {
  put_plain_piece(out, document.stored_fields);
  packed::put_text(out, document.text);
  put_plain_piece(out, document.structure);
}

StoredDocument read_stored_document(std::string_view bytes, const Dictionary* dictionary) {
  StoredDocument document;
  document.text.dictionary = dictionary;
  const bool fits = take_piece(bytes, dictionary, document.stored_fields) &&
                    packed::take_text(bytes, document.text.bytes) &&
                    take_piece(bytes, dictionary, document.structure) && bytes.empty();
  return fits ? document : StoredDocument{};
}

std::string compressed_document(const StoredDocument& document, const Dictionary* dictionary) {
  std::string out, piece;
  document.stored_fields.read(piece);
  put_piece(out, piece, dictionary);
  packed::put_text(out, compressed_text(document.text, dictionary));
  document.structure.read(piece);
  put_piece(out, piece, dictionary);
  return out;
}

void for_each_piece(const StoredDocument& document, const std::function<void(std::string_view piece)>& visit) {
  std::string piece;
  if (document.stored_fields.read(piece) && !piece.empty()) visit(piece);
  const TextBlocks text(document.text);
  for (const TextBlock& block : text.blocks()) {
    if (block.piece.read(piece) && !piece.empty()) visit(piece);
  }
  if (document.structure.read(piece) && !piece.empty()) visit(piece);
}

} // namespace trawl::index
