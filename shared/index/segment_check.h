// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads every byte of a segment and compares its parts with each other: what `trawl-indexer index check` does.
#pragma once

#include "shared/index/columns/columns.h"

#include <optional>
#include <string>

namespace trawl::index {

/// The first thing that is wrong with the segment, as part of a sentence; nullopt if nothing is. `summary`: of its
/// snapshot.
std::optional<std::string> find_fault(const Segment& segment, const CorpusSummary& summary);

} // namespace trawl::index
