// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation_check.h"

#include "shared/index/generation.h"
#include "shared/index/manifest.h"
#include "shared/index/segment_cache.h"
#include "shared/index/segment_check.h"

#include <algorithm>
#include <string>

namespace trawl::index {
namespace {

std::unexpected<Error> at_fault(const std::filesystem::path& path, const std::string& what) {
  return fail(ErrorCode::IndexDamaged, "the index is damaged: " + what, path.string(), "run `trawl index rebuild`");
}

} // namespace

Result<void> check_generation(const DataDirectory& directory) {
  TRAWL_TRY(const std::uint64_t number, live_generation(directory));
  const std::filesystem::path folder = generation_path(directory, number);
  TRAWL_TRY(const Manifest manifest, read_manifest(folder));
  const CorpusSummary summary = manifest.summary();
  for (const SegmentState& state : manifest.segments) {
    const std::filesystem::path path = segment_path(folder, state.number);
    TRAWL_TRY(const auto segment, Segment::open(path));
    if (!is_described_by(*segment, state)) return at_fault(path, "it is not the file that the manifest names");
    if (const auto fault = find_fault(*segment, summary)) return at_fault(path, *fault);
    std::uint64_t words = 0;
    for (std::uint32_t local = 1; local <= state.documents; ++local) {
      const bool is_hidden =
          std::ranges::binary_search(state.removed, local) || std::ranges::binary_search(state.gone, local);
      words += is_hidden ? 0 : segment->words().raw(local);
    }
    if (words != state.words) return at_fault(manifest_file(folder), "its number of words is wrong");
  }
  return {};
}

} // namespace trawl::index
