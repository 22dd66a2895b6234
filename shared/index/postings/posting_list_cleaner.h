// SPDX-License-Identifier: GPL-3.0-or-later
/// What is left of older word lists (posting_lists.h).
#pragma once

#include <cstdint>
#include <filesystem>

namespace trawl::index {

/// Removes the other files of word lists in a generation's folder, and what a stopped writer left of one. Readers that
/// have them open go on.
void remove_other_posting_lists(const std::filesystem::path& generation, std::uint64_t revision);

} // namespace trawl::index
