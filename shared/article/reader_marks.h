// SPDX-License-Identifier: GPL-3.0-or-later
/// What the reader did with articles, as a value: what is:read, is:starred and the like find. It is kept beside the
/// index (shared/store/reader_memory.h) and joined with it when a query asks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl {

enum class ReaderMark : std::uint8_t { Read, Starred, Later, Noted };

/// By ReaderMark: how the query language and the command line name them.
inline constexpr std::array<std::string_view, 4> kMarkNames{"read", "starred", "later", "noted"};
/// So many of them, the first ones, are given and taken away; an article is noted as long as it has a note.
inline constexpr std::size_t kGivenMarks = 3;

struct ReaderMarks {
  std::int64_t revision = 0;                                     ///< changes with every change
  std::array<std::vector<std::string>, kMarkNames.size()> ids{}; ///< by ReaderMark: the articles that have it, in order

  const std::vector<std::string>& with(ReaderMark mark) const { return ids.at(static_cast<std::size_t>(mark)); }
};

} // namespace trawl
