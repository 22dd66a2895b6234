// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the encoding of a document (HTML Standard §13.2.3.2, encoding sniffing) and decodes it to UTF-8 (Encoding
/// Standard, https://encoding.spec.whatwg.org/).
#pragma once

#include "indexer/html/charset/labels.h"

#include <string>
#include <string_view>

namespace trawl::html {

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
