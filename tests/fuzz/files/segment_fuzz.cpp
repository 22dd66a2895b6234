// SPDX-License-Identifier: GPL-3.0-or-later
// A segment whose checksums are right, whatever else it says: the check of an index and all kinds of queries read it
// within its bounds. The checksums of the input are made anew, so that what is behind them is reached.
#include "shared/index/generation.h"
#include "shared/index/generation_check.h"
#include "shared/index/manifest.h"
#include "shared/search/search_engine.h"
#include "tests/fuzz/files/fuzzed_index.h"
#include "tests/support/forged_segment.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

namespace {

using namespace trawl;

/// More would only make the walk over all documents slower.
constexpr std::uint32_t kMostDocuments = 2'000;

void read_segment(const DataDirectory& data, const index::Segment& segment) {
  index::Manifest manifest;
  manifest.revision = 1;
  manifest.next_segment = 2;
  for (std::size_t i = 0; i < manifest.values.size(); ++i) {
    manifest.values[i] = static_cast<std::uint32_t>(segment.field(i).values.size());
  }
  manifest.segments.push_back({.number = 1,
                               .documents = segment.documents(),
                               .words = segment.summary().words,
                               .title_words = segment.summary().title_words,
                               .checksum = segment.file().checksum(),
                               .removed = {}});
  static_cast<void>(index::find_fault(segment, manifest.summary())); // queries come before any check, so they go on
  fuzz::write(index::manifest_file(index::generation_path(data, 1)), index::to_bytes(manifest));
  auto engine = search::SearchEngine::open(data);
  if (!engine) return;
  fuzz::ask(*engine);
  for (std::uint32_t local = 1; local <= segment.documents() && local < 4; ++local) {
    char id[17];
    std::snprintf(id, sizeof id, "%016llx", static_cast<unsigned long long>(segment.names().ids.raw(local)));
    static_cast<void>(engine->article(id));
    static_cast<void>(engine->related(id, 3));
    static_cast<void>(engine->is_removed(id));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const DataDirectory& data = fuzz::data_directory();
  const auto path = index::segment_path(index::generation_path(data, 1), 1);
  std::filesystem::remove(path); // a new file: the old one may still be mapped
  fuzz::write(path, trawl::test::with_checksums(std::string(reinterpret_cast<const char*>(bytes), size)));
  const auto segment = index::Segment::open(path);
  if (segment && (*segment)->documents() <= kMostDocuments) read_segment(data, **segment);
  return 0;
}
