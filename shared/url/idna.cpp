// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/idna.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>

#include <unicode/uidna.h>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::url {
namespace {

// Errors that the standard's parameters (CheckHyphens, VerifyDnsLength: false) ignore; ICU reports them anyway.
constexpr std::uint32_t kTolerated = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                     UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                     UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Longer than any host name that resolves (253), short enough that the quadratic steps of Punycode cost nothing.
constexpr std::size_t kMaxDomainBytes = 2'048;

/// Maps capitals that UTS #46 maps only since revision 33 (Unicode 16); older data rejects them or, for the sharp s,
/// gives "ss". Mapping them first makes the result independent of the version of ICU.
char32_t map_late_capital(char32_t c) {
  if (c >= 0x10A0 && c <= 0x10C5) return c - 0x10A0 + 0x2D00; // Georgian
  switch (c) {
  case 0x1E9E:
    return 0x00DF;
  case 0x04C0:
    return 0x04CF;
  case 0x2132:
    return 0x214E;
  case 0x2183:
    return 0x2184;
  default:
    return c;
  }
}

std::string map_late_capitals(std::string_view domain) {
  std::string mapped;
  for (std::size_t i = 0; i < domain.size();) utf8::append(mapped, map_late_capital(utf8::next(domain, i)));
  return mapped;
}

} // namespace

std::optional<std::string> domain_to_ascii(std::string_view domain) {
  if (std::ranges::all_of(domain, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return ascii::to_lower(domain);
  }
  if (domain.size() > kMaxDomainBytes || !utf8::is_valid(domain)) return std::nullopt;

  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UIDNA, decltype(&uidna_close)> idna(
      uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ, &status), uidna_close);
  if (U_FAILURE(status)) throw std::bad_alloc(); // its data are part of the library

  const std::string mapped = map_late_capitals(domain);
  std::array<char, 8 * kMaxDomainBytes> buffer{};
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const std::int32_t length =
      uidna_nameToASCII_UTF8(idna.get(), mapped.data(), static_cast<std::int32_t>(mapped.size()), buffer.data(),
                             static_cast<std::int32_t>(buffer.size()), &info, &status);
  if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  if (U_FAILURE(status) || (info.errors & ~kTolerated) != 0) return std::nullopt;
  return ascii::to_lower({buffer.data(), static_cast<std::size_t>(length)});
}

} // namespace trawl::url
