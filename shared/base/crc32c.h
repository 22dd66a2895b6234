// SPDX-License-Identifier: GPL-3.0-or-later
/// CRC-32C (Castagnoli, RFC 3720): the checksum of the index's files. Uses the processor's instruction if it has one.
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl {

/// The checksum of `bytes`; if `before` is the checksum of earlier bytes, that of the earlier bytes followed by
/// `bytes`.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);

/// The same without the processor's instruction.
std::uint32_t crc32c_portable(std::string_view bytes, std::uint32_t before = 0);

} // namespace trawl
