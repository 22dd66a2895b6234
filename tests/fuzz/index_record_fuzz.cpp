// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged record of a document, and a damaged segment: whatever the bytes are, they are refused, or read as nothing
// or as something, within bounds.
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions.h"
#include "shared/index/records/stored_document.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/index/segment/segment_check.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace trawl;

/// The bytes as the file of a segment.
void read_segment(const std::uint8_t* data, std::size_t size) {
  static const std::string path = [] {
    std::string name = "/tmp/trawl-fuzz-segment-XXXXXX";
    ::close(::mkstemp(name.data()));
    std::atexit([] { std::remove(path.c_str()); });
    return name;
  }();
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(data, 1, size, file) != size) std::abort();
  std::fclose(file);
  const auto segment = index::Segment::open(path);
  if (!segment) return;
  index::CorpusSummary summary;
  summary.values.fill(1'000);
  index::find_fault(**segment, summary);
  for (const char* term : {"model", "Ztrain", "SZtrain", ""}) (*segment)->find(term, index::hash_of_term(term), 64);
  (*segment)->names().find(7);
  (*segment)->names().has_removed(7);
  for (std::size_t i = 0; i < schema::kFilterFields.size(); ++i) {
    const index::ValueTable& values = (*segment)->field(i).values;
    values.find("example");
    for (std::uint32_t value = 0; value < values.size() && value < 100; ++value) values.shown(value);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  const index::StoredDocument record = index::read_stored_document(file, nullptr);
  std::vector<std::uint32_t> positions;
  for (const char* stem : {"model", "train", ""}) {
    index::PositionIndex(file).positions(index::StemKey(stem), index::PositionIndex::Part::All, positions);
  }
  std::size_t stems = 0;
  index::for_each_forward_term(file, [&](const index::ForwardTerm&) { ++stems; });
  if (stems > size) std::abort();
  Article article;
  if (index::unpack_stored_fields(record.stored_fields, article)) {
    Article again;
    if (!index::unpack_stored_fields(index::pack_stored_fields(article), again) || again.title != article.title)
      std::abort();
  }
  std::string text;
  index::TextBlocks(record.text).read_all(text);
  read_segment(data, size);
  return 0;
}
