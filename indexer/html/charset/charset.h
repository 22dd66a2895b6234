// SPDX-License-Identifier: GPL-3.0-or-later
/// Bytes to UTF-8: which encoding, by the WHATWG rules and labels (https://encoding.spec.whatwg.org/), and the
/// decoding.
#pragma once

#include <string>
#include <string_view>

#include "indexer/html/charset/labels.h"

namespace trawl::html {

enum class Markup { Html, Xml };

/// Where an encoding was found, strongest first.
enum class CharsetSource { Bom, Header, Declaration, Utf8, Guess, Default };

struct Decoded {
  std::string text;     ///< valid UTF-8, no BOM, no NUL; ill-formed input as `to_utf8` says
  std::string encoding; ///< WHATWG name, e.g. "windows-1252"
  CharsetSource source = CharsetSource::Default;
};

/// Finds the encoding of `bytes`: BOM, `content_type`'s charset, `<meta>` or XML declaration, valid UTF-8, a guess.
/// What is said is believed unless the bytes cannot be it.
Decoded decode(std::string_view bytes, std::string_view content_type, Markup markup);

} // namespace trawl::html
