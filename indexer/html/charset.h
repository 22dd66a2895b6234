// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the encoding of a document (HTML Standard §13.2.3.2, encoding sniffing) and decodes it to UTF-8 (Encoding
/// Standard, https://encoding.spec.whatwg.org/).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::html {

/// "Get an encoding": the name of the encoding with this label ("latin1": "windows-1252"), or empty. Ignores case and
/// surrounding white space.
std::string encoding_for_label(std::string_view label);

/// `bytes` as valid UTF-8 without NUL. `encoding` is a WHATWG name, UTF-32LE or UTF-32BE; bytes that are invalid in it
/// become U+FFFD. Choice: in UTF-8, a stray byte that is a character in windows-1252 is decoded as that character,
/// because programs paste old texts into new pages.
std::string to_utf8(std::string_view bytes, std::string_view encoding);

/// How much of the text beyond ASCII is well-formed UTF-8.
struct Utf8Census {
  std::size_t sequences = 0; ///< well-formed ones of two bytes and more
  std::size_t errors = 0;    ///< ill-formed ones, except one cut off at the end
};

Utf8Census census_of(std::string_view bytes);

/// The encoding that a document declares: byte order mark, `Content-Type`, `<meta>`, XML declaration (HTML Standard
/// §13.2.3.2, "prescan a byte stream to determine its encoding"; XML 1.0, appendix F).
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

enum class Markup { Html, Xml };

/// Where the encoding was found, most reliable first.
enum class CharsetSource { Bom, Header, Declaration, Utf8, Guess, Default };

struct Decoded {
  std::string text;     ///< valid UTF-8, no BOM, no NUL; for ill-formed input see `to_utf8`
  std::string encoding; ///< WHATWG name, e.g. "windows-1252"
  CharsetSource source = CharsetSource::Default;
};

/// Decodes `bytes`. The encoding is that of the BOM, of the charset in `content_type`, of the `<meta>` or XML
/// declaration, UTF-8 if the bytes are valid, or a guess. Choice: unlike browsers, it ignores a declared encoding that
/// the bytes contradict.
Decoded decode(std::string_view bytes, std::string_view content_type, Markup markup);

/// The WHATWG name, or empty if there is no guess. Looks only at the text outside tags.
std::string guess_encoding(std::string_view bytes);

} // namespace trawl::html
