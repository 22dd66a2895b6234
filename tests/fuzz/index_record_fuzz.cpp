// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged file of records: whatever the bytes are, they are read as nothing or as something, within bounds.
#include "shared/index/article_head.h"
#include "shared/index/record_file.h"
#include "shared/index/subject_words.h"
#include "shared/index/word_places.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  const std::string file(reinterpret_cast<const char*>(data), size);
  const index::DocumentRecord record = index::record_at(file, 0);
  std::vector<std::uint32_t> positions;
  for (const char* stem : {"model", "train", ""}) {
    index::WordPlaces(record.places).positions(index::StemKey(stem), index::WordPlaces::Part::All, positions);
  }
  for (const index::SubjectWord& word : index::subject_words(record.subject)) {
    if (word.stem.size() > size) std::abort();
  }
  Article article;
  if (index::unpack_head(record.head, article)) {
    Article again;
    if (!index::unpack_head(index::pack_head(article), again) || again.title != article.title) std::abort();
  }
  return 0;
}
