// SPDX-License-Identifier: GPL-3.0-or-later
/// What the writer and the readers of section files share; docs/formats.md has the grammar. Private to shared/index.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace trawl::index::format {

static_assert(std::endian::native == std::endian::little);

inline constexpr std::string_view kMagic = "TRAWLSEG";
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kHeaderBytes = 16; ///< the magic, the version, zeros
inline constexpr std::size_t kFooterBytes = 32; ///< trailer's size, its checksum, file's size, version, zeros, magic
inline constexpr std::uint32_t kMostBlockBits = 30;
inline constexpr std::size_t kNameBytes = 16;
inline constexpr std::size_t kEntryBytes = 48; ///< of the table of sections
inline constexpr std::size_t kVersionAt = 40;  ///< in an entry: a one, behind eight zeros
inline constexpr std::size_t kAlignment = 8;

template <typename Number>
void put(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// The number at `at`; 0 if it is not all there.
template <typename Number>
Number get(std::string_view in, std::size_t at) {
  Number number{};
  if (at <= in.size() && in.size() - at >= sizeof number) std::memcpy(&number, in.data() + at, sizeof number);
  return number;
}

} // namespace trawl::index::format
