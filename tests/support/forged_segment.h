// SPDX-License-Identifier: GPL-3.0-or-later
/// Segments whose checksums are right, whatever else they say.
#pragma once

#include "shared/base/crc32c.h"
#include "shared/base/file.h"
#include "shared/index/segment/segment_file.h"
#include "shared/index/segment_format.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trawl::test {

template <typename Number>
void set_number(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

/// The bytes of a segment with the end that belongs to them.
inline std::string with_checksums(std::string bytes) {
  using namespace index::format;
  if (bytes.size() < kHeaderBytes + kFooterBytes) return bytes;
  const std::size_t footer = bytes.size() - kFooterBytes;
  const auto trailer_size = get<std::uint64_t>(bytes, footer);
  if (trailer_size > footer - kHeaderBytes) return bytes;
  const std::size_t trailer = footer - trailer_size;
  const auto bits = get<std::uint32_t>(bytes, trailer + 4);
  const std::size_t block = std::size_t{1} << (bits == 0 || bits > kMostBlockBits ? kBlockBitsBefore : bits);
  const std::size_t sums = (trailer + block - 1) / block * 4;
  if (sums > trailer_size) return bytes;
  for (std::size_t at = 0; at < trailer; at += block) {
    set_number(bytes, footer - sums + at / block * 4,
               crc32c(std::string_view(bytes).substr(at, std::min(block, trailer - at))));
  }
  set_number(bytes, footer + 8, std::uint64_t{bytes.size()});
  set_number(bytes, footer + 16, kVersion);
  set_number(bytes, footer + 20, crc32c(std::string_view(bytes).substr(trailer, trailer_size)));
  bytes.replace(footer + 24, kMagic.size(), kMagic);
  return bytes;
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Sets number `i` of an array of a segment.
inline void forge_number(const std::filesystem::path& path, std::string_view section, std::size_t i,
                         std::uint64_t number) {
  const auto file = index::SegmentFile::open(path).value();
  const index::SectionEntry* entry = file->find(section);
  if (entry == nullptr || (i + 1) * entry->width > entry->size) throw std::runtime_error("there is no such number");
  std::string bytes = bytes_of(path);
  std::memcpy(bytes.data() + entry->offset + i * entry->width, &number, entry->width);
  if (!write_file_atomic(path, with_checksums(std::move(bytes)))) throw std::runtime_error("cannot write the segment");
}

/// Adds to a number that is `at` bytes after the name of a section in the table of sections.
inline void forge_entry(const std::filesystem::path& path, const std::string& section, std::size_t at,
                        std::int64_t by) {
  std::string bytes = bytes_of(path);
  const std::size_t name = bytes.rfind(section + std::string(index::format::kNameBytes - section.size(), '\0'));
  if (name == std::string::npos) throw std::runtime_error("there is no such section");
  set_number(bytes, name + at, index::format::get<std::uint64_t>(bytes, name + at) + static_cast<std::uint64_t>(by));
  if (!write_file_atomic(path, with_checksums(std::move(bytes)))) throw std::runtime_error("cannot write the segment");
}

/// Moves the beginning of a section by `by` bytes; its size stays.
inline void forge_section(const std::filesystem::path& path, const std::string& section, std::int64_t by) {
  forge_entry(path, section, 16, by);
}

/// Adds to what is added to each number of a section.
inline void forge_least(const std::filesystem::path& path, const std::string& section, std::int64_t by) {
  forge_entry(path, section, 32, by);
}

} // namespace trawl::test
