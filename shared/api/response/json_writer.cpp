// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/json_writer.h"

#include "shared/base/hex.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace trawl::api {
namespace {

void append_escape(std::string& out, char c) {
  switch (c) {
  case '"':
    out += "\\\"";
    return;
  case '\\':
    out += "\\\\";
    return;
  case '\n':
    out += "\\n";
    return;
  case '\r':
    out += "\\r";
    return;
  case '\t':
    out += "\\t";
    return;
  default:
    out += "\\u00";
    append_hex(out, c);
  }
}

constexpr std::array<bool, 256> make_escaped() {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) table[byte] = true;
  table['"'] = table['\\'] = true;
  for (std::size_t byte = 0x80; byte < table.size(); ++byte) table[byte] = true;
  return table;
}
/// Of the bytes beyond ASCII, only what is no UTF-8 is written otherwise.
constexpr auto kMayBeEscaped = make_escaped();

/// Whether none of the eight bytes may have to be escaped: looks for a high bit, a byte below a space, a quote and a
/// backslash in all of them at once, and takes a few harmless bytes for one of these.
bool are_plain(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101, kHighBits = 0x80 * kOnes;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const auto has_below = [](std::uint64_t of, std::uint64_t bound) { return (of - bound * kOnes) & ~of; };
  const std::uint64_t found =
      word | has_below(word, 0x20) | has_below(word ^ '"' * kOnes, 1) | has_below(word ^ '\\' * kOnes, 1);
  return (found & kHighBits) == 0;
}

template <typename Number>
void append_number(std::string& out, Number value) {
  std::array<char, 24> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

} // namespace

void append_json_escaped(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text.size() - i >= 8 && are_plain(text.data() + i)) {
      i += 8;
      continue;
    }
    const std::size_t begin = i;
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!kMayBeEscaped[byte]) {
      ++i;
    } else if (byte < 0x80) {
      out.append(text, from, begin - from);
      append_escape(out, text[i]);
      from = ++i;
    } else if (utf8::next(text, i) == utf8::kReplacement) {
      out.append(text, from, begin - from);
      utf8::append(out, utf8::kReplacement);
      from = i;
    }
  }
  out.append(text, from);
}

void JsonWriter::separate() {
  if (comma_due_) out_ += ',';
  comma_due_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_due_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  comma_due_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  string(name);
  out_ += ':';
  comma_due_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  out_ += '"';
  append_json_escaped(out_, text);
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::number(std::uint64_t value) {
  separate();
  append_number(out_, value);
  return *this;
}

JsonWriter& JsonWriter::number(std::int64_t value) {
  separate();
  append_number(out_, value);
  return *this;
}

JsonWriter& JsonWriter::decimal(double value, int decimals) {
  if (!std::isfinite(value)) return null();
  separate();
  std::array<char, 352> buffer{}; // DBL_MAX has 309 digits before the point
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr;
  std::string_view digits(buffer.data(), end);
  if (digits.contains('.')) {
    digits.remove_suffix(digits.size() - 1 - digits.find_last_not_of('0'));
    if (digits.ends_with('.')) digits.remove_suffix(1);
  }
  out_ += digits == "-0" ? "0" : digits;
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::null() {
  separate();
  out_ += "null";
  return *this;
}

} // namespace trawl::api
