// SPDX-License-Identifier: GPL-3.0-or-later
// A manifest and the segment that it names, both with right checksums, whatever else they say: what opens is read
// within its bounds. The input is the manifest's size in two bytes, the manifest, the segment.
#include "shared/base/crc32c.h"
#include "shared/index/generation_check.h"
#include "shared/index/manifest.h"
#include "shared/index/segment/segment.h"
#include "shared/index/segment_stack.h"
#include "shared/search/search_engine.h"
#include "tests/fuzz/files/fuzzed_index.h"
#include "tests/support/forged_segment.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace trawl;
  constexpr std::size_t kSumBytes = 4;
  std::string_view input(reinterpret_cast<const char*>(bytes), size);
  if (input.size() < 2) return 0;
  const std::size_t wanted = bytes[0] + std::size_t{bytes[1]} * 256;
  input.remove_prefix(2);
  std::string manifest_bytes(input.substr(0, wanted));
  if (manifest_bytes.size() < wanted || wanted < kSumBytes) return 0;
  manifest_bytes.resize(wanted - kSumBytes);
  index::format::put(manifest_bytes, crc32c(manifest_bytes));
  auto manifest = index::manifest_from_bytes(manifest_bytes, "manifest");
  if (!manifest || manifest->summary().documents > 100'000'000) return 0; // answers about so many would only be slow

  const DataDirectory& data = fuzz::data_directory();
  const auto folder = index::generation_path(data, 1);
  const auto path = index::segment_path(folder, 1);
  std::filesystem::remove(path); // a new file: the old one may still be mapped
  fuzz::write(path, test::with_checksums(std::string(input.substr(wanted))));
  if (const auto segment = index::Segment::open(path)) {
    for (index::SegmentState& state : manifest->segments) {
      if (state.number == 1) state.checksum = (*segment)->file().checksum();
    }
  }
  fuzz::write(index::manifest_file(folder), index::to_bytes(*manifest));
  if (auto engine = search::SearchEngine::open(data)) fuzz::ask(*engine);
  static_cast<void>(index::SegmentStack::open(folder, *manifest));
  return 0;
}
