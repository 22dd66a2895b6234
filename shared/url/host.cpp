// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared/base/ascii.h"
#include "shared/base/hex.h"
#include "shared/url/idna.h"
#include "shared/url/percent_encoding.h"

namespace trawl::url {
namespace {

using Pieces = std::array<std::uint16_t, 8>;

bool is_forbidden_in_domain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F || std::string_view("#/:<>?@[\\]^|%").contains(c);
}

/// "0x7f", "0177", "127"; nullopt if it is not a number. Values above 32 bits give 2^32.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  unsigned radix = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    radix = 16;
  } else if (text.size() > 1 && text.front() == '0') {
    text.remove_prefix(1);
    radix = 8;
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= radix) return std::nullopt;
    value = std::min<std::uint64_t>(value * radix + static_cast<unsigned>(digit), std::uint64_t{1} << 32);
  }
  return value;
}

std::vector<std::string_view> split_at_dots(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t dot = text.find('.');
    parts.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

bool ends_in_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::size_t dot = domain.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? domain : domain.substr(dot + 1);
  if (last.empty()) return false;
  return std::ranges::all_of(last, ascii::is_digit) || parse_ipv4_number(last).has_value();
}

std::optional<std::string> parse_ipv4(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  const std::vector<std::string_view> parts = split_at_dots(text);
  if (parts.size() > 4) return std::nullopt;
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = parse_ipv4_number(parts[i]);
    const bool is_last = i + 1 == parts.size();
    const std::uint64_t limit = is_last ? std::uint64_t{1} << (8 * (5 - parts.size())) : 256;
    if (!number || *number >= limit) return std::nullopt;
    address += is_last ? *number : *number << (8 * (3 - i));
  }
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (!out.empty()) out += '.';
    out += std::to_string(address >> shift & 0xFF);
  }
  return out;
}

/// The dotted tail of an IPv6 address ("::ffff:1.2.3.4") as two pieces.
bool parse_dotted_tail(std::string_view text, Pieces& pieces, std::size_t index) {
  const std::vector<std::string_view> parts = split_at_dots(text);
  if (parts.size() != 4 || index > 6) return false;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string_view part = parts[i];
    if (part.empty() || part.size() > 3 || (part.size() > 1 && part.front() == '0') ||
        !std::ranges::all_of(part, ascii::is_digit)) {
      return false;
    }
    unsigned value = 0;
    for (const char c : part) value = value * 10 + static_cast<unsigned>(c - '0');
    if (value > 255) return false;
    auto& piece = pieces[index + i / 2];
    piece = static_cast<std::uint16_t>(piece << 8 | value);
  }
  return true;
}

std::optional<Pieces> parse_ipv6(std::string_view text) {
  Pieces pieces{};
  std::size_t index = 0;
  std::optional<std::size_t> gap;
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return std::nullopt;
    text.remove_prefix(2);
    gap = 0;
  }
  while (!text.empty()) {
    if (index == 8) return std::nullopt;
    if (text.front() == ':') {
      if (gap) return std::nullopt;
      text.remove_prefix(1);
      gap = index;
      continue;
    }
    std::size_t length = 0;
    unsigned value = 0;
    while (length < 4 && length < text.size() && hex_value(text[length]) >= 0) {
      value = value * 16 + static_cast<unsigned>(hex_value(text[length++]));
    }
    const std::string_view rest = text.substr(length);
    if (rest.starts_with('.')) {
      if (!parse_dotted_tail(text, pieces, index)) return std::nullopt;
      index += 2;
      break;
    }
    if (length == 0 || (!rest.empty() && (rest.front() != ':' || rest.size() == 1))) return std::nullopt;
    pieces[index++] = static_cast<std::uint16_t>(value);
    text = rest.empty() ? rest : rest.substr(1);
  }
  if (!gap) return index == 8 ? std::optional(pieces) : std::nullopt;
  if (index == 8) return std::nullopt;
  std::rotate(pieces.begin() + static_cast<std::ptrdiff_t>(*gap), pieces.begin() + static_cast<std::ptrdiff_t>(index),
              pieces.end());
  return pieces;
}

/// The first of the longest runs of at least two zero pieces, as [begin, end).
std::pair<std::size_t, std::size_t> longest_zero_run(const Pieces& pieces) {
  std::pair<std::size_t, std::size_t> best{8, 8};
  std::size_t best_length = 1;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && pieces[end] == 0) ++end;
    if (end - i > best_length) {
      best = {i, end};
      best_length = end - i;
    }
    i = end + 1;
  }
  return best;
}

std::string serialise_ipv6(const Pieces& pieces) {
  const auto [gap_begin, gap_end] = longest_zero_run(pieces);
  std::string out = "[";
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == gap_begin) {
      out += i == 0 ? "::" : ":";
      i = gap_end - 1;
      continue;
    }
    std::array<char, 4> digits{};
    const auto end = std::to_chars(digits.begin(), digits.end(), pieces[i], 16).ptr;
    out.append(digits.begin(), end);
    if (i != 7) out += ':';
  }
  return out + "]";
}

} // namespace

std::optional<std::string> parse_host(std::string_view input) {
  if (input.starts_with('[')) {
    if (!input.ends_with(']')) return std::nullopt;
    const auto pieces = parse_ipv6(input.substr(1, input.size() - 2));
    if (!pieces) return std::nullopt;
    return serialise_ipv6(*pieces);
  }
  const auto domain = domain_to_ascii(percent_decode(input));
  if (!domain || domain->empty() || std::ranges::any_of(*domain, is_forbidden_in_domain)) return std::nullopt;
  return ends_in_number(*domain) ? parse_ipv4(*domain) : domain;
}

bool is_ip_literal(std::string_view host) { return host.starts_with('[') || (!host.empty() && ends_in_number(host)); }

} // namespace trawl::url
