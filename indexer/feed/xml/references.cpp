// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/references.h"

#include <charconv>

#include <libxml/HTMLparser.h>

#include "indexer/html/charset/decode.h"
#include "shared/base/utf8.h"

namespace trawl::feed {
namespace {

constexpr std::size_t kLongestName = 32;

bool is_xml_char(std::uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c >= 0xE000 && c <= 0x10FFFF && c != 0xFFFE && c != 0xFFFF);
}

std::string text_of_code(std::uint32_t code) {
  if (code >= 0x80 && code <= 0x9F) {
    const char byte = static_cast<char>(code);
    return html::to_utf8({&byte, 1}, "windows-1252");
  }
  std::string text;
  if (is_xml_char(code)) utf8::append(text, static_cast<char32_t>(code));
  return text;
}

struct NumericReference {
  std::size_t length = 0; ///< with "&#" and ";"; 0: not a reference
  std::uint32_t code = 0;
};

NumericReference read_code(std::string_view text) {
  const auto end = text.substr(0, kLongestName).find(';');
  if (!text.starts_with("&#") || end == std::string_view::npos) return {};
  const bool hexadecimal = end > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::string_view digits = text.substr(hexadecimal ? 3 : 2, end - (hexadecimal ? 3 : 2));
  NumericReference reference{end + 1, 0};
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), reference.code, hexadecimal ? 16 : 10);
  if (digits.empty() || stop != digits.data() + digits.size() || error == std::errc::invalid_argument) return {};
  // A number too large for an integer does not name a character.
  if (error != std::errc{}) reference.code = 0;
  return reference;
}

std::uint32_t code_of_name(std::string_view name) {
  const std::string terminated(name);
  const htmlEntityDesc* const entity = htmlEntityLookup(reinterpret_cast<const xmlChar*>(terminated.c_str()));
  return entity ? entity->value : 0;
}

/// A number or an HTML name.
NumericReference read_any_code(std::string_view text) {
  if (!text.starts_with('&') || text.starts_with("&#")) return read_code(text);
  const auto end = text.substr(0, kLongestName).find(';');
  if (end == std::string_view::npos) return {};
  const std::uint32_t code = code_of_name(text.substr(1, end - 1));
  return code ? NumericReference{end + 1, code} : NumericReference{};
}

/// The bytes of one UTF-8 character, each written as a reference by a program that took them for Latin-1.
/// Two references may also be two characters ("É»"). They are read as bytes only if they are numeric and encode a Latin
/// letter.
Reference read_utf8_bytes(std::string_view text) {
  Reference reference;
  std::string bytes;
  bool numbers = true;
  while (bytes.size() < 4) {
    const NumericReference next = read_any_code(text.substr(reference.length));
    if (next.length == 0 || next.code < 0x80 || next.code > 0xF4) break;
    numbers = numbers && text.substr(reference.length).starts_with("&#");
    bytes += static_cast<char>(next.code);
    reference.length += next.length;
    if (bytes.size() < 2 || !utf8::is_valid(bytes)) continue;
    if (bytes.size() == 2 && !(numbers && (bytes[0] == '\xC2' || bytes[0] == '\xC3'))) break;
    reference.text = bytes;
    reference.foreign = !numbers;
    return reference;
  }
  return {};
}

Reference read_number(std::string_view text) {
  const NumericReference number = read_code(text);
  return {number.length, number.length ? text_of_code(number.code) : std::string{}, false};
}

std::string_view text_of_xml_name(std::string_view name) {
  if (name == "amp") return "&";
  if (name == "lt") return "<";
  if (name == "gt") return ">";
  if (name == "quot") return "\"";
  if (name == "apos") return "'";
  return {};
}

Reference read_name(std::string_view name, const Entities& entities) {
  const std::size_t length = name.size() + 2;
  if (const auto text = text_of_xml_name(name); !text.empty()) return {length, std::string(text), false};
  if (const auto own = entities.find(name); own != entities.end()) return {length, own->second, false};
  const std::uint32_t code = code_of_name(name);
  return code ? Reference{length, text_of_code(code), true} : Reference{};
}

} // namespace

Reference read_reference(std::string_view text, const Entities& entities) {
  const auto end = text.substr(0, kLongestName).find(';');
  if (end == std::string_view::npos || end < 2) return {};
  const std::string_view body = text.substr(1, end - 1);
  if (Reference character = read_utf8_bytes(text); character.length) return character;
  return body.front() == '#' ? read_number(text) : read_name(body, entities);
}

std::string decode_references(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto next = std::min(text.find('&', at), text.size());
    out.append(text.substr(at, next - at));
    if ((at = next) == text.size()) break;
    const Reference reference = read_reference(text.substr(at));
    out += reference.length ? reference.text : "&";
    at += reference.length ? reference.length : 1;
  }
  return out;
}

} // namespace trawl::feed
