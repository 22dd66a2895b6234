// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/page_decoder.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "indexer/html/charset.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

/// The position of the first byte beyond ASCII from `at` on, or the end. Reads eight bytes at a time.
std::size_t find_beyond_ascii(std::string_view bytes, std::size_t at) {
  for (std::uint64_t eight = 0; at + sizeof eight <= bytes.size(); at += sizeof eight) {
    std::memcpy(&eight, bytes.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080u) != 0) break;
  }
  while (at < bytes.size() && (bytes[at] & 0x80) == 0) ++at;
  return at;
}

/// Whether the bytes can only be UTF-8: valid throughout, some beyond ASCII, no NUL.
bool is_surely_utf8(std::string_view bytes) {
  bool is_beyond_ascii = false;
  if (bytes.find('\0') != std::string_view::npos) return false;
  for (std::size_t at = 0;;) {
    at = find_beyond_ascii(bytes, at);
    if (at == bytes.size()) return is_beyond_ascii;
    is_beyond_ascii = true;
    const std::size_t begin = at;
    const char32_t c = utf8::next(bytes, at);
    if (c == utf8::kReplacement && bytes.substr(begin, 3) != "\uFFFD") return false;
  }
}

} // namespace

std::string decode_page(std::string_view bytes, std::string_view content_type) {
  const std::string_view without_bom = bytes.starts_with("\uFEFF") ? bytes.substr(3) : bytes;
  if (is_surely_utf8(without_bom)) return std::string(without_bom);
  return html::decode(bytes, content_type, html::Markup::Html).text;
}

} // namespace trawl::extract
