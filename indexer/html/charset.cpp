// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <type_traits>
#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>
#include <utility>
#include <vector>

namespace trawl::html {

namespace {

using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;

struct Encoding {
  std::string_view name;
  std::string_view converter; ///< of ICU
  std::string_view labels;    ///< with a space before, between and after them
};

// clang-format off
constexpr Encoding kEncodings[] = {
    {"UTF-8", "", " unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 "},
    {"IBM866", "ibm-866", " 866 cp866 csibm866 ibm866 "},
    {"ISO-8859-2", "ISO-8859-2", " csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 "},
    {"ISO-8859-3", "ISO-8859-3", " csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 "},
    {"ISO-8859-4", "ISO-8859-4", " csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 "},
    {"ISO-8859-5", "ISO-8859-5", " csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 "},
    {"ISO-8859-6", "ISO-8859-6", " arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 "},
    {"ISO-8859-7", "ISO-8859-7", " csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek "},
    {"ISO-8859-8", "ISO-8859-8", " csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual "},
    {"ISO-8859-8-I", "ISO-8859-8", " csiso88598i iso-8859-8-i logical "},
    {"ISO-8859-10", "iso-8859_10-1998", " csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {"ISO-8859-13", "ISO-8859-13", " iso-8859-13 iso8859-13 iso885913 "},
    {"ISO-8859-14", "iso-8859_14-1998", " iso-8859-14 iso8859-14 iso885914 "},
    {"ISO-8859-15", "ISO-8859-15", " csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 "},
    {"ISO-8859-16", "", " iso-8859-16 "},
    {"KOI8-R", "KOI8-R", " cskoi8r koi koi8 koi8-r koi8_r "},
    {"KOI8-U", "KOI8-U", " koi8-ru koi8-u "},
    {"macintosh", "macintosh", " csmacintosh mac macintosh x-mac-roman "},
    {"windows-874", "windows-874-2000", " dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 "},
    {"windows-1250", "windows-1250", " cp1250 windows-1250 x-cp1250 "},
    {"windows-1251", "windows-1251", " cp1251 windows-1251 x-cp1251 "},
    {"windows-1252", "windows-1252", " ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 "},
    {"windows-1253", "windows-1253", " cp1253 windows-1253 x-cp1253 "},
    {"windows-1254", "windows-1254", " cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254 "},
    {"windows-1255", "windows-1255", " cp1255 windows-1255 x-cp1255 "},
    {"windows-1256", "windows-1256", " cp1256 windows-1256 x-cp1256 "},
    {"windows-1257", "windows-1257", " cp1257 windows-1257 x-cp1257 "},
    {"windows-1258", "windows-1258", " cp1258 windows-1258 x-cp1258 "},
    {"x-mac-cyrillic", "x-mac-cyrillic", " x-mac-cyrillic x-mac-ukrainian "},
    {"GBK", "gb18030", " chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk "},
    {"gb18030", "gb18030", " gb18030 "},
    {"Big5", "Big5-HKSCS", " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {"EUC-JP", "EUC-JP", " cseucpkdfmtjapanese euc-jp x-euc-jp "},
    {"ISO-2022-JP", "ISO-2022-JP", " csiso2022jp iso-2022-jp "},
    {"Shift_JIS", "ibm-943_P15A-2003", " csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis "},
    {"EUC-KR", "windows-949", " cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 "},
    {"replacement", "", " csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement "},
    {"UTF-16BE", "UTF-16BE", " unicodefffe utf-16be "},
    {"UTF-16LE", "UTF-16LE", " csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le "},
    {"x-user-defined", "", " x-user-defined "},
};
// clang-format on

constexpr std::string_view kSpace = " \t\n\f\r";

/// The name of the ICU converter that decodes a WHATWG encoding as the standard does. Empty for UTF-8, ISO-8859-16 and
/// x-user-defined, which charset.cpp reads itself, and for "replacement".
std::string_view icu_converter(std::string_view encoding) {
  // The Encoding Standard does not have these, but XML allows them (XML 1.0, appendix F).
  if (encoding == "UTF-32LE" || encoding == "UTF-32BE") return encoding;
  for (const Encoding& row : kEncodings) {
    if (row.name == encoding) return row.converter;
  }
  return {};
}

// windows-1252, 0x80 to 0x9F; 0: not assigned.
constexpr std::array<char16_t, 32> kWindows1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// ISO-8859-16, 0xA0 to 0xFF, which ICU lacks; 0: as in Latin-1.
constexpr std::array<char16_t, 96> kIso16 = {
    0,      0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0,      0x0161, 0,      0x0218, 0,      0x0179, 0,
    0x017A, 0x017B, 0,      0,      0x010C, 0x0142, 0x017D, 0x201D, 0,      0,      0x017E, 0x010D, 0x0219, 0,
    0x0152, 0x0153, 0x0178, 0x017C, 0,      0,      0,      0x0102, 0,      0x0106, 0,      0,      0,      0,
    0,      0,      0,      0,      0,      0,      0x0110, 0x0143, 0,      0,      0,      0x0150, 0,      0x015A,
    0x0170, 0,      0,      0,      0,      0x0118, 0x021A, 0,      0,      0,      0,      0x0103, 0,      0x0107,
    0,      0,      0,      0,      0,      0,      0,      0,      0,      0,      0x0111, 0x0144, 0,      0,
    0,      0x0151, 0,      0x015B, 0x0171, 0,      0,      0,      0,      0x0119, 0x021B, 0};

char32_t windows_1252(unsigned char byte) {
  if (byte >= 0xA0) return byte;
  const char16_t mapped = kWindows1252[byte - 0x80u];
  return mapped ? mapped : utf8::kReplacement;
}

bool is_ill_formed(std::string_view bytes, std::size_t begin, std::size_t end, char32_t read) {
  return read == utf8::kReplacement && bytes.substr(begin, end - begin) != "\xEF\xBF\xBD";
}

std::string from_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(bytes, at);
    if (c == 0) continue;
    if (!is_ill_formed(bytes, begin, at, c)) {
      out.append(bytes.substr(begin, at - begin));
    } else {
      const bool alone = at - begin == 1 && at < bytes.size();
      utf8::append(out, alone ? windows_1252(static_cast<unsigned char>(bytes[begin])) : utf8::kReplacement);
    }
  }
  return out;
}

template <typename Decode>
std::string from_bytes(std::string_view bytes, Decode decode_high_byte) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte) utf8::append(out, byte < 0x80 ? byte : decode_high_byte(byte));
  }
  return out;
}

