// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/metadata_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include <unicode/uchar.h>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/text/unicode.h"

namespace trawl::extract {
namespace {

struct NamedReference {
  std::string_view name;
  char32_t code_point;
};

// The references that content management systems escape twice, or write into JSON. The HTML parser has decoded all
// others.
constexpr std::array kReferences = std::to_array<NamedReference>({
    {"amp", '&'},      {"lt", '<'},       {"gt", '>'},        {"quot", '"'},     {"apos", '\''},    {"nbsp", 0xA0},
    {"ndash", 0x2013}, {"mdash", 0x2014}, {"lsquo", 0x2018},  {"rsquo", 0x2019}, {"sbquo", 0x201A}, {"ldquo", 0x201C},
    {"rdquo", 0x201D}, {"bdquo", 0x201E}, {"hellip", 0x2026}, {"laquo", 0xAB},   {"raquo", 0xBB},   {"bull", 0x2022},
    {"middot", 0xB7},  {"copy", 0xA9},    {"reg", 0xAE},      {"trade", 0x2122}, {"deg", 0xB0},     {"euro", 0x20AC},
    {"pound", 0xA3},   {"shy", 0xAD},     {"auml", 0xE4},     {"ouml", 0xF6},    {"uuml", 0xFC},    {"Auml", 0xC4},
    {"Ouml", 0xD6},    {"Uuml", 0xDC},    {"szlig", 0xDF},    {"eacute", 0xE9},  {"egrave", 0xE8},  {"ecirc", 0xEA},
    {"agrave", 0xE0},  {"aacute", 0xE1},  {"acirc", 0xE2},    {"iacute", 0xED},  {"oacute", 0xF3},  {"uacute", 0xFA},
    {"ntilde", 0xF1},  {"ccedil", 0xE7},  {"oslash", 0xF8},   {"aring", 0xE5},   {"aelig", 0xE6},   {"times", 0xD7},
});

// Numbers from 0x80 on that are decoded as Windows-1252 (HTML Standard §13.2.5.80); 0: a control character.
constexpr std::array<char32_t, 32> kWindows1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

std::optional<char32_t> decode_numeric(std::string_view digits) {
  int base = 10;
  if (!digits.empty() && (digits[0] == 'x' || digits[0] == 'X')) {
    base = 16;
    digits.remove_prefix(1);
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size() && !digits.empty();
  if (!whole || value == 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  const bool is_windows = value >= 0x80 && value < 0xA0 && kWindows1252[value - 0x80] != 0;
  return is_windows ? kWindows1252[value - 0x80] : static_cast<char32_t>(value);
}

std::optional<char32_t> decode_reference(std::string_view name) {
  if (name.starts_with('#')) return decode_numeric(name.substr(1));
  const auto* row = std::ranges::find(kReferences, name, &NamedReference::name);
  if (row == kReferences.end()) return std::nullopt;
  return row->code_point;
}

std::string decode_references(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '&') {
      const auto semicolon = text.substr(i, 12).find(';');
      if (semicolon != std::string_view::npos) {
        if (const auto code_point = decode_reference(text.substr(i + 1, semicolon - 1))) {
          utf8::append(out, *code_point);
          i += semicolon + 1;
          continue;
        }
      }
    }
    out += text[i++];
  }
  return out;
}

constexpr std::array<std::string_view, 16> kInlineTags = {"a", "b",   "br",  "em",  "font",   "i",    "mark", "p",
                                                          "s", "sub", "sup", "div", "strong", "span", "u",    "wbr"};

struct InlineTag {
  std::size_t length = 0; ///< in bytes; 0: it is not an inline tag
  bool breaks_line = false;
};

/// The inline tag that `text` begins with ("<em>", "</a>", "<br />").
InlineTag read_inline_tag(std::string_view text) {
  const auto end = text.substr(0, 512).find('>');
  if (end == std::string_view::npos) return {};
  auto tag = text.substr(1, end - 1);
  if (tag.starts_with('/')) tag.remove_prefix(1);
  const std::string name = ascii::to_lower(tag.substr(0, tag.find_first_of(" /\t\n")));
  if (std::ranges::find(kInlineTags, name) == kInlineTags.end()) return {};
  return {end + 1, name == "br" || name == "p" || name == "div"};
}

std::string drop_inline_tags(std::string_view text) {
  if (!text.contains('<')) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const InlineTag tag = text[i] == '<' ? read_inline_tag(text.substr(i)) : InlineTag{};
    if (tag.length == 0) {
      out += text[i++];
      continue;
    }
    if (tag.breaks_line) out += ' ';
    i += tag.length;
  }
  return out;
}

bool is_visible_ascii(char c) { return c > ' ' && c <= '~'; }

/// The end of the run of bytes that begins at `at` and that `is_in_run` accepts.
std::size_t end_of_run(std::string_view text, std::size_t at, bool (&is_in_run)(char)) {
  while (at < text.size() && is_in_run(text[at])) ++at;
  return at;
}

bool is_word_character(char32_t c) {
  if (c < 0x80) return ascii::is_alnum(static_cast<char>(c));
  const auto code = static_cast<UChar32>(c);
  return u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK) != 0;
}

} // namespace

std::string squeeze(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = end_of_run(text, i, is_visible_ascii); end > i) {
      if (blank && !out.empty()) out += ' ';
      blank = false;
      out.append(text, i, end - i);
      i = end;
      continue;
    }
    const char32_t c = utf8::next(text, i);
    if (c == ' ' || u_isUWhiteSpace(static_cast<UChar32>(c))) {
      blank = true;
      continue;
    }
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0xFEFF || c == 0x200B || (c >= 0x202A && c <= 0x202E))
      continue;
    if (blank && !out.empty()) out += ' ';
    blank = false;
    utf8::append(out, c);
  }
  return out;
}

std::string clean_value(std::string_view text) {
  std::string value = drop_inline_tags(text);
  for (int round = 0; round < 2 && value.contains('&'); ++round) {
    std::string decoded = decode_references(value);
    if (decoded == value) break;
    value = drop_inline_tags(decoded);
  }
  return squeeze(value);
}

std::string wording_key(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = end_of_run(text, i, ascii::is_alnum); end > i) {
      if (blank && !out.empty()) out += ' ';
      blank = false;
      const std::size_t begin = out.size();
      out.append(text, i, end - i);
      std::transform(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                     out.begin() + static_cast<std::ptrdiff_t>(begin), [](char c) { return ascii::to_lower(c); });
      i = end;
      continue;
    }
    const char32_t c = utf8::next(text, i);
    if (c == '\'' || c == 0x2019 || c == 0x2018 || c == 0xAD) continue; // don't = dont
    if (!is_word_character(c)) {
      blank = true;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    utf8::append(out, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT)));
  }
  return out;
}

bool contains_wording(std::string_view whole, std::string_view part) {
  if (part.empty() || part.size() > whole.size()) return false;
  for (std::size_t at = whole.find(part); at != std::string_view::npos; at = whole.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    if ((at == 0 || whole[at - 1] == ' ') && (end == whole.size() || whole[end] == ' ')) return true;
  }
  return false;
}

std::size_t words_in_key(std::string_view key) {
  if (key.empty()) return 0;
  std::size_t words = 1;
  std::size_t unspaced = 0;
  for (std::size_t i = 0; i < key.size();) {
    const char32_t c = utf8::next(key, i);
    if (c == ' ') ++words;
    if (text::is_unspaced(c)) ++unspaced;
  }
  return words + unspaced / 2;
}

} // namespace trawl::extract
