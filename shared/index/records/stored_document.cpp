// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/stored_document.h"

#include "shared/base/packed.h"

namespace trawl::index {

void put_stored_document(std::string& out, const StoredDocument& document) {
  packed::put_text(out, document.forward_index);
  packed::put_text(out, document.stored_fields);
  packed::put_text(out, document.text);
  out += document.structure;
}

StoredDocument read_stored_document(std::string_view bytes) {
  StoredDocument document;
  for (std::string_view* part : {&document.forward_index, &document.stored_fields, &document.text}) {
    if (!packed::take_text(bytes, *part)) return {};
  }
  document.structure = bytes;
  return document;
}

} // namespace trawl::index
