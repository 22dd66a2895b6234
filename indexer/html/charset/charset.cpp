// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset/charset.h"

#include "indexer/html/charset/declaration.h"
#include "indexer/html/charset/decode.h"
#include "indexer/html/charset/labels.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include <uchardet/uchardet.h>

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

constexpr std::size_t kReach = 256 * 1024;

struct CloseDetector {
  void operator()(uchardet_t detector) const { uchardet_delete(detector); }
};

/// The text outside tags, including CDATA sections.
std::string without_tags(std::string_view bytes) {
  constexpr std::string_view kCdata = "<![CDATA[";
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto open = std::min(bytes.find('<', at), bytes.size());
    out.append(bytes.substr(at, open - at));
    if (bytes.substr(open).starts_with(kCdata)) {
      at = open + kCdata.size();
      continue;
    }
    const auto close = bytes.find('>', open);
    if (close == std::string_view::npos) {
      out.append(bytes.substr(open));
      break;
    }
    out += ' ';
    at = close + 1;
  }
  return out;
}

/// Replaces uchardet's names that the Encoding Standard does not have, and ISO-8859-16, which the web does not use.
std::string to_web_name(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {{"MAC-CYRILLIC", "x-mac-cyrillic"},
                                                                      {"UHC", "EUC-KR"},
                                                                      {"MAC-CENTRALEUROPE", "windows-1250"},
                                                                      {"ISO-8859-16", "windows-1250"},
                                                                      {"IBM855", "IBM866"}};
  for (const auto& [from, to] : kNames) {
    if (name == from) return std::string(to);
  }
  return encoding_for_label(name);
}

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// Quotes, dashes and other punctuation, which have the same code in all European Windows encodings.
bool is_windows_sign(unsigned char byte) {
  return (byte >= 0x80 && byte <= 0x9F) || byte == 0xA0 || byte == 0xAB || byte == 0xBB;
}

/// ISO 8859 has no characters at 0x80 to 0x9F. A text that uses them is in the corresponding Windows encoding.
std::string without_control_bytes(std::string guess, std::string_view text) {
  if (!guess.starts_with("ISO-8859-")) return guess;
  bool has_control = false, has_letter = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = byte_at(text, i);
    has_control = has_control || (byte >= 0x80 && byte <= 0x9F);
    has_letter = has_letter || (byte >= 0x80 && !is_windows_sign(byte));
  }
  if (!has_control) return guess;
  if (has_letter && guess == "ISO-8859-2") return "windows-1250";
  if (has_letter && guess == "ISO-8859-7") return "windows-1253";
  return "windows-1252";
}

/// The Greek encodings differ most in the capital alpha with tonos: 0xB6 in ISO-8859-7, 0xA2 in windows-1253.
std::string resolve_greek(std::string guess, std::string_view text) {
  if (guess != "windows-1253" && guess != "ISO-8859-7") return guess;
  std::size_t iso = 0, windows = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (byte_at(text, i + 1) < 0xC0) continue;
    if (byte_at(text, i) == 0xB6) ++iso;
    if (byte_at(text, i) == 0xA2) ++windows;
  }
  if (iso == windows) return guess;
  return iso > windows ? "ISO-8859-7" : "windows-1253";
}

std::string detect(std::string_view text) {
  const std::unique_ptr<std::remove_pointer_t<uchardet_t>, CloseDetector> detector(uchardet_new());
  if (!detector || uchardet_handle_data(detector.get(), text.data(), text.size()) != 0) return {};
  uchardet_data_end(detector.get());
  return to_web_name(uchardet_get_charset(detector.get()));
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

std::string guess_encoding(std::string_view bytes) {
  const std::string text = without_tags(bytes.substr(0, kReach));
  return resolve_greek(without_control_bytes(detect(text), text), text);
}

} // namespace trawl::html
