// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset/charset.h"

#include <utility>

#include "indexer/html/charset/declaration.h"
#include "indexer/html/charset/decode.h"
#include "indexer/html/charset/guess.h"

namespace trawl::html {
namespace {

struct Found {
  std::string encoding;
  CharsetSource source = CharsetSource::Default;
};

/// Whether the bytes may be in the declared encoding. UTF-16 text contains zero bytes. Declared UTF-8 with more
/// ill-formed than well-formed sequences is in another encoding; with fewer, it is damaged UTF-8.
bool can_be(std::string_view bytes, const Utf8Census& census, std::string_view encoding) {
  if (encoding == "UTF-8") return census.errors <= census.sequences;
  if (encoding.starts_with("UTF-16")) return bytes.find('\0') != std::string_view::npos || census.errors > 0;
  // Only a short text in windows-1252 can be well-formed UTF-8 by accident.
  if (encoding == "windows-1252") return census.errors > 0 || census.sequences < 3;
  return true;
}

bool has_escape_sequences(std::string_view bytes) {
  return bytes.contains("\x1B$B") || bytes.contains("\x1B$@") || bytes.contains("\x1B(J");
}

Found find_encoding(std::string_view bytes, std::string_view content_type, Markup markup) {
  if (const auto zeros = encoding_of_zeros(bytes); !zeros.empty()) return {std::string(zeros), CharsetSource::Guess};
  const Utf8Census census = census_of(bytes);
  if (auto said = encoding_of_content_type(content_type); !said.empty() && can_be(bytes, census, said)) {
    return {std::move(said), CharsetSource::Header};
  }
  std::string said = markup == Markup::Html ? encoding_of_meta(bytes) : encoding_of_xml_declaration(bytes);
  if (said.empty() && markup == Markup::Html) said = encoding_of_xml_declaration(bytes);
  if (!said.empty() && can_be(bytes, census, said)) return {std::move(said), CharsetSource::Declaration};
  if (census.errors == 0) {
    if (census.sequences == 0 && has_escape_sequences(bytes)) return {"ISO-2022-JP", CharsetSource::Guess};
    return {"UTF-8", CharsetSource::Utf8};
  }
  // Mostly well-formed: damaged UTF-8, whatever the detector says.
  if (census.sequences > 20 * census.errors) return {"UTF-8", CharsetSource::Utf8};
  if (auto guess = guess_encoding(bytes); !guess.empty() && guess != "UTF-8") {
    return {std::move(guess), CharsetSource::Guess};
  }
  return {"windows-1252", CharsetSource::Default};
}

} // namespace

Decoded decode(std::string_view bytes, std::string_view content_type, Markup markup) {
  if (const auto mark = byte_order_mark(bytes); !mark.encoding.empty()) {
    return {to_utf8(bytes.substr(mark.length), mark.encoding), std::string(mark.encoding), CharsetSource::Bom};
  }
  Found found = find_encoding(bytes, content_type, markup);
  std::string text = to_utf8(bytes, found.encoding);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return {std::move(text), std::move(found.encoding), found.source};
}

} // namespace trawl::html
