// SPDX-License-Identifier: GPL-3.0-or-later
/// SHA-256 (FIPS 180-4), for naming things by their content. Not used where an attacker's timing matters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace trawl {

std::array<std::uint8_t, 32> sha256(std::string_view bytes);

/// The first `bytes` bytes (at most 32) of the digest as lower-case hex.
std::string sha256_hex(std::string_view text, std::size_t bytes = 32);

/// The first eight bytes of the digest as a number, the most significant first.
std::uint64_t sha256_number(std::string_view bytes);

} // namespace trawl