char32_t user_defined(unsigned char byte) { return 0xF700u + byte; }

char32_t iso_8859_16(unsigned char byte) {
  const char16_t mapped = byte < 0xA0 ? char16_t{0} : kIso16[byte - 0xA0u];
  return mapped ? mapped : byte;
}

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

std::string from_icu(std::string_view bytes, const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, CloseConverter> from(ucnv_open(name, &status));
  if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  if (U_FAILURE(status)) return from_utf8(bytes);
  std::string out;
  std::array<char16_t, 4096> buffer;
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  char16_t lead = 0;
  do {
    char16_t* target = buffer.data();
    status = U_ZERO_ERROR;
    ucnv_toUnicode(from.get(), &target, buffer.data() + buffer.size(), &source, end, nullptr, true, &status);
    for (const char16_t* unit = buffer.data(); unit != target; ++unit) {
      if (lead && (*unit & 0xFC00) == 0xDC00) {
        utf8::append(out, 0x10000u + ((lead & 0x3FFu) << 10) + (*unit & 0x3FFu));
        lead = 0;
        continue;
      }
      if (lead) utf8::append(out, utf8::kReplacement);
      lead = 0;
      if ((*unit & 0xFC00) == 0xD800)
        lead = *unit;
      else if ((*unit & 0xFC00) == 0xDC00)
        utf8::append(out, utf8::kReplacement);
      else if (*unit)
        utf8::append(out, *unit);
    }
  } while (status == U_BUFFER_OVERFLOW_ERROR);
  if (lead) utf8::append(out, utf8::kReplacement);
  return out;
}

