// SPDX-License-Identifier: GPL-3.0-or-later
/// The limits of a query (docs/query-language.md). Anything beyond them is left out, with a warning.
#pragma once

#include <cstddef>

namespace trawl::query {

inline constexpr std::size_t kMaxQueryBytes = 1000;
inline constexpr std::size_t kMaxQueryWords = 64; ///< stop words not counted
inline constexpr int kMaxDepth = 10;              ///< levels of parentheses
inline constexpr int kMaxDistance = 100;
inline constexpr std::size_t kMinPrefixLetters = 2;

} // namespace trawl::query
