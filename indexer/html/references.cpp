// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/references.h"

#include <charconv>
#include <map>
#include <ranges>

#include "indexer/html/charset.h"
#include "shared/base/utf8.h"

namespace trawl::html {
namespace {

constexpr std::size_t kLongestName = 32;

bool is_xml_char(std::uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c >= 0xE000 && c <= 0x10FFFF && c != 0xFFFE && c != 0xFFFF);
}

std::string text_of_code(std::uint32_t code) {
  if (code >= 0x80 && code <= 0x9F) {
    const char byte = static_cast<char>(code);
    return to_utf8({&byte, 1}, "windows-1252");
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

/// The names of HTML 4 (https://www.w3.org/TR/html4/sgml/entities.html): those of U+00A0 to U+00FF in order, then the
/// others with their codes.
constexpr std::string_view kLatin1Names =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 "
    "acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml "
    "Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde "
    "Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig "
    "ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide "
    "oslash ugrave uacute ucirc uuml yacute thorn yuml";
constexpr std::string_view kOtherNames =
    "quot=22 amp=26 lt=3C gt=3E OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2C6 tilde=2DC "
    "Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39A "
    "Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1 Sigma=3A3 Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 "
    "Psi=3A8 Omega=3A9 alpha=3B1 beta=3B2 gamma=3B3 delta=3B4 epsilon=3B5 zeta=3B6 eta=3B7 theta=3B8 iota=3B9 "
    "kappa=3BA lambda=3BB mu=3BC nu=3BD xi=3BE omicron=3BF pi=3C0 rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 "
    "upsilon=3C5 phi=3C6 chi=3C7 psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 piv=3D6 ensp=2002 emsp=2003 "
    "thinsp=2009 zwnj=200C zwj=200D lrm=200E rlm=200F ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201A "
    "ldquo=201C rdquo=201D bdquo=201E dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030 prime=2032 "
    "Prime=2033 lsaquo=2039 rsaquo=203A oline=203E frasl=2044 euro=20AC image=2111 weierp=2118 real=211C "
    "trade=2122 alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21B5 lArr=21D0 uArr=21D1 "
    "rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 "
    "ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D infin=221E ang=2220 and=2227 "
    "or=2228 cap=2229 cup=222A int=222B there4=2234 sim=223C cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 "
    "ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22A5 sdot=22C5 "
    "lceil=2308 rceil=2309 lfloor=230A rfloor=230B lang=2329 rang=232A loz=25CA spades=2660 clubs=2663 "
    "hearts=2665 diams=2666";

std::map<std::string_view, std::uint32_t> codes_by_name() {
  std::map<std::string_view, std::uint32_t> codes;
  std::uint32_t code = 0xA0;
  for (const auto name : std::views::split(kLatin1Names, ' ')) codes.emplace(std::string_view(name), code++);
  for (const auto row : std::views::split(kOtherNames, ' ')) {
    const std::string_view text(row);
    const std::size_t equals = text.find('=');
    std::from_chars(text.data() + equals + 1, text.data() + text.size(), code, 16);
    codes.emplace(text.substr(0, equals), code);
  }
  return codes;
}

std::uint32_t code_of_name(std::string_view name) {
  static const std::map<std::string_view, std::uint32_t> kCodes = codes_by_name();
  const auto found = kCodes.find(name);
  return found == kCodes.end() ? 0 : found->second;
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

} // namespace trawl::html
