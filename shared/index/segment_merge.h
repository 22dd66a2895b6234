// SPDX-License-Identifier: GPL-3.0-or-later
/// Merges adjacent segments into one without their removed documents.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <filesystem>
#include <memory>
#include <span>

namespace trawl::index {

/// `parts`: adjacent ones of one generation, oldest first; at least one. Documents keep their order. IndexDamaged if
/// any byte of a segment is; Disk. `dictionary`: of the generation, or null (segment_dictionary.h).
Result<void> merge_segments(std::span<const Part* const> parts, const std::filesystem::path& path,
                            std::shared_ptr<const Dictionary> dictionary);

} // namespace trawl::index
