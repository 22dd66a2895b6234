// SPDX-License-Identifier: GPL-3.0-or-later
/// The encoding that a document declares: byte order mark, `Content-Type`, `<meta>`, XML declaration (HTML Standard
/// §13.2.3.2, "prescan a byte stream to determine its encoding"; XML 1.0, appendix F).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::html {

struct ByteOrderMark {
  std::string_view encoding; ///< empty if there is no mark
  std::size_t length = 0;
};

ByteOrderMark byte_order_mark(std::string_view bytes);

/// UTF-16 or UTF-32 without a byte order mark, recognised by the positions of zeros; else empty.
std::string_view encoding_of_zeros(std::string_view bytes);

/// The encoding named by the charset of a Content-Type, in any case and with any quotes; else empty.
std::string encoding_of_content_type(std::string_view content_type);

/// The encoding named by the first valid `<meta charset>` or `<meta http-equiv>` outside comments, or empty.
std::string encoding_of_meta(std::string_view bytes);

/// The encoding named by `<?xml … encoding="…"?>`, which white space may precede; else empty.
std::string encoding_of_xml_declaration(std::string_view bytes);

} // namespace trawl::html
