// SPDX-License-Identifier: GPL-3.0-or-later
/// The bytes of a file of posting lists, shared by its writer and its reader; docs/formats.md has the grammar. Private
/// to this folder.
#pragma once

#include "shared/index/postings/posting_lists.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::index::format {

static_assert(std::endian::native == std::endian::little);

inline constexpr std::string_view kMagic = "TRAWLWL2";
inline constexpr std::size_t kHeaderBytes = 48; ///< the magic and five numbers
inline constexpr std::size_t kSkipBytes = 8;    ///< last document, end of the block
inline constexpr std::size_t kCellBytes = 8;    ///< upper bits of a term's hash, offset of its list
inline constexpr unsigned kOffsetBits = 40;
inline constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << kOffsetBits) - 1;

/// The number in `bytes` (at most 8) bytes at offset `at`; 0 if they are not all there.
inline std::uint64_t fixed_at(std::string_view in, std::size_t at, std::size_t bytes) {
  std::uint64_t number = 0;
  if (at + bytes <= in.size()) std::memcpy(&number, in.data() + at, std::min<std::size_t>(bytes, 8));
  return number;
}

inline void put_fixed(std::string& out, std::uint64_t number, std::size_t bytes) {
  char raw[8];
  std::memcpy(raw, &number, sizeof raw);
  out.append(raw, bytes);
}

/// FNV-1a, with its bits mixed once more because cells are chosen by the lowest ones.
inline std::uint64_t hash_of(std::string_view term) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : term) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

/// Bytes of the skips of a list; a list of one block has none.
inline std::size_t skip_bytes(std::uint64_t df) {
  if (df <= PostingBlock::kSize) return 0;
  return (df + PostingBlock::kSize - 1) / PostingBlock::kSize * kSkipBytes;
}

struct Header {
  PostingLists::State state;
  std::uint64_t table = 0; ///< offset of the table; the lists lie before it
  std::uint64_t size = 0;  ///< of the file
};

inline std::string header_bytes(const Header& header) {
  std::string out(kMagic);
  for (const std::uint64_t number : {header.state.document_store_bytes, std::uint64_t{header.state.documents},
                                     std::uint64_t{header.state.last_document}, header.table, header.size}) {
    put_fixed(out, number, 8);
  }
  return out;
}

/// nullopt if the bytes are not a complete file of posting lists.
inline std::optional<Header> read_header(std::string_view file) {
  if (file.size() < kHeaderBytes || !file.starts_with(kMagic)) return std::nullopt;
  const auto number = [file](std::size_t i) { return fixed_at(file, 8 * i, 8); };
  const Header header{
      {number(1), static_cast<std::uint32_t>(number(2)), static_cast<std::uint32_t>(number(3))}, number(4), number(5)};
  const bool whole = header.size == file.size() && header.table >= kHeaderBytes && header.table <= header.size &&
                     std::has_single_bit((header.size - header.table) / kCellBytes);
  return whole ? std::optional(header) : std::nullopt;
}

} // namespace trawl::index::format
