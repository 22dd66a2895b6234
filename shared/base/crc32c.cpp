// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace trawl {
namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78; // reflected

/// kTables[n][b]: the checksum of the byte b followed by n zero bytes.
constexpr auto kTables = [] {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? kPolynomial : 0);
    tables[0][byte] = sum;
  }
  for (std::size_t n = 1; n < tables.size(); ++n) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      tables[n][byte] = tables[n - 1][byte] >> 8 ^ tables[0][tables[n - 1][byte] & 0xFF];
    }
  }
  return tables;
}();

std::uint64_t eight_bytes(const char* from) {
  std::uint64_t number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

#if defined(__x86_64__)
/// Each instruction waits three cycles for the previous one, so three parts of this many bytes are summed in parallel.
constexpr std::size_t kPart = 1360; // three of them are slightly less than 4 KiB

/// For each bit of a checksum, the checksum that it becomes.
using BitSums = std::array<std::uint32_t, 32>;

constexpr std::uint32_t applied(const BitSums& to_bits, std::uint32_t sum) {
  std::uint32_t result = 0;
  for (std::size_t bit = 0; sum != 0; ++bit, sum >>= 1) result ^= (sum & 1) != 0 ? to_bits[bit] : 0;
  return result;
}

/// The result of appending `zeros` zero bytes. Computed by squaring: compilers limit the number of steps in a constant
/// expression.
constexpr BitSums after_zeros(std::size_t zeros) {
  BitSums all{}, power{};
  for (std::size_t bit = 0; bit < 32; ++bit) {
    all[bit] = std::uint32_t{1} << bit;
    power[bit] = all[bit] >> 8 ^ kTables[0][all[bit] & 0xFF];
  }
  for (; zeros > 0; zeros /= 2) {
    const BitSums once = power;
    for (std::uint32_t& sum : all) sum = zeros % 2 != 0 ? applied(once, sum) : sum;
    for (std::uint32_t& sum : power) sum = applied(once, sum);
  }
  return all;
}

/// kAfter[i][b]: what byte i of a checksum, with the value b, contributes after `zeros` more zero bytes.
template <std::size_t zeros>
constexpr auto kAfter = [] {
  constexpr BitSums of_bit = after_zeros(zeros);
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  for (std::size_t i = 0; i < 32; ++i) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      if ((byte >> i % 8 & 1) != 0) tables[i / 8][byte] ^= of_bit[i];
    }
  }
  return tables;
}();

template <std::size_t zeros>
std::uint32_t followed_by_zeros(std::uint64_t sum) {
  const auto& tables = kAfter<zeros>;
  return tables[0][sum & 0xFF] ^ tables[1][sum >> 8 & 0xFF] ^ tables[2][sum >> 16 & 0xFF] ^ tables[3][sum >> 24 & 0xFF];
}

__attribute__((target("sse4.2"))) std::uint32_t crc32c_sse42(std::string_view bytes, std::uint32_t before) {
  std::uint64_t sum = ~before & UINT32_MAX;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 3 * kPart; left -= 3 * kPart, at += 3 * kPart) {
    std::uint64_t second = 0, third = 0;
    for (std::size_t i = 0; i < kPart; i += 8) {
      sum = __builtin_ia32_crc32di(sum, eight_bytes(at + i));
      second = __builtin_ia32_crc32di(second, eight_bytes(at + kPart + i));
      third = __builtin_ia32_crc32di(third, eight_bytes(at + 2 * kPart + i));
    }
    sum = followed_by_zeros<2 * kPart>(sum) ^ followed_by_zeros<kPart>(second) ^ third;
  }
  for (; left >= 8; left -= 8, at += 8) sum = __builtin_ia32_crc32di(sum, eight_bytes(at));
  auto rest = static_cast<std::uint32_t>(sum);
  for (; left > 0; --left, ++at) rest = __builtin_ia32_crc32qi(rest, static_cast<unsigned char>(*at));
  return ~rest;
}
#endif

} // namespace

std::uint32_t crc32c_portable(std::string_view bytes, std::uint32_t before) {
  std::uint32_t sum = ~before;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    const std::uint64_t word = eight_bytes(at) ^ sum;
    sum = 0;
    for (unsigned n = 0; n < 8; ++n) sum ^= kTables[7 - n][word >> (8 * n) & 0xFF];
  }
  for (; left > 0; --left, ++at) sum = sum >> 8 ^ kTables[0][(sum ^ static_cast<unsigned char>(*at)) & 0xFF];
  return ~sum;
}

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before) {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
  if (has_instruction) return crc32c_sse42(bytes, before);
#endif
  return crc32c_portable(bytes, before);
}

} // namespace trawl
