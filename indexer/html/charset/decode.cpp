// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset/decode.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include <unicode/ucnv.h>

#include "indexer/html/charset/labels.h"
#include "shared/base/utf8.h"

namespace trawl::html {
namespace {

// windows-1252, 0x80 to 0x9F; 0: not assigned.
constexpr std::array<char16_t, 32> kWindows1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// ISO-8859-16, 0xA0 to 0xFF, which ICU lacks; 0: as in Latin-1.
constexpr std::array<char16_t, 96> kIso16 = {
    0,      0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0,      0x0161, 0,      0x0218, 0,      0x0179, 0,
    0x017A, 0x017B, 0,      0,      0x010C, 0x0142, 0x017D, 0x201D, 0,      0,      0x017E, 0x010D, 0x0219, 0,
    0x0152, 0x0153, 0x0178, 0x017C, 0,      0,      0,      0x0102, 0,      0x0106, 0,      0,      0,      0,
    0,      0,      0,      0,      0,      0,      0x0110, 0x0143, 0,      0,      0,      0x0150, 0,      0x015A,
    0x0170, 0,      0,      0,      0,      0x0118, 0x021A, 0,      0,      0,      0,      0x0103, 0,      0x0107,
    0,      0,      0,      0,      0,      0,      0,      0,      0,      0,      0x0111, 0x0144, 0,      0,
    0,      0x0151, 0,      0x015B, 0x0171, 0,      0,      0,      0,      0x0119, 0x021B, 0};

char32_t windows_1252(unsigned char byte) {
  if (byte >= 0xA0) return byte;
  const char16_t mapped = kWindows1252[byte - 0x80u];
  return mapped ? mapped : utf8::kReplacement;
}

bool is_ill_formed(std::string_view bytes, std::size_t begin, std::size_t end, char32_t read) {
  return read == utf8::kReplacement && bytes.substr(begin, end - begin) != "\xEF\xBF\xBD";
}

std::string from_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(bytes, at);
    if (c == 0) continue;
    if (!is_ill_formed(bytes, begin, at, c)) {
      out.append(bytes.substr(begin, at - begin));
    } else {
      const bool alone = at - begin == 1 && at < bytes.size();
      utf8::append(out, alone ? windows_1252(static_cast<unsigned char>(bytes[begin])) : utf8::kReplacement);
    }
  }
  return out;
}

template <typename Decode>
std::string from_bytes(std::string_view bytes, Decode decode_high_byte) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte) utf8::append(out, byte < 0x80 ? byte : decode_high_byte(byte));
  }
  return out;
}

char32_t user_defined(unsigned char byte) { return 0xF700u + byte; }

char32_t iso_8859_16(unsigned char byte) {
  const char16_t mapped = byte < 0xA0 ? char16_t{0} : kIso16[byte - 0xA0u];
  return mapped ? mapped : byte;
}

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

std::string from_icu(std::string_view bytes, const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, CloseConverter> from(ucnv_open(name, &status));
  if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  if (U_FAILURE(status)) return from_utf8(bytes);
  std::string out;
  std::array<char16_t, 4096> buffer;
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  char16_t lead = 0;
  do {
    char16_t* target = buffer.data();
    status = U_ZERO_ERROR;
    ucnv_toUnicode(from.get(), &target, buffer.data() + buffer.size(), &source, end, nullptr, true, &status);
    for (const char16_t* unit = buffer.data(); unit != target; ++unit) {
      if (lead && (*unit & 0xFC00) == 0xDC00) {
        utf8::append(out, 0x10000u + ((lead & 0x3FFu) << 10) + (*unit & 0x3FFu));
        lead = 0;
        continue;
      }
      if (lead) utf8::append(out, utf8::kReplacement);
      lead = 0;
      if ((*unit & 0xFC00) == 0xD800)
        lead = *unit;
      else if ((*unit & 0xFC00) == 0xDC00)
        utf8::append(out, utf8::kReplacement);
      else if (*unit)
        utf8::append(out, *unit);
    }
  } while (status == U_BUFFER_OVERFLOW_ERROR);
  if (lead) utf8::append(out, utf8::kReplacement);
  return out;
}

} // namespace

std::string to_utf8(std::string_view bytes, std::string_view encoding) {
  if (encoding == "x-user-defined") return from_bytes(bytes, user_defined);
  if (encoding == "ISO-8859-16") return from_bytes(bytes, iso_8859_16);
  const std::string_view converter = icu_converter(encoding);
  return converter.empty() ? from_utf8(bytes) : from_icu(bytes, converter.data());
}

Utf8Census census_of(std::string_view bytes) {
  Utf8Census census;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(bytes, at);
    if (c < 0x80) continue;
    if (!is_ill_formed(bytes, begin, at, c))
      ++census.sequences;
    else if (at < bytes.size())
      ++census.errors;
  }
  return census;
}

} // namespace trawl::html
