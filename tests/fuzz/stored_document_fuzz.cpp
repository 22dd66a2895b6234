// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged record of a document: whatever the bytes are, they are refused or read as some record, within their bounds.
#include "shared/index/document/stored_document.h"
#include "shared/index/document/stored_fields.h"
#include "shared/index/document/text_blocks.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  const std::string file(reinterpret_cast<const char*>(data), size);
  const index::StoredDocument record = index::read_document_data(file);
  Article article;
  if (index::unpack_stored_fields(record.stored_fields, article)) {
    Article again;
    if (!index::unpack_stored_fields(index::pack_stored_fields(article), again) || again.title != article.title)
      std::abort();
  }
  std::string text;
  index::TextBlocks(record.text).read_all(text);
  return 0;
}