// Choice: the standard prescans 1,024 bytes and then finds a later meta while parsing. We do not reparse, and pages
// with long scripts before their meta are common.
constexpr std::size_t kMetaReach = 16 * 1024;
constexpr std::size_t kXmlReach = 1024;

void skip_spaces(std::string_view text, std::size_t& at) {
  while (at < text.size() && is_space(text[at])) ++at;
}

/// "Extract a character encoding from a meta element" (HTML Standard §2.7.5): the value after "charset" and "=", quoted
/// or up to a space or semicolon.
std::string_view charset_parameter(std::string_view text) {
  const std::string folded = to_lower(text);
  for (std::size_t at = folded.find("charset"); at != std::string::npos; at = folded.find("charset", at)) {
    at += 7;
    skip_spaces(text, at);
    if (at >= text.size() || text[at] != '=') continue;
    skip_spaces(text, ++at);
    if (at >= text.size()) return {};
    if (text[at] == '"' || text[at] == '\'') {
      const auto end = text.find(text[at], at + 1);
      return end == std::string_view::npos ? std::string_view{} : text.substr(at + 1, end - at - 1);
    }
    const auto end = text.find_first_of("; \t\r\n\f", at);
    return text.substr(at, end == std::string_view::npos ? end : end - at);
  }
  return {};
}

struct MetaAttribute {
  std::string name, value;
};

/// Reads one attribute of a tag ("get an attribute"); false at the end of the tag.
bool next_attribute(std::string_view text, std::size_t& at, MetaAttribute& out) {
  while (at < text.size() && (is_space(text[at]) || text[at] == '/')) ++at;
  if (at >= text.size() || text[at] == '>') return false;
  const auto begin = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '/' && text[at] != '>' &&
         (text[at] != '=' || at == begin)) {
    ++at;
  }
  out = {to_lower(text.substr(begin, at - begin)), {}};
  auto equals = at;
  skip_spaces(text, equals);
  if (equals >= text.size() || text[equals] != '=') return true;
  skip_spaces(text, at = equals + 1);
  if (at >= text.size()) return true;
  const char quote = text[at];
  if (quote == '"' || quote == '\'') {
    const auto end = std::min(text.find(quote, at + 1), text.size());
    out.value = to_lower(text.substr(at + 1, end - at - 1));
    at = std::min(end + 1, text.size());
    return true;
  }
  const auto value = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '>') ++at;
  out.value = to_lower(text.substr(value, at - value));
  return true;
}

/// The encoding that one `<meta …>` names, or empty. Moves `at` from the end of the tag's name to that of its
/// attributes.
std::string encoding_of_one_meta(std::string_view text, std::size_t& at) {
  std::vector<std::string> seen;
  bool got_pragma = false, needs_pragma = false;
  std::string label;
  MetaAttribute attribute;
  while (next_attribute(text, at, attribute)) {
    if (std::find(seen.begin(), seen.end(), attribute.name) != seen.end()) continue;
    seen.push_back(attribute.name);
    if (attribute.name == "http-equiv") {
      got_pragma = attribute.value == "content-type";
    } else if (attribute.name == "content" && label.empty()) {
      label = charset_parameter(attribute.value);
      needs_pragma = true;
    } else if (attribute.name == "charset") {
      label = attribute.value;
      needs_pragma = false;
    }
  }
  if (needs_pragma && !got_pragma) return {};
  std::string encoding = encoding_for_label(label);
  // The prescan read ASCII, so the text is not UTF-16.
  if (encoding.starts_with("UTF-16")) return "UTF-8";
  if (encoding == "x-user-defined") return "windows-1252";
  return encoding == "replacement" ? std::string{} : encoding;
}

void skip_tag(std::string_view text, std::size_t& at) {
  while (at < text.size() && !is_space(text[at]) && text[at] != '>') ++at;
  MetaAttribute attribute;
  while (next_attribute(text, at, attribute)) {
  }
}

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

