// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the whole live generation: what `trawl-indexer index check` does before it compares the index with the store.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"

#include <optional>
#include <string>

namespace trawl::index {

struct CorpusSummary;
class Segment;

/// Reads every byte of a segment and compares its parts with each other. The first thing that is wrong, as part of a
/// sentence; nullopt if nothing is. `summary`: of its snapshot.
std::optional<std::string> find_fault(const Segment& segment, const CorpusSummary& summary);

/// IndexDamaged, with the file and what is wrong with it, if a byte of a segment or of what was learnt is not what was
/// written, or if the parts of a segment contradict each other. NoIndex.
Result<void> check_generation(const DataDirectory& directory);

} // namespace trawl::index
