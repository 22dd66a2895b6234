// SPDX-License-Identifier: GPL-3.0-or-later
// A manifest whose checksum is right, whatever else it says, is either refused, or read and unchanged when written
// again.
#include "shared/base/crc32c.h"
#include "shared/index/manifest.h"
#include "shared/index/source_notes.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  constexpr std::size_t kSumBytes = 4;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  static_cast<void>(index::manifest_from_bytes(bytes, "manifest"));
  if (size < kSumBytes) return 0;
  bytes.resize(size - kSumBytes);
  const std::uint32_t sum = crc32c(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), kSumBytes);
  const auto manifest = index::manifest_from_bytes(bytes, "manifest");
  if (!manifest) return 0;
  const auto again = index::manifest_from_bytes(index::to_bytes(*manifest), "manifest");
  if (!again || *again != *manifest) std::abort();
  for (const index::SegmentState& segment : manifest->segments) {
    if (segment.removed.size() > segment.documents) std::abort();
  }
  static_cast<void>(manifest->summary());
  static_cast<void>(to_rfc3339(manifest->committed));
  if (const auto notes = index::source_notes_from_json(manifest->sources)) {
    if (index::source_notes_from_json(index::to_json(*notes)) != *notes) std::abort();
  }
  return 0;
}