std::string encoding_for_label(std::string_view label) {
  const auto first = label.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  label = label.substr(first, label.find_last_not_of(kSpace) - first + 1);
  if (label.find(' ') != std::string_view::npos) return {};
  const std::string wanted = " " + ascii::to_lower(label) + " ";
  const auto found = std::find_if(std::begin(kEncodings), std::end(kEncodings),
                                  [&](const Encoding& encoding) { return encoding.labels.contains(wanted); });
  return found == std::end(kEncodings) ? std::string{} : std::string(found->name);
}

std::string to_utf8(std::string_view bytes, std::string_view encoding) {
  if (encoding == "x-user-defined") return from_bytes(bytes, user_defined);
  if (encoding == "ISO-8859-16") return from_bytes(bytes, iso_8859_16);
  const std::string_view converter = icu_converter(encoding);
  return converter.empty() ? from_utf8(bytes) : from_icu(bytes, converter.data());
}

Utf8Census census_of(std::string_view bytes) {
  Utf8Census census;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(bytes, at);
    if (c < 0x80) continue;
    if (!is_ill_formed(bytes, begin, at, c))
      ++census.sequences;
    else if (at < bytes.size())
      ++census.errors;
  }
  return census;
}

ByteOrderMark byte_order_mark(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return {"UTF-8", 3};
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) return {"UTF-32LE", 4};
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return {"UTF-32BE", 4};
  if (bytes.starts_with("\xFF\xFE"sv)) return {"UTF-16LE", 2};
  if (bytes.starts_with("\xFE\xFF"sv)) return {"UTF-16BE", 2};
  return {};
}

std::string_view encoding_of_zeros(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("<\0\0\0"sv)) return "UTF-32LE";
  if (bytes.starts_with("\0\0\0<"sv)) return "UTF-32BE";
  // In Latin text in UTF-16 every other byte is zero.
  const std::string_view head = bytes.substr(0, kXmlReach & ~std::size_t{1});
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < head.size(); ++i) (i % 2 ? odd : even) += head[i] == '\0' ? 1u : 0u;
  const std::size_t pairs = head.size() / 2;
  if (pairs < 2) return {};
  if (odd * 2 > pairs && even * 20 < pairs) return "UTF-16LE";
  if (even * 2 > pairs && odd * 20 < pairs) return "UTF-16BE";
  return {};
}

std::string encoding_of_content_type(std::string_view content_type) {
  const std::string encoding = encoding_for_label(charset_parameter(content_type));
  return encoding == "replacement" ? std::string{} : encoding;
}

std::string encoding_of_meta(std::string_view bytes) {
  const std::string_view text = bytes.substr(0, kMetaReach);
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      // "<!-->" is a whole comment.
      const auto end = text.find("-->", at + 2);
      if (end == std::string_view::npos) return {};
      at = end + 3;
    } else if (rest.size() > 5 && to_lower(rest.substr(1, 4)) == "meta" && (is_space(rest[5]) || rest[5] == '/')) {
      at += 5;
      if (auto encoding = encoding_of_one_meta(text, at); !encoding.empty()) return encoding;
    } else if (rest.size() > 1 && (is_alpha(rest[1]) || (rest[1] == '/' && rest.size() > 2 && is_alpha(rest[2])))) {
      skip_tag(text, ++at);
    } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
      at = std::min(text.find('>', at), text.size());
    } else {
      ++at;
    }
  }
  return {};
}

std::string encoding_of_xml_declaration(std::string_view bytes) {
  std::string_view text = bytes.substr(0, kXmlReach);
  std::size_t at = 0;
  skip_spaces(text, at);
  if (!text.substr(at).starts_with("<?xml")) return {};
  text = text.substr(at);
  text = text.substr(0, text.find("?>"));
  at = text.find("encoding");
  if (at == std::string_view::npos) return {};
  at += 8;
  skip_spaces(text, at);
  if (at >= text.size() || text[at] != '=') return {};
  skip_spaces(text, ++at);
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return {};
  const auto end = text.find(text[at], at + 1);
  if (end == std::string_view::npos) return {};
  std::string encoding = encoding_for_label(text.substr(at + 1, end - at - 1));
  // The declaration was read as ASCII, so the text is not UTF-16.
  return encoding.starts_with("UTF-16") || encoding == "replacement" ? std::string{} : encoding;
}

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
