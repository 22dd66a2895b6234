// SPDX-License-Identifier: GPL-3.0-or-later
/// Xapian's database of a generation: the record of what is indexed, for Xapian's own tools and programs. Trawl itself
/// writes it from the segments and does not read it. docs/formats.md lists its terms and values.
///
/// Its B-trees cost a hundred times what a small commit adds, so it is brought up to date in batches; the manifest says
/// how far it is.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace trawl::index {

/// The key of a value: field (in the order of schema::kFilterFields) and ordinal.
using ValueKeys = std::function<std::string_view(std::size_t field, std::uint32_t ordinal)>;

/// Makes an empty database in a generation's folder. Disk, Permission.
Result<void> create_record_database(const std::filesystem::path& folder);

/// Writes a compact database of all live documents of `parts` into a folder that has none. Disk.
Result<void> build_record_database(const std::filesystem::path& folder, std::span<const Part> parts,
                                   const ValueKeys& keys);

/// Deletes the articles `removed`, then adds or replaces the live documents of `parts`, in one transaction. Disk,
/// IndexDamaged.
Result<void> update_record_database(const std::filesystem::path& folder, std::span<const Part* const> parts,
                                    const ValueKeys& keys, std::span<const std::uint64_t> removed);

/// Reads all tables, and looks for these articles. IndexDamaged.
Result<void> check_record_database(const std::filesystem::path& folder, std::span<const std::uint64_t> articles);

} // namespace trawl::index
