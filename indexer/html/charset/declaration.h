// SPDX-License-Identifier: GPL-3.0-or-later
/// What a document says of its own encoding: byte order mark, `Content-Type`, `<meta>`, XML declaration.
/// (HTML Standard, "prescan a byte stream to determine its encoding"; XML 1.0, appendix F.)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::html {

struct ByteOrderMark {
  std::string_view encoding; ///< empty: there is none
  std::size_t length = 0;
};

ByteOrderMark byte_order_mark(std::string_view bytes);

/// UTF-16 or UTF-32 without a mark, told by where the zeros are; or empty.
std::string_view encoding_of_zeros(std::string_view bytes);

/// The encoding that a Content-Type's charset names, or empty. Quotes and case are forgiven.
std::string encoding_of_content_type(std::string_view content_type);

/// The encoding that the first valid `<meta charset>` or `<meta http-equiv>` names, or empty; comments are skipped.
std::string encoding_of_meta(std::string_view bytes);

/// The encoding that `<?xml … encoding="…"?>` names, or empty. White space before it is forgiven.
std::string encoding_of_xml_declaration(std::string_view bytes);

} // namespace trawl::html
