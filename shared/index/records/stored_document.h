// SPDX-License-Identifier: GPL-3.0-or-later
/// What is read of a document once it is a hit, packed one after another: forward index (forward_index.h), stored
/// fields (stored_fields.h), text (text_blocks.h) and structure (shared/content/stored_content.h). Positions, which are
/// read of many more documents, are in a section of their own.
#pragma once

#include <string>
#include <string_view>

namespace trawl::index {

struct StoredDocument {
  std::string_view forward_index, stored_fields, text, structure;
};

void put_stored_document(std::string& out, const StoredDocument& document);

/// Views into `bytes`; all empty if they do not fit.
StoredDocument read_stored_document(std::string_view bytes);

} // namespace trawl::index
